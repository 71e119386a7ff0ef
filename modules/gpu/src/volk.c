// SPDX-License-Identifier: Apache-2.0
// The one place where volk's function pointers are defined.
#define VOLK_IMPLEMENTATION
#include <volk.h>
