// The operator writes only to its own objects, and uninstalls only releases that an operator has made.
#include "worlds/rule.hpp"

#include "kube/api/api_path.hpp"
#include "worlds/registration.hpp"
#include "worlds/releases.hpp"
#include "worlds/stray.hpp"
#include "worlds/tree_texts.hpp"

#include <algorithm>

namespace worlds {

namespace {

class writes_to_others_rule final : public rule {
public:
  using rule::rule;

  /// Before helm begins.
  void helm_begins(const helm_work& x) override {
    const auto& [verb, release, id] = x;
    if (verb == "upgrade" && module_named(release) == nullptr)
      return broken("helm upgrades " + release + ", which is no module");
    const auto latest = helm().latest(release);
    if (verb != "uninstall" || !latest) return;
    holds();
    const bool is_strange = std::find(strangers().begin(), strangers().end(), release) != strangers().end();
    if (is_strange || !is_made_by_operator(*latest))
      broken("helm uninstalls " + release + ", which no operator has made");
  }

  /// A request of the operator, before the API server sees it.
  void requests(const kube::api::http_request& request) override {
    if (request.method == "GET") return;
    const auto object = kube::api::object_of_path(request.target);
    if (!object) return;
    holds();
    if (is_repair(request, object->plural, object->name)) return;
    if (is_sweep(request, object->plural, object->name)) return;
    if (!may_write(object->plural, object->name)) broken("the operator sends " + request.method + " " + request.target);
  }

private:
  /// Whether the request gives the object of a module's release the values of its chart again.
  [[nodiscard]] bool is_repair(const kube::api::http_request& request, const std::string& kind,
                               const std::string& name) const {
    return has_trouble(planned(), trouble_kind::fields_edited) && request.method == "PATCH" && kind == "configmaps"
           && request.target.ends_with("fieldManager=helm") && module_named(name) != nullptr;
  }

  /// Whether the request deletes an object that an upgrade has left.
  [[nodiscard]] bool is_sweep(const kube::api::http_request& request, const std::string& kind,
                              const std::string& name) const {
    const auto suffix = name.find(tally_suffix);
    const auto* module = suffix == name.npos ? nullptr : module_named(name.substr(0, suffix));
    return request.method == "DELETE" && kind == "configmaps" && module != nullptr && has_tally(planned(), *module);
  }

  /// Whether the operator may write the object: an object of its hooks or of its releases, its ConfigMap, or
  /// its Secret.
  [[nodiscard]] bool may_write(const std::string& kind, const std::string& name) const {
    // The keys of hooks of modules without a chart, and their marks.
    const bool is_core = kind == "secrets" || kind == "configmaps";
    if (is_core && name == std::string(operator_config) + "-hook-keys") return true;
    if (kind == "configmaps") {
      if (name.empty() || name == operator_config || name == "unwanted") return true;
      const auto dash = name.rfind('-');
      const auto* module = module_named(name.substr(0, dash));
      return module != nullptr && dash != name.npos
             && ((module->makes_object && name.ends_with("-made")) || (module->orders && name.ends_with("-ordered"))
                 || (module->lax && name.ends_with("-lax")));
    }
    if (kind == "validatingwebhookconfigurations") return name.empty() || name == webhook_configuration;
    // A question, which writes nothing.
    if (kind == "selfsubjectreviews") return true;
    if (kind == "customresourcedefinitions")
      return std::any_of(planned().modules.begin(), planned().modules.end(),
                         [&](const auto& x) { return x.defines && name == "things." + x.name + ".example.io"; });
    const auto release = kind == "secrets" ? release_of_record(name) : std::string();
    return is_stray(planned(), release) || module_named(release) != nullptr;
  }
};

const registered<writes_to_others_rule> entry{"writes-to-others"};

} // namespace

} // namespace worlds
