#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace core::releases {

/// Unpacks gzip (RFC 1952).
/// @param bytes_max a text that would become longer is an error.
[[nodiscard]] base::result<std::string> gunzip(std::string_view packed, std::size_t bytes_max);

} // namespace core::releases
