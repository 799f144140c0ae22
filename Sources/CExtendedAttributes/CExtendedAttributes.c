#include "CExtendedAttributes.h"
