// Nothing but a reason to build what the samples import.
