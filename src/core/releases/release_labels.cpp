#include "core/releases/release_labels.hpp"

#include "core/releases/chart_directories.hpp"
#include "core/releases/flag_order_label.hpp"
#include "core/releases/lead_term.hpp"
#include "core/releases/lost_globals.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/modules_directory.hpp"
#include "core/releases/operator_instance.hpp"
#include "core/releases/script_grounds.hpp"
#include "core/releases/written_values.hpp"

namespace core::releases {

std::map<std::string, std::string> labels_of_next(const std::optional<release>& last, const labelled_facts& x) {
  auto labels = owner_labels(x.platform, x.wanted_by);
  labels.merge(chart_labels(last, x.chart_parts));
  labels.merge(modules_directory_labels(x.platform.modules_dirs, x.directory));
  if (x.standing) labels.merge(value_labels(last, *x.standing));
  if (x.standing) labels.merge(global_labels(last, *x.standing));
  if (x.hooks) labels.merge(deletion_hook_labels(last, *x.hooks));
  labels.merge(identity_labels(last, x.place));
  if (!x.script_grounds.empty()) labels.emplace(script_grounds_label, label_with_grounds(last, x.script_grounds));
  if (!x.written.empty()) labels.emplace(written_values_label, x.written);
  if (!x.flag_order.empty()) labels.emplace(flag_order_label, x.flag_order);
  if (!x.instance.empty()) labels.emplace(module_operator_label, x.instance);
  if (!x.term.empty()) labels.emplace(module_term_label, x.term);
  return labels;
}

std::map<std::string, std::string> labels_due(const release& last, const labelled_facts& x) {
  auto due = owner_labels_due(last, x.platform, x.wanted_by);
  if (!is_own(last, x.platform)) return due;
  if (x.standing) due.merge(value_labels_due(last, *x.standing));
  if (x.standing) due.merge(global_labels_due(last, *x.standing));
  // The chart still renders to the manifest of this revision, so its current parts are complete, and the
  // labels are updated to them.
  due.merge(chart_labels_due(last, x.chart_parts));
  for (const auto& [key, value] : modules_directory_labels(x.platform.modules_dirs, x.directory))
    if (last.label(key) != value) due.emplace(key, value);
  if (x.hooks) due.merge(deletion_hook_labels_due(last, *x.hooks));
  due.merge(identity_labels_due(last, x.place));
  if (!x.written.empty() && last.label(written_values_label) != x.written) due.emplace(written_values_label, x.written);
  if (!x.flag_order.empty() && last.label(flag_order_label) != x.flag_order)
    due.emplace(flag_order_label, x.flag_order);
  const auto grounds = last.label(script_grounds_label).value_or("");
  if (!x.script_grounds.empty() && !has_grounds(grounds, x.script_grounds))
    due.emplace(script_grounds_label, label_with_grounds(last, x.script_grounds));
  return due;
}

bool is_wanted_by_due(const release& last, const platform_identity& own, const std::string& wanted_by) {
  const auto named = releases::wanted_by(last);
  return is_own(last, own) && !named.empty() && named != wanted_by;
}

} // namespace core::releases
