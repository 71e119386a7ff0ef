// SPDX-License-Identifier: Apache-2.0
// A descriptor of the system that closes itself.
#pragma once

#include <utility>

namespace sartor {

class Descriptor {
public:
    explicit Descriptor(int value = -1) : value_(value) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : value_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            close();
            value_ = other.release();
        }
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int value() const { return value_; }
    bool isOpen() const { return value_ >= 0; }
    int release() { return std::exchange(value_, -1); }
    void close();

private:
    int value_;
};

} // namespace sartor
