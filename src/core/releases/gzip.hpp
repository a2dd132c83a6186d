#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace core::releases {

/// Checks a part of an unpacked text. An error ends the unpacking.
using part_check = std::function<base::result<void>(std::string_view part)>;

/// Unpacks gzip (RFC 1952). The text is unpacked twice, and kept only the second time. So a refused text
/// takes no memory, and an accepted text takes only its size.
/// @param bytes_max a longer text is an error.
/// @param check sees each part of the text before the text is kept.
[[nodiscard]] base::result<std::string> gunzip(std::string_view packed, std::size_t bytes_max,
                                               const part_check& check = {});

} // namespace core::releases
