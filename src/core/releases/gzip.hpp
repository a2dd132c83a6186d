#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace core::releases {

/// Looks at a part of an unpacked text. An error ends the unpacking.
using part_check = std::function<base::result<void>(std::string_view part)>;

/// Unpacks gzip (RFC 1952). The text is unpacked twice, and only the second time kept, so a text that is
/// refused takes no memory, and any other only its own size.
/// @param bytes_max a text that would become longer is an error.
/// @param check sees each part of the text before the text is kept.
[[nodiscard]] base::result<std::string> gunzip(std::string_view packed, std::size_t bytes_max,
                                               const part_check& check = {});

} // namespace core::releases
