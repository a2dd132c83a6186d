#pragma once

#include "core/values/value_source.hpp"
#include "text/json/json.hpp"

#include <map>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision: the digest of the values that users have written for its module. As long as it is the
/// same, a difference of values comes from hooks.
inline constexpr std::string_view written_values_label = "moduleWritten";

/// The digest of the values that users have written for a module: 32 hexadecimal digits. Keys of the
/// ConfigMap that hooks have stored do not count, and neither do comments and empty maps.
/// @param section key of the module's values
/// @param labels of the last revision: keys that they name as stored by hooks do not count either, unless a
///   user has changed them
/// @param files the values of all values files by key, see `config::static_section::layers`
[[nodiscard]] std::string written_digest(const std::string& section, const values::value_standing& now,
                                         const text::json& files, const std::map<std::string, std::string>& labels);

} // namespace core::releases
