// A release or an object stays if its module or value was wanted during the whole life of an operator.
#include "worlds/rule.hpp"

#include "worlds/tree_texts.hpp"

#include <set>

namespace worlds {

namespace {

class wanted_stays_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    once_unwanted_.clear();
    once_without_extra_.clear();
  }
  void life_begins() override { cluster_changes(); }

  void cluster_changes() override {
    if (world_.config().is_away()) return;
    const auto wanted = wanted_of(planned(), api()).enabled;
    for (const auto& x : planned().modules) {
      if (!wanted.contains(x.name)) once_unwanted_.insert(x.name);
      if (config_section(api(), x.name).find("extra") == nullptr) once_without_extra_.insert(x.name);
    }
  }

  void helm_begins(const helm_work& x) override {
    if (x.verb != "uninstall" || module_named(x.release) == nullptr) return;
    // Rule lost-stays judges releases whose modules are lost.
    if (world_.losses().is_on() && world_.losses().releases().contains(x.release)) return;
    cluster_changes();
    holds();
    if (!once_unwanted_.contains(x.release))
      broken("release " + x.release + " is uninstalled, and its module was wanted in all of this life");
  }

  void upgrade_begins(const std::string& release) override {
    cluster_changes();
    const auto made = helm().latest(release);
    const auto before = made ? helm().stored(release, made->revision - 1) : std::nullopt;
    const auto has_extra = [&](const test::release_secret& x) {
      return x.manifest.find(release + extra_suffix) != std::string::npos;
    };
    if (!before || !has_extra(*before)) return;
    holds();
    if (!has_extra(*made) && !once_without_extra_.contains(release))
      broken("the extra object of " + release + " goes, and its value was in the ConfigMap in all of this life");
  }

private:
  std::set<std::string> once_unwanted_; ///< modules that were unwanted at some time of this life
  /// Modules that, at some time of this life, lacked the value of their extra object.
  std::set<std::string> once_without_extra_;
};

const registered<wanted_stays_rule> entry{"wanted-stays"};

} // namespace

} // namespace worlds
