#include "isa/gen9/surface_format.h"
