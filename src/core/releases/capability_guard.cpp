#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <string>
#include <vector>

namespace core::releases {

namespace {

/// The versions of unknown kinds that the chart may ask for.
std::vector<std::string> unknown_to(const planned_upgrade& x) {
  std::vector<std::string> versions;
  for (const auto& version : x.kinds->unknown)
    if (x.groups.may_have(version.substr(0, version.find('/')))) versions.push_back(version);
  return versions;
}

objection objection_to(const std::vector<manifest_object>& removed, const std::vector<std::string>& unknown) {
  const auto removes = "the upgrade would remove " + words_of_objects(removed) + ", and its chart asks which kinds ";
  if (unknown.empty())
    return {removes + "the API server has, which has shown them only since some seconds",
            "The module runs again when another look at the kinds has confirmed them, and removes these objects if "
            "the chart still leaves them out. If they are to stay, bring back the kind or the object that the chart "
            "looks up"};
  std::string names;
  for (const auto& version : unknown) names += (names.empty() ? "'" : "', '") + version;
  return {removes + "there are, while those of " + names + "' are not known",
          "The module runs again when the API server shows them: look at its APIServices (`kubectl get apiservices`); "
          "one that is not needed any more is to be deleted"};
}

/// A kind that discovery does not show may exist all the same, so a chart must not lose the objects that it
/// has for this kind.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  if (!x.groups.any && x.groups.names.empty()) return guard_answer::pass{};
  if (!x.kinds) return guard_answer::ask{upgrade_fact::rendered};
  const auto unknown = unknown_to(x);
  if (unknown.empty() && !x.kinds->is_young) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  // Helm cannot read the record either, so it removes no object.
  if (*x.compared == nullptr) return guard_answer::pass{};
  const auto removed = objects_without(**x.compared, *x.rendered);
  if (removed.empty()) return guard_answer::pass{};
  return guard_answer::hold{.why = objection_to(removed, unknown), .ends_with_kinds = true};
}

} // namespace

const upgrade_guard capability_guard{"kinds", "would objects go because the API server does not show all its kinds?",
                                     answer};

} // namespace core::releases
