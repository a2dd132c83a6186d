#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_effect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace core::releases {

namespace {

objection objection_to(const planned_upgrade& x, const std::vector<doubled_object>& replaced) {
  return {
    fmt::format("helm would change {}: the chart in {} has a further document of each object, Helm takes the last "
                "document, and revision {} had a single one. The release stays as it is",
                words_of_doubled(replaced), x.directory, x.last->revision),
    fmt::format("Take one of the files out, for example a backup copy that .helmignore has hidden; or, if the last "
                "document is to count: kubectl -n {} label {} {} {}={}",
                x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision), gives_up_label,
                x.last->revision)};
}

bool is_same_object(const manifest_object& a, const manifest_object& b) {
  return a.kind == b.kind && a.namespace_name == b.namespace_name && a.name == b.name;
}

bool has_doubled(const std::vector<manifest_object>& objects) {
  auto sorted = objects;
  const auto key = [](const manifest_object& x) { return std::tie(x.kind, x.namespace_name, x.name); };
  std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  return std::adjacent_find(sorted.begin(), sorted.end(), is_same_object) != sorted.end();
}

/// Holds an upgrade that would change an object because a second document of the object has come into the
/// chart. Documents that the last revision had, too, and documents that change nothing are reported only.
guard_answer_type answer(const planned_upgrade& x) {
  if (!has_own_revision(x) || is_made_from(*x.last, x.confirmed_inputs, x.inputs_digest, stability(x.chart)))
    return guard_answer::pass{};
  if (!x.rendered) return guard_answer::ask{upgrade_fact::rendered};
  if (!has_doubled(*x.rendered)) return guard_answer::pass{};
  if (!x.doubled) return guard_answer::ask{upgrade_fact::doubled};
  std::vector<doubled_object> replaced;
  std::copy_if(x.doubled->begin(), x.doubled->end(), std::back_inserter(replaced),
               [](const auto& object) { return object.is_replaced; });
  if (replaced.empty() || x.last->label(gives_up_label) == std::to_string(x.last->revision))
    return guard_answer::pass{.doubled = words_of_doubled(*x.doubled)};
  return guard_answer::hold{objection_to(x, replaced), true};
}

} // namespace

const upgrade_guard doubled_objects_guard{
  "doubled objects", "would an object change because the chart has a second document of the object?", answer};

} // namespace core::releases
