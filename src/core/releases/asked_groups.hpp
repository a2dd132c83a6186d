#pragma once

#include <set>
#include <string>
#include <string_view>

namespace core::releases {

/// The API groups that a chart asks `.Capabilities.APIVersions` for.
struct asked_groups {
  bool any = false; ///< a question is not literal, so it may be about any group
  std::set<std::string> names{};

  [[nodiscard]] bool may_have(std::string_view group) const { return any || names.contains(std::string(group)); }
  asked_groups& operator|=(const asked_groups& x);
  friend bool operator==(const asked_groups&, const asked_groups&) = default;
};

/// The groups that a template may ask for. Only `.APIVersions.Has` with a literal asks for a single group;
/// other uses may ask for any group. The core group is left out, because every API server serves it. A text
/// without actions asks for no groups.
[[nodiscard]] asked_groups groups_asked_in(std::string_view text);

} // namespace core::releases
