#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The objects that a template looks up in the cluster by `lookup "v1" "Secret" "default" "web-tls"`, for
/// people: `Secret default/web-tls`. Arguments that are no literals are left out of the text: `Secret`. A
/// call whose kind is no literal is passed over. At most `looked_up_max`.
[[nodiscard]] std::set<std::string> looked_up_objects(std::string_view text);

/// Messages name no more.
inline constexpr std::size_t looked_up_max = 5;

} // namespace core::releases
