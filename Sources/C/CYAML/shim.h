// SPDX-License-Identifier: Apache-2.0

#ifndef AUTHSPEC_CYAML_SHIM_H
#define AUTHSPEC_CYAML_SHIM_H
#include <yaml.h>
#endif
