// SPDX-License-Identifier: Apache-2.0
// C++ convenience over the deformer ABI.
#pragma once

#include <sartor/deformer/sartor_deformer.h>
