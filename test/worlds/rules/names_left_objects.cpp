// An object that an upgrade has left was named at least the removal grace before the operator deletes it.
#include "worlds/rule.hpp"

#include "kube/api/api_path.hpp"
#include "worlds/log_lines.hpp"
#include "worlds/tree_texts.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace worlds {

namespace {

/// `a, b` as a set.
std::set<std::string> names_in(const std::string& text) {
  std::set<std::string> found;
  std::istringstream items(text);
  for (std::string name; std::getline(items, name, ',');) found.insert(name.substr(name.find_first_not_of(' ')));
  return found;
}

class names_left_objects_rule final : public rule {
public:
  using rule::rule;

  /// Each operator names them anew.
  void forgets_life() override { named_us_.clear(); }

  void logs(const std::string& line) override {
    const auto module = field_of(line, "module");
    if (line.find(" release_not_wanted ") != line.npos) unwanted_.insert(field_of(line, "release"));
    if (line.find(" release_objects_leaving ") != line.npos)
      for (const auto& name : names_in(field_of(line, "objects"))) named_us_[module].emplace(name, now_us());
    if (line.find(" release_objects_stay ") != line.npos)
      for (const auto& name : names_in(field_of(line, "objects"))) named_us_[module].erase(name);
    if (line.find(" release_objects_gone ") != line.npos)
      for (const auto& name : names_in(field_of(line, "objects"))) {
        check(module, name);
        named_us_[module].erase(name);
      }
  }

  /// The objects that upgrades of worlds leave. The log says that they are gone only afterwards, if at all.
  void requests(const kube::api::http_request& request) override {
    const auto object = request.method == "DELETE" ? kube::api::object_of_path(request.target) : std::nullopt;
    if (!object || object->plural != "configmaps") return;
    const auto suffix = object->name.find(tally_suffix);
    if (suffix != std::string::npos)
      check(object->name.substr(0, suffix), std::string(operator_namespace) + "/ConfigMap/" + object->name);
  }

  void upgrade_begins(const std::string& release) override { unwanted_.erase(release); }

private:
  void check(const std::string& module, const std::string& name) {
    holds();
    const auto named = named_us_[module].find(name);
    if (named == named_us_[module].end()) return broken("object " + name + " goes without a word before");
    // Objects go with the release that has left them.
    const auto grace_us = std::int64_t{planned().removal_grace_s} * 1'000'000;
    if (!unwanted_.contains(module) && now_us() - named->second < grace_us)
      broken("object " + name + " goes before the removal grace is over");
  }

  std::map<std::string, std::map<std::string, std::int64_t>> named_us_; ///< module -> object -> first line
  std::set<std::string> unwanted_;                                      ///< releases, since their last upgrade
};

const registered<names_left_objects_rule> entry{"named-objects"};

} // namespace

} // namespace worlds
