#include "CRawCalls.h"
