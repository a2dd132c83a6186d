#pragma once

#include "core/base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace core {

/// Unpacks gzip (RFC 1952).
/// @param bytes_max a text that would become longer is an error.
[[nodiscard]] result<std::string> gunzip(std::string_view packed, std::size_t bytes_max);

} // namespace core
