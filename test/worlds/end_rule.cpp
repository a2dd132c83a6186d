// At the end of a world the cluster is as the tree and the cluster say, and /readyz names no problem.
#include "worlds/operator_life.hpp"
#include "worlds/tree_texts.hpp"
#include "worlds/world.hpp"

#include <algorithm>

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

/// The stray release was held while there was no ConfigMap, or beside a module that could not be used: it stays until
/// its removal is confirmed, which no user of a world does.
bool is_kept_stray(const plan& x, const std::string& problem) {
  const auto is_doubt = [](const auto& trouble) {
    return trouble.kind == trouble_kind::config_goes || trouble.kind == trouble_kind::config_invalid;
  };
  return problem.find(std::string("stay as they are: ") + stray_release) != problem.npos
         && std::any_of(x.troubles.begin(), x.troubles.end(), is_doubt);
}

bool is_made_by_operator(const test::release_secret& x) {
  return x.labels.contains("moduleChecksum") || x.labels.contains("inputsChecksum");
}

} // namespace

void world::check_end() {
  ++seen_.rules["end-state"];
  const auto wanted = wanted_of(plan_, api_);
  const auto described = life_->describe();
  for (const auto& problem : described.problems) {
    note("/readyz: " + problem);
    check_secrecy(problem);
  }
  const std::set<std::string> enabled(described.enabled_modules.begin(), described.enabled_modules.end());
  if (enabled != wanted.enabled)
    return breach_of("end-state", "enabled are " + text_of(enabled) + ", wanted " + text_of(wanted.enabled));
  for (const auto& x : plan_.modules) {
    check_release(x, wanted);
    check_made(x, wanted, x.name + "-made");
    check_made(x, wanted, x.name + "-ordered");
    const auto definition = "things." + x.name + ".example.io";
    if (x.defines && enabled.contains(x.name) && !api_.object("CustomResourceDefinition", "", definition))
      breach_of("end-state", "the definition of " + x.name + " is missing");
  }
  const auto is_kept = [&](const auto& problem) { return is_kept_stray(plan_, problem); };
  if (helm_.latest(stray_release) && std::none_of(described.problems.begin(), described.problems.end(), is_kept))
    breach_of("end-state", "the release of a module that is gone is still there");
  check_strangers();
  if (!breaches_.empty()) return;
  ++seen_.rules["word"];
  if (!described.first_converge_done) return breach_of("word", "the first converge is said not to be done");
  // Something has deleted an object again and again; it stays named for a while after it is there again.
  for (const auto& problem : described.problems)
    if (!problem.starts_with("objects of release '") && !is_kept(problem))
      return breach_of("word", "/readyz names a problem: " + problem);
  if (!described.running.empty() || described.converge_tasks != 0)
    return breach_of("word", "something is said to run: " + described.running);
  check_metrics(enabled);
}

void world::check_release(const module_plan& x, const wanted_end& wanted) {
  const auto object = api_.object("ConfigMap", operator_namespace, x.name);
  const auto chart = wanted.charts.find(x.name);
  const auto latest = helm_.latest(x.name);
  // A user's uninstall that ends after the operator has upgraded removes the record of the new objects; if the module
  // is disabled before it is installed again, the owner of the object is not known (docs/decisions).
  const bool is_orphan = object && chart == wanted.charts.end() && !latest && uninstalled_by_hand_.contains(x.name);
  if (is_orphan) return;
  // A stranger's, as long as the module has never been on.
  if (chart == wanted.charts.end() && latest && !is_made_by_operator(*latest) && x.squatted) return;
  if (object.has_value() != (chart != wanted.charts.end()))
    return breach_of("end-state", "the object of " + x.name + (object ? " is still there" : " is missing"));
  if (object && data_of(*object) != chart->second)
    return breach_of("end-state", "the object of " + x.name + " has " + joined(data_of(*object)) + ", wanted "
                                    + joined(chart->second));
  if (latest.has_value() != (chart != wanted.charts.end()))
    return breach_of("end-state", "the release of " + x.name + (latest ? " is still there" : " is missing"));
  if (latest && latest->status != "deployed")
    return breach_of("end-state", "the release of " + x.name + " is " + latest->status);
  const bool is_extra_there = api_.object("ConfigMap", operator_namespace, x.name + extra_suffix).has_value();
  if (is_extra_there != wanted.extras.contains(x.name) && !uninstalled_by_hand_.contains(x.name))
    breach_of("end-state", "the extra object of " + x.name + (is_extra_there ? " is still there" : " is missing"));
}

/// If the operator ends before the first revision of a module, or the module has no chart, then no record in the cluster
/// says that its hooks must clean up: an operator that starts after the module was disabled cannot know (docs/decisions).
void world::note_unrecorded() {
  for (const auto& x : plan_.modules) {
    const auto latest = helm_.latest(x.name);
    if (latest && is_made_by_operator(*latest))
      unrecorded_.erase(x.name);
    else
      unrecorded_.insert(x.name);
  }
}

void world::check_made(const module_plan& x, const wanted_end& wanted, const std::string& name) {
  const auto made = api_.object("ConfigMap", operator_namespace, name);
  const auto made_wanted = wanted.made.find(name);
  // Objects that hooks have made are not watched.
  if (has_forgotten_) return;
  // A user's uninstall may take the record away while an operator starts.
  const bool is_record_taken = lives_ > 1 && uninstalled_by_hand_.contains(x.name);
  if (made_wanted == wanted.made.end() && (unrecorded_.contains(x.name) || is_record_taken)) return;
  if (made.has_value() != (made_wanted != wanted.made.end()))
    return breach_of("end-state", "the object " + name + " of a hook" + (made ? " is still there" : " is missing"));
  if (made && data_of(*made) != made_wanted->second)
    return breach_of("end-state", "the object " + name + " of a hook has " + joined(data_of(*made)) + ", wanted "
                                    + joined(made_wanted->second));
}

} // namespace worlds
