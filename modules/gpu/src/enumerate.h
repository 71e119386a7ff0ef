// SPDX-License-Identifier: Apache-2.0
// Lists that Vulkan gives out in two calls.
#pragma once

#include <volk.h>

#include <cstdint>
#include <vector>

namespace sartor::gpu {

/// What vkEnumerate... functions with a count and an array return; empty on failure.
template <class Element, class Enumerate>
std::vector<Element> enumerate(Enumerate&& call) {
    std::uint32_t count = 0;
    if (call(&count, nullptr) != VK_SUCCESS || count == 0) {
        return {};
    }
    std::vector<Element> elements(count);
    if (call(&count, elements.data()) != VK_SUCCESS) {
        return {};
    }
    elements.resize(count);
    return elements;
}

} // namespace sartor::gpu
