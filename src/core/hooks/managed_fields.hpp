#pragma once

#include <string>
#include <string_view>

namespace core {

// Where they stand in an object.
inline constexpr std::string_view metadata_key = "metadata";
inline constexpr std::string_view managed_fields_key = "managedFields";

/// A JSON object without its `metadata.managedFields`, which are often half of it; all else is kept byte for byte.
/// @param object JSON text; what is not understood is given back as it is.
/// @param room holds the answer if something was left out, and has to stay as long as the answer is used.
[[nodiscard]] std::string_view without_managed_fields(std::string_view object, std::string& room);

} // namespace core
