#include "core/releases/removal_grounds.hpp"

#include "base/contains.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/changed_chart.hpp"
#include "core/releases/changed_values.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/volatile_functions.hpp"
#include "core/releases/written_values.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace core::releases {

namespace {

using sentences = std::vector<std::string>;

void add(sentences& to, std::string_view noun, const few_names& names, std::string_view state) {
  if (!names.empty()) to.push_back(sentence(noun, names, state));
}

/// True if the chart has dependencies. Then Helm adds the values of charts in the chart to the values.yaml in
/// the record, so this values.yaml cannot be compared with the file on disk.
bool has_dependencies(const revision_contents& x) {
  const auto* all = x.metadata.find("dependencies");
  return all != nullptr && all->is_array() && !all->as_array().empty();
}

std::set<std::string> modules_of(const revision_contents& x) {
  std::set<std::string> found;
  const auto* global = x.values.find(values::global_key);
  const auto* names = global == nullptr ? nullptr : global->find(values::enabled_modules_key);
  if (names == nullptr || !names->is_array()) return found;
  for (const auto& name : names->as_array())
    if (name.is_string()) found.insert(name.as_string());
  return found;
}

void add_modules(sentences& to, const revision_contents& before, const revision_contents& now) {
  const auto present = modules_of(now);
  few_names gone;
  for (const auto& module : modules_of(before))
    if (!present.contains(module)) gone.add("'" + module + "'");
  add(to, "module", gone, "not in global.enabledModules any more");
}

text::json without_modules(const text::json& values) {
  const auto* global = values.find(values::global_key);
  return global == nullptr ? values : values.with(values::global_key, global->without(values::enabled_modules_key));
}

/// The keys of values.yaml that only the chart has; the operator's values contain all other keys.
text::json chart_alone(const revision_contents& x, const std::string& section) {
  return x.chart_values.without(values::global_key).without(section);
}

bool add_values(sentences& to, const removing_upgrade& x) {
  const auto of_operator = compare_values(without_modules(x.before->values), without_modules(x.now.values));
  add(to, "value", of_operator.gone, "gone");
  add(to, "value", of_operator.changed, "changed");
  add(to, "value", of_operator.added, "new");
  if (has_dependencies(*x.before)) return !of_operator.empty();
  const auto of_chart = compare_values(chart_alone(*x.before, x.section), chart_alone(x.now, x.section));
  add(to, "value", of_chart.gone, "gone from values.yaml of the chart");
  add(to, "value", of_chart.changed, "changed in values.yaml of the chart");
  add(to, "value", of_chart.added, "new in values.yaml of the chart");
  return !of_operator.empty();
}

void add_hooks(sentences& to, const removing_upgrade& x) {
  few_names given_up;
  few_names setting;
  for (const auto& [hook, standing] : x.standing->hooks)
    if (x.last.label(values::label_key_of(hook))) (standing.has_set ? setting : given_up).add(values::describe(hook));
  if (!given_up.empty()) to.push_back(given_up.words() + " had set values, and no run since the start has set any");
  if (given_up.empty() && !setting.empty()) to.push_back("values are set by " + setting.words());
}

void add_sections(sentences& to, const removing_upgrade& x) {
  const auto before = values::read_value_sources(x.last.label(module_values_from_label).value_or(""));
  const auto has_gone = [&](values::value_source a, values::value_source b) {
    return (before.contains(a) && x.standing->taken_away.contains(a))
           || (before.contains(b) && x.standing->taken_away.contains(b));
  };
  few_names gone;
  if (has_gone(values::value_source::section, values::value_source::section_of_hooks)) gone.add("'" + x.section + "'");
  if (has_gone(values::value_source::global_section, values::value_source::global_of_hooks))
    gone.add("'" + std::string(values::global_key) + "'");
  add(to, "section", gone, "gone from the ConfigMap by an edit");
  if (gone.empty() && x.standing->is_edited) to.push_back("section '" + x.section + "' of the ConfigMap was edited");
}

/// Adds the differences of the chart, except the files that have gone.
void add_chart(sentences& to, const changed_chart& x) {
  if (!x.dependencies.empty()) to.push_back("Chart.yaml does not name any more: " + x.dependencies.words());
  if (x.name_before != x.name_now)
    to.push_back(fmt::format("the chart has the name {} in Chart.yaml, and had {}", x.name_now, x.name_before));
  add(to, "file", x.changed, "changed in the chart");
  add(to, "file", x.added, "new in the chart");
  if (x.version_before != x.version_now)
    to.push_back(fmt::format("the chart has version {}, and had {}", x.version_now, x.version_before));
}

void add_cluster(sentences& to, const removing_upgrade& x) {
  if (x.served) {
    few_names kinds;
    for (const auto& object : x.objects)
      if (!base::contains(*x.served, object.api_version + "/" + object.kind))
        kinds.add(object.api_version + " " + object.kind);
    add(to, "kind", kinds, "not served by the API server");
    few_names groups;
    for (const auto& group : x.groups)
      if (std::none_of(x.served->begin(), x.served->end(),
                       [&](const std::string& version) { return version.starts_with(group + "/"); }))
        groups.add(group);
    add(to, "group", groups, "not served by the API server, and the chart asks for it");
  }
  few_names questions;
  for (const auto& question : x.cluster_questions) questions.add(question);
  if (!questions.empty())
    to.push_back("the chart asks the cluster, and the answer may differ now: " + questions.words());
}

/// True if the objects stay for a while before they go.
bool are_left(const removing_upgrade& x) {
  return !x.grace.empty() && !is_removal_written(x);
}

std::string revision_of(const removing_upgrade& x) {
  return fmt::format("revision {}", x.last.revision);
}

} // namespace

std::string removal_grounds(const removing_upgrade& x) {
  sentences all;
  if (!x.before) return "not known: the record of " + revision_of(x) + " cannot be read";
  const auto chart = compare_charts(*x.before, x.now, x.templates, x.files);
  if (x.last.status == release_status::superseded)
    all.push_back(revision_of(x)
                  + " was not the last one, and the records of its successors have gone, so that what "
                    "they had changed differs, too");
  if (x.modules_directory_before)
    all.push_back("the chart came from another directory of modules, " + *x.modules_directory_before);
  add(all, "file", chart.gone, "gone from the chart");
  add_modules(all, *x.before, x.now);
  const bool have_values_changed = add_values(all, x);
  if (x.standing && have_values_changed) {
    add_hooks(all, x);
    add_sections(all, x);
  }
  add_chart(all, chart);
  add_cluster(all, x);
  if (!all.empty()) return fmt::format("{}", fmt::join(all, "; "));
  const bool has_charts =
    std::any_of(x.files.begin(), x.files.end(), [](const std::string& path) { return path.starts_with("charts/"); });
  return has_charts ? "nothing that the operator knows (Helm's record has no files of charts in the chart)"
                    : "nothing that the operator knows";
}

bool is_removal_written(const removing_upgrade& x) {
  const auto before = x.last.label(written_values_label).value_or("");
  if (!before.empty() && !x.written.empty() && before != x.written) return true;
  if (!x.before) return false;
  const auto chart = compare_charts(*x.before, x.now, x.templates, x.files);
  if (chart.is_rendered_otherwise || !chart.dependencies.empty() || chart.name_before != chart.name_now
      || chart.version_before != chart.version_now)
    return true;
  return !has_dependencies(*x.before)
         && !compare_values(chart_alone(*x.before, x.section), chart_alone(x.now, x.section)).empty();
}

std::string hint_of(const removing_upgrade& x) {
  const auto bearing = words_of_bearing(bearing_objects(x.objects));
  if (are_left(x))
    return fmt::format("they stay for {} (--removal-grace), because no user has written what differs. To keep them, "
                       "bring it back within this time, or annotate them with helm.sh/resource-policy: keep, or "
                       "`addon-operator module pause {}`; nothing is to be done if they are to go. Revision {} has "
                       "them: helm -n {} get manifest {} --revision {}",
                       x.grace, x.last.name, x.last.revision, x.namespace_name, x.last.name, x.last.revision);
  return fmt::format("nothing is to be done if that was on purpose; else bring it back, and the next run makes the "
                     "objects again{}. Revision {} has them: helm -n {} get manifest {} --revision {}",
                     bearing.empty() ? "" : ", though not what goes with " + bearing, x.last.revision, x.namespace_name,
                     x.last.name, x.last.revision);
}

std::string describe(const removing_upgrade& x) {
  return fmt::format("release '{}': its upgrade after {} {} {}. What differs: {}. Hint: {}", x.last.name,
                     revision_of(x), are_left(x) ? "takes out" : "removes", words_of_objects(x.objects),
                     removal_grounds(x), hint_of(x));
}

} // namespace core::releases
