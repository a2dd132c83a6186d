#pragma once

#include "support/api_client.hpp"
#include "support/threaded_api.hpp"
#include "text/json/json.hpp"

#include <memory>
#include <string>
#include <vector>

namespace test {

/// An API server for rules.
struct rule_api {
  std::string name;
  std::shared_ptr<kube::api::transport> transport; ///< with a thread of its own
  std::shared_ptr<threaded_api> fake;              ///< the same, if it is no real server
};

/// A new fake server, and the real server if it is there.
[[nodiscard]] std::vector<rule_api> rule_apis();

/// The part of a cluster that a rule has to itself: changes of its objects, and the expectations of them.
class rule_cluster {
public:
  explicit rule_cluster(const rule_api& api);
  /// Takes away the kinds that were defined.
  ~rule_cluster();
  rule_cluster(const rule_cluster&) = delete;
  rule_cluster& operator=(const rule_cluster&) = delete;

  [[nodiscard]] const std::string& namespace_name() const noexcept { return namespace_; }
  /// A text with `$ns` filled in.
  [[nodiscard]] std::string filled(std::string text) const;
  /// A YAML text of the rule, with its namespaces filled in; an empty text is an empty list.
  [[nodiscard]] text::json read(const std::string& yaml) const;

  // As `rule_step::act` and `rule_step::then` say.
  void put(const text::json& x);
  void remove(const text::json& x);
  void collect(const text::json& x);
  void define(const std::string& kind);
  void await(const text::json& x);
  void await_absence(const text::json& x);

private:
  [[nodiscard]] kube::api::resource resource_of(const text::json& x) const;
  [[nodiscard]] kube::api::object_location place_of(const text::json& x, const char* name) const;

  rule_api api_;
  api_client client_;
  std::string namespace_;
  std::vector<kube::api::resource> defined_;
};

} // namespace test
