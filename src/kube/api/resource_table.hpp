#pragma once

#include "base/error.hpp"
#include "kube/api/resource.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kube::api {

/// The answer of a successful discovery that the server does not serve the kind: knowledge, not failure.
struct kind_absent {
  std::string served_as{}; ///< versions of other groups that have a kind of the name, `apps/v1`; may be empty
  std::string near{};      ///< a kind of the same version that may have been meant; may be empty
};

/// The requested version of the kind is not served, and the objects of the kind still exist: the group serves
/// the kind in other versions, or only its CustomResourceDefinition is left.
struct kind_in_other_version {
  std::string served_as{}; ///< versions of the same group that have it, `policy/v1, policy/v2`; empty: not served
};

/// The part of an API server that could not be discovered.
enum class undiscovered {
  everything, ///< discovery as a whole has failed
  groups,     ///< the servers of some groups cannot be reached; the API server itself answers
};

/// The kind is not known: some groups that could have it were not discovered, or several groups have a kind
/// of this name. Ask again later.
struct kind_undecided {
  std::string reason;                                    ///< names the groups and why they are not known
  base::error_code code = base::error_code::unavailable; ///< of the failure behind it
  undiscovered gap = undiscovered::everything;
};

using lookup_result = std::variant<resource, kind_in_other_version, kind_absent, kind_undecided>;

/// The resources that an API server serves. Subresources are not in it.
class resource_table {
public:
  /// Adds a resource at the end. Earlier resources are preferred, so add the core group before other groups,
  /// and in each group the preferred version first.
  void add(resource x);

  /// Replaces all resources; the unknown versions stay.
  /// @param x in the order of preference
  void replace_all(std::vector<resource> x);

  /// Notes that the resources of a group version are unknown.
  /// @param kind a kind that is known to be among them; may be empty
  void add_unknown(std::string group, std::string version, std::string reason, std::string kind = {});

  /// True if `add_unknown` was called for the version, with or without a kind.
  [[nodiscard]] bool is_unknown(std::string_view group, std::string_view version) const;
  /// The versions for which `add_unknown` was called, `apps/v1`; sorted, each once.
  [[nodiscard]] std::vector<std::string> unknown_versions() const;

  /// Finds a resource by the kind as it is spelled, else in any case of letters by plural, singular, kind or
  /// short name. A short name never wins over another kind's own name. If several resources fit equally well,
  /// a resource in a group of the API server itself is found, else the first in the order of preference. But
  /// without `api_version`, equal fits in several other groups give `kind_undecided` (`invalid_input`).
  /// @param api_version `v1`, `apps/v1`, or empty: any
  [[nodiscard]] lookup_result find(std::string_view api_version, std::string_view name) const;

  /// Finds out whether a resource that was found before is still served, so that its absence from a version
  /// is not taken for the absence of its objects. Only its own group counts: a kind of the same name in
  /// another group has other objects. A resource that is missing from discovery without confirmation is
  /// neither found nor taken for absent.
  /// @param api_version `apps/v1`: only this version is found, and any other version of the group gives
  /// `kind_in_other_version`. Empty: every version of the group is found, the version of `before` is
  /// preferred.
  /// @returns `kind_absent`: the group is known, and has the kind in no version
  [[nodiscard]] lookup_result find_again(std::string_view api_version, const resource& before) const;

  /// All resources in the order of preference.
  [[nodiscard]] const std::vector<resource>& all() const noexcept { return resources_; }

  /// `v1`, `apps/v1`, … and `apps/v1/Deployment`, … as Helm's capabilities name them; sorted. A group whose
  /// server cannot be reached counts as served, and so does a kind whose absence is not confirmed.
  [[nodiscard]] std::vector<std::string> api_versions() const;

private:
  [[nodiscard]] const resource* best(std::string_view api_version, std::string_view name) const;
  /// The versions of `found` and of further groups with a kind that fits the name equally well: the name
  /// alone does not say which objects are meant. Empty: no further group has such a kind, or `found` belongs
  /// to the API server itself.
  [[nodiscard]] std::string rivals(const resource& found, std::string_view name) const;
  /// The reason why versions of that group are unknown; empty: all are known. With an empty `api_version` the
  /// reason is about all groups.
  [[nodiscard]] std::string gaps_of_group(std::string_view group, std::string_view api_version) const;
  [[nodiscard]] std::string gaps() const;
  [[nodiscard]] std::string versions_in_group(std::string_view group, std::string_view name) const;
  [[nodiscard]] std::string versions_elsewhere(std::string_view name) const;
  [[nodiscard]] std::string kind_near(std::string_view api_version, std::string_view name) const;

  struct unknown_group {
    std::string group, version, reason, kind;
  };
  std::vector<resource> resources_;
  std::vector<unknown_group> unknown_;
};

} // namespace kube::api
