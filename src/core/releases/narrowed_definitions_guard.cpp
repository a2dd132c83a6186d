#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_guard.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;

objection objection_to(const planned_upgrade& x) {
  const auto& lost = *x.narrowed;
  const auto named = std::min(lost.size(), named_max);
  const auto further = lost.size() > named ? fmt::format(" and {} more", lost.size() - named) : std::string();
  return {
    fmt::format("helm would take parts from CustomResourceDefinitions of the chart in {}, and objects of users "
                "would lose such parts with their next write: {}{}. The release stays as it is, revision {}",
                x.directory, fmt::join(lost.begin(), lost.begin() + static_cast<std::ptrdiff_t>(named), "; "), further,
                x.last->revision),
    fmt::format("Bring the definition in the chart up to date, and let the module run; or, if the parts are to go: "
                "kubectl -n {} label {} {} {}={}",
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision), gives_up_label,
                x.last->revision)};
}

bool has_definition(const std::vector<manifest_object>& objects) {
  return std::any_of(objects.begin(), objects.end(),
                     [](const auto& x) { return x.kind == "CustomResourceDefinition"; });
}

/// Holds an upgrade by which objects of users would lose fields or their status, because a definition of the
/// chart has lost properties, the keyword that keeps unknown fields, or a subresource: a file that is cut
/// short, or a hook that lists fewer fields, is no decision about the data of users. Compares with the
/// cluster, because another client may have given the definition further fields.
guard_answer_type answer(const planned_upgrade& x) {
  if (!x.last || x.last->status == release_status::uninstalled) return guard_answer::pass{};
  if (x.last->label(gives_up_label) == std::to_string(x.last->revision)) return guard_answer::pass{};
  if (!x.released && !x.is_record_read) return guard_answer::ask{upgrade_fact::record};
  // Helm cannot read the record either, so the upgrade fails.
  if (!x.released) return guard_answer::pass{};
  const bool is_repeated = is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart));
  if (is_repeated && !has_definition(*x.released) && !has_definition(x.kept)) return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!x.narrowed) return guard_answer::ask{upgrade_fact::narrowed};
  if (x.narrowed->empty()) return guard_answer::pass{};
  return guard_answer::hold{objection_to(x), true};
}

} // namespace

const upgrade_guard narrowed_definitions_guard{
  "definitions", "would objects of users lose fields, because a definition of the chart has lost them?", answer};

} // namespace core::releases
