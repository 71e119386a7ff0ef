// SPDX-License-Identifier: Apache-2.0
// The border where the failures of the reader become errors.
#pragma once

#include "gltf/failure.h"

#include <exception>
#include <filesystem>
#include <new>

namespace sartor::import::gltf {

/// What read() returns, or why it did not, with the path in front: the Failure's own error,
/// "file.too_large" where memory ran out, "gltf.unreadable" for what a library threw.
template <class Read>
auto guarded(const std::filesystem::path& path, Read read) -> Result<decltype(read())> {
    try {
        return read();
    } catch (const Failure& failure) {
        return Error{failure.error.code, path.string() + ": " + failure.error.message};
    } catch (const std::bad_alloc&) {
        return Error{"file.too_large", path.string() + ": there is not enough memory to read it"};
    } catch (const std::exception& exception) {
        return Error{"gltf.unreadable", path.string() + ": " + exception.what()};
    }
}

} // namespace sartor::import::gltf
