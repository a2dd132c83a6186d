// With `--repair-drift repair` the fields that a user has edited by hand have the values of the chart again
// when the world is at rest.
#include "worlds/rule.hpp"

#include <set>
#include <string>

namespace worlds {

namespace {

class drift_rule final : public rule {
public:
  using rule::rule;

  void trouble_begins(const trouble& x) override {
    if (x.kind == trouble_kind::fields_edited && object_of(x.subject)) edited_.insert(x.subject);
  }

  void ends(const end_of_world& end) override {
    for (const auto& module : edited_) {
      if (!end.wanted.charts.contains(module)) continue;
      const auto object = object_of(module);
      if (!object) continue; // `end-state` asks for the object
      holds();
      if (object->find("data")->string_at("replicas") == "by hand")
        broken("the object of " + module + " still has the value that a user has set by hand");
    }
  }

private:
  [[nodiscard]] std::optional<text::json> object_of(const std::string& module) const {
    return api().object("ConfigMap", operator_namespace, module);
  }

  std::set<std::string> edited_; ///< modules whose object a user has edited
};

const registered<drift_rule> entry{"drift"};

} // namespace

} // namespace worlds
