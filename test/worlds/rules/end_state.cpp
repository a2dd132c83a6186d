// At the end of a world, the state of the cluster follows from the tree of modules and from the other
// objects.
#include "worlds/rule.hpp"

#include "worlds/log_lines.hpp"
#include "worlds/releases.hpp"
#include "worlds/stray.hpp"
#include "worlds/tree_texts.hpp"

#include <algorithm>
#include <set>

namespace worlds {

namespace {

std::string text_of(const std::set<std::string>& x) {
  std::string text;
  for (const auto& name : x) text += (text.empty() ? "" : ",") + name;
  return "[" + text + "]";
}

text_map data_of(const text::json& object) {
  text_map found;
  const auto* data = object.find("data");
  if (data != nullptr)
    for (const auto& [key, value] : data->as_object()) found[key] = value.as_string();
  return found;
}

class end_state_rule final : public rule {
public:
  using rule::rule;

  void logs(const std::string& line) override {
    if (line.find(" release_objects_left ") != line.npos) left_ += field_of(line, "objects") + "\n";
  }

  /// If the operator ends before the first revision of a module, or the module has no chart, the cluster has
  /// no record that hooks of the module must clean up. If the module is disabled before the next start, the
  /// next operator cannot know it (docs/decisions).
  void life_begins() override {
    unrecorded_.clear();
    for (const auto& x : planned().modules)
      if (const auto latest = helm().latest(x.name); !latest || !is_made_by_operator(*latest))
        unrecorded_.insert(x.name);
  }
  void begins(const begun_run& x) override {
    if (!is_enabled_script(x.run)) unrecorded_.erase(owner_of(x.run));
  }

  void ends(const end_of_world& end) override {
    holds();
    const auto& wanted = end.wanted;
    if (end.enabled != wanted.enabled)
      return broken("enabled are " + text_of(end.enabled) + ", wanted " + text_of(wanted.enabled));
    for (const auto& x : planned().modules) {
      check_release(x, wanted);
      check_tally(x, wanted);
      check_made(x, wanted, x.name + "-made");
      check_made(x, wanted, x.name + "-ordered");
      const auto definition = "things." + x.name + ".example.io";
      if (x.defines && end.enabled.contains(x.name) && !api().object("CustomResourceDefinition", "", definition))
        broken("the definition of " + x.name + " is missing");
    }
    for (const auto& name : planned().strays) check_stray(name, end);
  }

private:
  void check_stray(const std::string& name, const end_of_world& end) {
    if (!helm().latest(name)) return;
    const bool is_named = std::any_of(end.problems.begin(), end.problems.end(),
                                      [&](const auto& problem) { return is_named_as_kept(problem, name); });
    if (!is_named || !may_keep_strays(planned()) || is_confirmed(api(), name))
      broken("the release " + name + " of a module that is gone is still there");
  }

  void check_release(const module_plan& x, const wanted_end& wanted) {
    const auto object = api().object("ConfigMap", operator_namespace, x.name);
    const auto chart = wanted.charts.find(x.name);
    const auto latest = helm().latest(x.name);
    // If a user's `helm uninstall` ends after an upgrade by the operator, it removes the record of the new
    // objects. If the module is then disabled before it is installed again, the owner of the object is
    // unknown (docs/decisions).
    const bool is_orphan =
      object && chart == wanted.charts.end() && !latest && excused().uninstalled_by_hand.contains(x.name);
    if (is_orphan) return;
    // The release of another user stays as long as the module has never been on.
    if (chart == wanted.charts.end() && latest && !is_made_by_operator(*latest) && x.squatted) return;
    if (object.has_value() != (chart != wanted.charts.end()))
      return broken("the object of " + x.name + (object ? " is still there" : " is missing"));
    if (object && data_of(*object) != chart->second)
      return broken("the object of " + x.name + " has " + joined(data_of(*object)) + ", wanted "
                    + joined(chart->second));
    if (latest.has_value() != (chart != wanted.charts.end()))
      return broken("the release of " + x.name + (latest ? " is still there" : " is missing"));
    if (latest && latest->status != "deployed") return broken("the release of " + x.name + " is " + latest->status);
    const bool is_extra_there = api().object("ConfigMap", operator_namespace, x.name + extra_suffix).has_value();
    // Two Helms that were killed may have left the object in no record; then the operator has named it.
    const bool is_named = is_extra_there && left_.find("/" + x.name + extra_suffix) != left_.npos;
    if (is_extra_there != wanted.extras.contains(x.name) && !excused().uninstalled_by_hand.contains(x.name)
        && !is_named)
      broken("the extra object of " + x.name + (is_extra_there ? " is still there" : " is missing"));
  }

  /// Objects that an upgrade has left are gone, or they are back in the chart.
  void check_tally(const module_plan& x, const wanted_end& wanted) {
    const auto chart = wanted.charts.find(x.name);
    if (!has_tally(planned(), x) || excused().uninstalled_by_hand.contains(x.name)) return;
    const auto prefix = x.name + tally_suffix;
    std::set<std::string> found;
    for (const auto& object : api().objects("ConfigMap", operator_namespace)) {
      const auto name = object.find("metadata")->string_at("name").value_or("");
      if (name.starts_with(prefix) && left_.find("/" + name) == left_.npos) found.insert(name);
    }
    std::set<std::string> due;
    if (chart != wanted.charts.end()) due.insert(prefix + chart->second.at("count"));
    if (found != due) broken("the tallies of " + x.name + " are " + text_of(found) + ", wanted " + text_of(due));
  }

  void check_made(const module_plan& x, const wanted_end& wanted, const std::string& name) {
    const auto made = api().object("ConfigMap", operator_namespace, name);
    const auto made_wanted = wanted.made.find(name);
    // Objects that hooks have made are not watched, so their lost writes are not noticed.
    if (excused().lost_writes) return;
    // A user's `helm uninstall` may remove the record while an operator starts.
    const bool is_record_taken = lives() > 1 && excused().uninstalled_by_hand.contains(x.name);
    if (made_wanted == wanted.made.end() && (unrecorded_.contains(x.name) || is_record_taken)) return;
    if (made.has_value() != (made_wanted != wanted.made.end()))
      return broken("the object " + name + " of a hook" + (made ? " is still there" : " is missing"));
    if (made && data_of(*made) != made_wanted->second)
      return broken("the object " + name + " of a hook has " + joined(data_of(*made)) + ", wanted "
                    + joined(made_wanted->second));
  }

  std::string left_; ///< objects that the operator has named as left by an upgrade that was killed
  /// Modules that had no record of a release when this life began, and of which no hook has run in it.
  std::set<std::string> unrecorded_;
};

const registered<end_state_rule> entry{"end-state"};

} // namespace

} // namespace worlds
