// The labels that an application writes on records of its release.
#include "actors/releases/hook_places_reader.hpp"
#include "actors/releases/release_application.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/default_places.hpp"
#include "core/releases/digest_labels.hpp"
#include "core/releases/hook_value_changes.hpp"
#include "core/releases/lookup_answers.hpp"
#include "core/releases/lost_labels.hpp"
#include "core/values/flag_source_label.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::releases {

/// Asks which values hooks have set, for the labels of the revision, if hooks have set any. Without an answer
/// the labels are left out, and no upgrade is held for them.
void release_application::with_hook_places(std::function<void()> then) {
  if (!wanted_.standing || !core::releases::has_hook_values(*wanted_.standing)) {
    hook_places_.emplace();
    return then();
  }
  read_hook_places(
    parts_, wanted_.release, text::parse_json(chart_.values()).value_or(text::json()),
    [this, self = shared_from_this(), then = std::move(then)](const base::result<core::releases::hook_places>& found) {
      if (found) hook_places_ = *found;
      then();
    });
}

core::releases::labelled_facts release_application::labelled() const {
  return {.platform = parts_.platform,
          .wanted_by = core::values::label_of(wanted_.wanted_by),
          .chart_parts =
            core::releases::parts_of_chart({chart_.files(), chart_.blank_files(), chart_.empty_directories()}),
          .directory = wanted_.directory,
          .standing = wanted_.standing,
          .script_grounds = wanted_.script_grounds,
          .hooks = wanted_.hooks,
          .place = parts_.place.now(),
          .written = parts_.leaving.written_digest(wanted_.release, wanted_.standing),
          .flag_order = parts_.flag_order,
          .instance = parts_.instance,
          .term = parts_.own_term()};
}

std::map<std::string, std::string> release_application::next_labels() const {
  const auto& known = parts_.records.known();
  const auto last = known.latest(wanted_.release);
  auto labels = core::releases::labels_of_next(last, labelled());
  const auto* latest = last ? &*last : nullptr;
  if (hook_places_) labels.merge(core::releases::hook_place_labels(latest, *hook_places_));
  labels.merge(core::releases::lookup_labels(latest, chart_.looked_up()));
  labels.merge(labels_of_defaults(latest));
  labels.merge(parts_.unread_values.labels(wanted_.release, core::releases::label_taken_away));
  const auto before = known.find(wanted_.release);
  // Helm may see another state of the cluster than the rendering, so the label names no inputs before the
  // comparison.
  if (chart_.is_compared())
    return core::releases::revision_labels(before, core::releases::unproven_inputs, std::nullopt, std::move(labels));
  return core::releases::revision_labels(
    before, chart_.inputs_digest(), chart_.rendering_digest() ? chart_.rendering_digest() : chart_.rendered_digest(),
    std::move(labels));
}

/// The changes of labels that bring the record of the revision up to date, if the chart still renders to the
/// manifest of this revision.
std::map<std::string, std::string> release_application::labels_due(const core::releases::release& last) const {
  auto due = core::releases::labels_due(last, labelled());
  // Labels that an admission policy has removed are written again, because the policy may have changed.
  due.merge(parts_.unread_values.labels(wanted_.release, ""));
  due.merge(parts_.records.known().unstored(wanted_.release));
  const auto* manifest = parts_.records.known().manifest(last);
  const std::string inputs(chart_.is_stable() ? chart_.inputs_digest() : core::releases::unproven_inputs);
  if (manifest != nullptr && core::releases::has_lost_labels(last, manifest->modules))
    due.merge(core::releases::lost_labels(last, labelled(), inputs));
  if (hook_places_ && core::releases::is_own(last, parts_.platform) && !core::releases::names_hook_places(last))
    due.merge(core::releases::hook_place_labels(&last, *hook_places_));
  if (!core::releases::is_own(last, parts_.platform)) return due;
  due.merge(core::releases::lookup_labels_due(last, chart_.looked_up()));
  if (lacks_defaults(last)) due.merge(labels_of_defaults(&last));
  return due;
}

/// The labels for defaults that Helm's record does not show. None if the sources of the values are not known.
std::map<std::string, std::string> release_application::labels_of_defaults(const core::releases::release* last) const {
  if (!wanted_.standing) return {};
  if (!chart_.has_defaults_beyond_record()) return core::releases::default_labels(last, std::nullopt);
  const auto values = text::parse_json(chart_.values());
  if (!values || (!hook_places_ && core::releases::has_hook_values(*wanted_.standing))) return {};
  const auto set = hook_places_.value_or(core::releases::hook_places{});
  return core::releases::default_labels(
    last, core::releases::default_places(
            {core::values::to_camel(wanted_.release), *values, parts_.file_values, wanted_.standing->sections, set}));
}

bool release_application::lacks_defaults(const core::releases::release& last) const {
  return !core::releases::has_label_with(last, core::releases::module_defaults_prefix)
         && chart_.has_defaults_beyond_record();
}

void release_application::note_lookups(const helm_runs::outcome& ended, std::function<void()> then) {
  const auto made = parts_.records.known().latest(wanted_.release);
  const bool is_own = made && made->label(core::releases::module_revision_label) == std::to_string(made->revision);
  const auto due = is_own && chart_.chart().uses_lookup ? core::releases::lookup_labels_due(*made, ended.looked_up)
                                                        : std::map<std::string, std::string>{};
  if (due.empty()) return then();
  // A failed write is not reported, because the next run tries it again.
  parts_.records.set_labels(*made, due, [then = std::move(then)](const base::result<std::string>&) { then(); });
}

void release_application::own(std::function<void()> then) {
  const auto last = parts_.records.known().latest(wanted_.release);
  const bool needs_places = last && wanted_.standing && core::releases::has_hook_values(*wanted_.standing)
                            && core::releases::is_own(*last, parts_.platform)
                            && (!core::releases::names_hook_places(*last) || lacks_defaults(*last));
  if (!needs_places) return write_labels_due(std::move(then));
  with_hook_places([self = shared_from_this(), then = std::move(then)] { self->write_labels_due(then); });
}

void release_application::write_labels_due(std::function<void()> then) {
  const auto last = parts_.records.known().latest(wanted_.release);
  parts_.unread_values.look(wanted_);
  auto due = last ? labels_due(*last) : std::map<std::string, std::string>{};
  parts_.notes_of_grounds.limit(wanted_.release, due);
  if (due.empty()) return then();
  const bool is_taken_over = due.contains(std::string(core::releases::module_platform_label));
  parts_.records.set_labels(
    *last, due, [this, self = shared_from_this(), is_taken_over, then](const base::result<std::string>& written) {
      // A failed write is not reported, because the next run tries it again.
      if (written && is_taken_over)
        sys::log::log_info(
          "release_taken_over",
          {{"module", wanted_.release}, {"release", wanted_.release}, {"platform", parts_.platform.name}});
      then();
    });
}

} // namespace actors::releases
