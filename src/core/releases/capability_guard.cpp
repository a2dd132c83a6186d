#include "core/releases/removed_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string>
#include <vector>

namespace core::releases {

namespace {

/// The versions that have unknown kinds and that the chart may ask for.
std::vector<std::string> unknown_to(const planned_upgrade& x) {
  std::vector<std::string> versions;
  for (const auto& version : x.kinds->unknown)
    if (x.groups.may_have(version.substr(0, version.find('/')))) versions.push_back(version);
  return versions;
}

/// The next step while the kinds are young. The cause of the removal is not known yet: it may be another one
/// than an object or a kind that is missing, and the guards behind this one then name it.
constexpr auto while_young =
  "There is nothing to do yet: the module runs again by itself as soon as another look at the kinds has confirmed "
  "them. If the chart leaves these objects out even then, the next message gives the reason";

/// The objection for a chart that looks up objects, and asks for no kind.
/// @param named the objects, as far as the chart names them
objection objection_to_lookup(const std::vector<manifest_object>& removed, const std::set<std::string>& named) {
  const auto objects =
    named.empty() ? std::string("objects of the cluster") : fmt::format("{}", fmt::join(named, ", "));
  return {fmt::format("the upgrade would remove {}, and its chart looks up {} (`lookup`), while the API server has "
                      "shown its kinds for some seconds only, so the answers to the chart may be incomplete",
                      words_of_objects(removed), objects),
          while_young};
}

objection objection_to(const std::vector<manifest_object>& removed, const std::vector<std::string>& unknown) {
  const auto removes = "the upgrade would remove " + words_of_objects(removed) + ", and its chart asks which kinds ";
  if (unknown.empty())
    return {removes
              + "the API server has, while the API server has shown them for some seconds only, so the answers to "
                "the chart may be incomplete",
            while_young};
  std::string names;
  for (const auto& version : unknown) names += (names.empty() ? "'" : "', '") + version;
  return {removes + "the API server has, while the kinds of " + names + "' are not known",
          "The module runs again when the API server shows them: look at its APIServices (`kubectl get apiservices`), "
          "and delete an APIService that is not needed any more"};
}

/// A kind may exist although discovery does not show it. A chart that checks for this kind must not lose its
/// objects meanwhile.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  if (!x.groups.any && x.groups.names.empty()) return guard_answer::pass{};
  if (!x.kinds) return guard_answer::ask{upgrade_fact::rendered};
  const auto unknown = unknown_to(x);
  if (unknown.empty() && !x.kinds->is_young) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  if (!x.compared) return guard_answer::ask{upgrade_fact::compared};
  // Helm cannot read the record either, so it removes no objects.
  if (*x.compared == nullptr) return guard_answer::pass{};
  const auto removed = objects_without(**x.compared, *x.rendered);
  if (removed.empty()) return guard_answer::pass{};
  const bool is_by_lookup = unknown.empty() && x.chart.uses_lookup && !x.chart.asks_capabilities;
  return guard_answer::hold{.why = is_by_lookup ? objection_to_lookup(removed, x.chart.looked_up)
                                                : objection_to(removed, unknown),
                            .ends_with_kinds = true};
}

} // namespace

const upgrade_guard capability_guard{"kinds", "would objects go because the API server does not show all its kinds?",
                                     answer};

} // namespace core::releases
