#ifndef WEIR_MEMBRANE_MEMBRANE_H
#define WEIR_MEMBRANE_MEMBRANE_H

#include "weir/grid/scheme.h"

extern const Scheme scheme_membrane;

#endif
