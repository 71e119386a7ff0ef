// SPDX-License-Identifier: Apache-2.0
// Owner of one Vulkan object that a device destroys.
#pragma once

#include <volk.h>

#include <utility>

namespace sartor::gpu {

/// Destroys the object with `Destroy` (one of volk's function pointers) when it goes.
template <class Object, auto& Destroy>
class Handle {
public:
    Handle() = default;
    Handle(VkDevice device, Object object) : device_(device), object_(object) {}
    ~Handle() { reset(); }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    Handle(Handle&& other) noexcept
        : device_(other.device_), object_(std::exchange(other.object_, Object{VK_NULL_HANDLE})) {}
    Handle& operator=(Handle&& other) noexcept {
        if (this != &other) {
            reset();
            device_ = other.device_;
            object_ = std::exchange(other.object_, Object{VK_NULL_HANDLE});
        }
        return *this;
    }

    Object get() const { return object_; }
    explicit operator bool() const { return object_ != Object{VK_NULL_HANDLE}; }

private:
    void reset() {
        if (object_ != Object{VK_NULL_HANDLE}) {
            Destroy(device_, object_, nullptr);
            object_ = VK_NULL_HANDLE;
        }
    }

    VkDevice device_ = VK_NULL_HANDLE;
    Object object_ = VK_NULL_HANDLE;
};

} // namespace sartor::gpu
