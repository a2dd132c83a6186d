#include "core/rbac/hook_rights.hpp"

#include "base/contains.hpp"
#include "core/bindings/conversion_binding.hpp"
#include "core/rbac/patch_scan.hpp"

#include <fmt/format.h>

#include <set>

namespace core::rbac {

namespace {

/// Adds remarks on the rights that a user has to find out, because the text does not show them.
void remark_gaps(needed_rights& rights, const std::string& asker, const patch_scan& words) {
  if (words.reads_others) rights.remark(asker + " uses other files: their changes in the cluster are not read");
  if (!words.patches) return;
  if (words.kinds.empty()) rights.remark(asker + " patches objects of kinds that its text does not name");
  if (words.verbs.empty()) rights.remark(asker + " patches objects by operations that its text does not name");
  if (words.leaves_open && !words.kinds.empty() && !words.verbs.empty())
    rights.remark(asker + " has operations or kinds that are no plain words: the list may be incomplete");
}

/// Only these verbs of an operation apply to a subresource.
std::set<std::string> verbs_of_subresource(const std::set<std::string>& verbs) {
  std::set<std::string> some;
  for (const auto* verb : {"get", "patch", "update"})
    if (verbs.contains(verb)) some.insert(verb);
  return some;
}

} // namespace

void add_rights_of_bindings(needed_rights& rights, const resource_names& names, const std::string& asker,
                            const bindings::hook_definition& hook) {
  if (!hook.webhooks.empty() || !hook.conversions.empty()) rights.add_webhooks(asker);
  for (const auto& conversion : hook.conversions)
    rights.add(
      {.group = "apiextensions.k8s.io", .resource = "customresourcedefinitions", .names = {conversion->definition}},
      {"get", "list", "watch", "patch"}, asker + ", conversion '" + conversion->name + "'");
  for (const auto& binding : hook.kubernetes) {
    const auto resource = names.find(binding.api_version, binding.kind);
    const auto who = fmt::format("{}, binding '{}'", asker, binding.name);
    if (resource.is_guess)
      rights.remark(fmt::format("{} watches the kind {}, which is not defined in the modules: '{}' is a guess", who,
                                binding.kind, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, {"list", "watch"}, who);
    // The operator watches Namespaces to learn which of them have the labels.
    if (binding.namespaces.labels) rights.add({.group = {}, .resource = "namespaces"}, {"list", "watch"}, who);
  }
}

void add_rights_of_patches(needed_rights& rights, const resource_names& names, const std::string& asker,
                           const bindings::hook_definition& hook, std::string_view text) {
  // Texts have no NUL bytes, and programs nearly always have some.
  if (base::contains(text, std::string_view("\0", 1)))
    return rights.remark(asker + " is no script: its changes in the cluster are not known");
  const auto code = without_comments(text);
  remark_kubectl(rights, asker, code);
  const auto words = scan_patches(names, hook, code);
  remark_gaps(rights, asker, words);
  const auto& verbs = words.verbs;
  for (const auto& kind : words.kinds) {
    auto resource = names.find("", kind);
    // The group of an unknown kind can only come from the text itself.
    if (resource.is_guess) resource = names.find(version_before(code, kind), kind);
    if (resource.is_guess && !verbs.empty())
      rights.remark(fmt::format("{} patches the kind {}, which is not defined in the modules: '{}' is a guess", asker,
                                kind, resource.plural));
    rights.add({.group = resource.group, .resource = resource.plural}, verbs, asker + ", object patches");
    for (const auto& part : words.subresources)
      rights.add({.group = resource.group, .resource = resource.plural + "/" + part}, verbs_of_subresource(verbs),
                 asker + ", object patches");
  }
}

void remark_kubectl(needed_rights& rights, const std::string& asker, std::string_view text) {
  if (base::contains(text, "kubectl"))
    rights.remark(asker + " calls kubectl: the rights that it needs for this stand nowhere");
}

} // namespace core::rbac
