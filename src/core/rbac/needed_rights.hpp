#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core::rbac {

/// The target of a rule of a Role or ClusterRole (`rbac.authorization.k8s.io/v1`): a resource, or
/// non-resource paths.
struct right_target {
  std::string group; ///< empty: the core group
  std::string resource;
  std::vector<std::string> names{}; ///< empty: all objects
  std::vector<std::string> urls{};  ///< `nonResourceURLs`; then the rest is empty

  friend auto operator<=>(const right_target&, const right_target&) = default;
};

/// The rights that modules need, each with the modules and hooks that ask for it. Not thread-safe.
class needed_rights {
public:
  struct asked_right {
    std::set<std::string> verbs;
    std::vector<std::string> askers; ///< in the order in which they came
  };

  /// @param asker for people: `chart of module 'web'`
  void add(const right_target& target, const std::set<std::string>& verbs, const std::string& asker);

  /// Adds a remark about an unknown right, which a person has to find out.
  void remark(const std::string& text);
  [[nodiscard]] const std::vector<std::string>& remarks() const noexcept { return remarks_; }

  /// Notes that a hook binds webhooks, for which the chart has a value of its own.
  void add_webhooks(const std::string& asker) { webhooks_.push_back(asker); }
  /// The hooks that bind webhooks, in the order in which they came.
  [[nodiscard]] const std::vector<std::string>& webhooks() const noexcept { return webhooks_; }

  [[nodiscard]] const std::map<right_target, asked_right>& rights() const noexcept { return rights_; }

private:
  std::map<right_target, asked_right> rights_;
  std::vector<std::string> remarks_;
  std::vector<std::string> webhooks_;
};

} // namespace core::rbac
