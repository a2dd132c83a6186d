#include "core/status/advice_rule.hpp"
#include "core/status/waited_objects.hpp"

#include <fmt/format.h>

#include <array>

namespace core::status {

namespace {

/// True for a path that a command may contain.
bool is_path(std::string_view x) {
  return !x.empty() && x.find_first_of(" `$;|&\n\"'") == x.npos;
}

std::string step_for_other_helm(const known_failure& x) {
  return fmt::format(
    "another Helm works on the release, or was killed there: `kubectl -n {} get secrets -l "
    "owner=helm,name={} --show-labels` shows the pending revision; find that Helm (CI, a person) and end "
    "it; a revision that stays pending for five minutes is taken away by itself (the operator looks every minute)",
    x.namespace_name(), name_or(x.place.module.empty() ? x.name_before("module ") : x.place.module, "RELEASE"));
}

std::string step_for_wait(const known_failure& x) {
  return fmt::format(
    "Helm has waited in vain for an object that is not ready: `kubectl -n {} get jobs,pods` and `kubectl "
    "describe` of what is not ready name the cause; --helm-timeout gives more time",
    x.namespace_name());
}

/// `resource not ready, name: NAME, kind: KIND, status: InProgress`
std::string step_for_object_not_ready(const known_failure& x) {
  const auto kind = x.name_after("kind: ");
  const auto name = x.name_after("name: ");
  if (kind.empty() || name.empty()) return step_for_wait(x);
  return fmt::format("Helm has waited in vain for {} {}: `kubectl -n {} describe {} {}` and the events and logs of its "
                     "Pods name the cause (image, volume, quota, a crash); --helm-timeout gives more time",
                     kind, name, x.namespace_name(), kind, name);
}

/// `resource Job/web/migrate not ready. status: InProgress, message: Job in progress`
std::string step_for_unready(const known_failure& x) {
  const auto waited = waited_in_failure(x.text);
  if (!waited) return {};
  const auto fault = x.place.seen == nullptr ? std::nullopt : fault_of(*waited, *x.place.seen);
  const auto object = fmt::format("{} {}/{}", waited->kind, waited->namespace_name, waited->name);
  if (fault) return fmt::format("Helm has waited in vain for {}: {}: {}", object, fault->reason, fault->step);
  return fmt::format("Helm has waited in vain for {}: `kubectl -n {} describe {} {}`, and the events and logs of its "
                     "Pods, name the cause (image, volume, quota, a crash); --helm-timeout gives more time",
                     object, waited->namespace_name, waited->kind, waited->name);
}

/// The end of a wait for objects. A request that has lasted too long names its address.
std::string step_for_deadline(const known_failure& x) {
  if (x.has("://")) return {};
  for (const auto* work : {"hook", "wait", "pre-install", "post-install", "pre-upgrade", "post-upgrade", "pre-delete",
                           "post-delete", "pre-rollback", "post-rollback"})
    if (x.has(work)) return step_for_wait(x);
  return {};
}

std::string step_for_job(const known_failure& x) {
  const auto job = name_or(x.name_before("job "), "NAME");
  return fmt::format(
    "`kubectl -n {} logs job/{} --all-containers`, or the events of `kubectl describe job {}`, say why "
    "its Pods end; it runs anew with the next try",
    x.namespace_name(), job, job);
}

/// `found in Chart.yaml, but missing in charts/ directory: common`
std::string step_for_missing_subchart(const known_failure& x) {
  return fmt::format(
    "Chart.yaml has the chart {} among its dependencies, and charts/ lacks it: `helm dependency build` "
    "in the module's directory fetches it; it belongs in the image",
    name_or(x.name_after("directory: "), "of the message"));
}

/// `error unpacking subchart redis-1.0.0.tgz in db: unexpected EOF`. If the subchart is a directory, the
/// reason behind it has its own rule.
std::string step_for_damaged_subchart(const known_failure& x) {
  const auto archive = x.name();
  if (!archive.ends_with(".tgz")) return {};
  return fmt::format("the archive {} in charts/ is damaged, or is another file of that name: bring back the whole file "
                     "(`git lfs pull` if Git LFS has it), or fetch it again (`helm dependency build`)",
                     archive);
}

/// `chart requires kubeVersion: >=1.30 which is incompatible with Kubernetes v1.28.0`
std::string step_for_version(const known_failure&) {
  return "the chart is for another version of Kubernetes: take a version of the module that is for this one, or "
         "correct kubeVersion in its Chart.yaml; when the cluster has another version, it is tried again by itself";
}

std::string step_for_chart_schema(const known_failure& x) {
  return fmt::format(
    "values.schema.json of the chart refuses the values: the lines above name them; correct them in the "
    "ConfigMap, the values file or the hook they come from (`addon-operator module values {}` shows "
    "all), or the schema in the chart",
    name_or(x.place.module, "NAME"));
}

/// `YAML parse error on web/templates/a.yaml: error converting YAML to JSON: yaml: line 5: …`
std::string step_for_yaml(const known_failure& x) {
  const auto rest = x.text.substr(x.end);
  const auto file = rest.substr(0, rest.find(": "));
  return fmt::format(
    "the rendered text of {} is no YAML: most often a wrong indentation (`nindent`), or a value with "
    "`: ` or `#` that lacks `quote`; the line counts in the rendered text, which `addon-operator module "
    "render {}` or `helm template` shows",
    is_path(file) ? std::string(file) : "that template", name_or(x.place.module, "NAME"));
}

/// `error calling include: template: no template "common.labels" associated with template "gotpl"`
std::string step_for_missing_template(const known_failure& x) {
  if (!x.has(" associated with template ") && !x.has("\" not defined")) return {};
  return fmt::format("the chart includes the template {}, which no file of it defines: correct the name, or bring the "
                     "library chart back into charts/ (`helm dependency build`)",
                     name_or(x.name(), "of that name"));
}

std::string step_for_missing_function(const known_failure& x) {
  if (!x.has("\" not defined")) return {};
  return fmt::format("templates of Helm have no function {}: correct its name; a newer Helm may have it",
                     name_or(x.name(), "of that name"));
}

/// The value or object that a template reads is absent, or is of another type. The lookups that found
/// nothing, and the sources of values, are in the cause.
std::string step_for_absent_value(const known_failure& x) {
  const auto at = template_place(x.text);
  if (at.empty()) return {};
  if (x.has("; lookup found no "))
    return fmt::format("have the object made that the chart looks up, under the name that is said not to be there, or "
                       "correct the name at {}; an `if` or `required` in the template would name it",
                       at);
  return fmt::format("set the value that {} reads, in the ConfigMap or a values file, or correct the hook that is to "
                     "set it; the chart may take a default, too (`addon-operator module values {}` shows all values)",
                     at, name_or(x.place.module, "NAME"));
}

std::string step_for_wrong_type(const known_failure& x) {
  const auto at = template_place(x.text);
  if (at.empty()) return {};
  return fmt::format("the value that {} reads has another type than the template expects: correct it at its source, or "
                     "the template (`addon-operator module values {}` shows all values)",
                     at, name_or(x.place.module, "NAME"));
}

/// The messages of Helm 4 (pkg/action, pkg/chart, pkg/kube, pkg/release) and of Go's text/template.
constexpr std::array<advice_rule, 24> rules{{
  {"another operation (install/upgrade/rollback) is in progress", step_for_other_helm},
  {"another operation is in progress", step_for_other_helm},
  {", and another Helm may be at work on it", step_for_other_helm},
  {"but missing in charts/ directory", step_for_missing_subchart},
  {"error unpacking subchart ", step_for_damaged_subchart},
  {"which is incompatible with Kubernetes", step_for_version},
  {"meet the specifications of the schema(s)", step_for_chart_schema},
  {"YAML parse error on ", step_for_yaml},
  {"no template ", step_for_missing_template},
  {"template \"", step_for_missing_template},
  {"function \"", step_for_missing_function},
  {"nil pointer evaluating ", step_for_absent_value},
  {"; lookup found no ", step_for_absent_value},
  {"can't evaluate field ", step_for_wrong_type},
  {"range can't iterate over ", step_for_wrong_type},
  {"wrong type for value", step_for_wrong_type},
  {"incompatible types for comparison", step_for_wrong_type},
  {"index of untyped nil", step_for_absent_value},
  {"BackoffLimitExceeded", step_for_job},
  {" not ready. status: ", step_for_unready},
  {"resource not ready, ", step_for_object_not_ready},
  {"timed out waiting for the condition", step_for_wait},
  {"would exceed context deadline", step_for_wait},
  {"context deadline exceeded", step_for_deadline},
}};

} // namespace

std::string_view template_place(std::string_view failure) {
  constexpr std::string_view begin_of_fail = "(";
  constexpr std::string_view end_of_fail = "): ";
  // Go's text/template names the templates from the outermost to the innermost, so the last place is the
  // nearest.
  auto end = failure.rfind(" executing \"");
  if (end == failure.npos) {
    // `fail` and `required` have no such words: `execution error at (web/templates/a.yaml:3:4): WORDS`.
    end = failure.find(end_of_fail);
    const auto begin = failure.substr(0, end).rfind(begin_of_fail);
    if (end == failure.npos || begin == failure.npos) return {};
    const auto place = failure.substr(begin + 1, end - begin - 1);
    return place.find("/templates/") != place.npos && is_path(place) ? place : std::string_view();
  }
  const auto before = failure.substr(0, end);
  const auto space = before.find_last_of(" (");
  const auto place = space == before.npos ? before : before.substr(space + 1);
  return is_path(place) ? place : std::string_view();
}

advice_rules chart_rules() {
  return rules;
}

} // namespace core::status
