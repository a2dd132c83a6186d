#pragma once

#include "text/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::rbac {

/// A resource as rules of roles name it.
struct named_resource {
  std::string group; ///< empty: the core group
  std::string plural;
  bool is_guess =
    false; ///< the kind is unknown: the plural is formed by the English rule, and the group is the given group
};

/// Finds the resource of a kind without an API server: among the kinds that every API server serves, and the
/// kinds of added CustomResourceDefinitions. Not thread-safe.
class resource_names {
public:
  /// An incomplete CustomResourceDefinition has no effect.
  void add_definition(const text::json& object);

  /// @param api_version `apps/v1`; empty: any group that has the kind, the built-in groups first
  /// @param kind kind, plural, singular or short name, in any case
  [[nodiscard]] named_resource find(std::string_view api_version, std::string_view kind) const;

private:
  struct defined_kind {
    std::string group;
    std::string plural;
    std::vector<std::string> names; ///< kind, plural, singular, short names; in lower case
  };

  std::vector<defined_kind> defined_;
};

} // namespace core::rbac
