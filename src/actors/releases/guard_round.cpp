#include "actors/releases/guard_round.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/capability_watch.hpp"
#include "actors/releases/object_handover.hpp"
#include "actors/releases/object_owners.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/modules_directory.hpp"
#include "core/releases/release_difference.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/unpacked_record.hpp"
#include "core/releases/upgrade_effect.hpp"
#include "core/releases/volatile_functions.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors::releases {

namespace {

std::optional<cluster::records::revision_identity> identity_of(const std::optional<core::releases::release>& x) {
  return x ? std::optional(cluster::records::revision_identity::of(*x)) : std::nullopt;
}

} // namespace

guard_round::guard_round(helm_parts& parts, const messages::apply_release& wanted, application_chart& chart,
                         std::string reason)
  : parts_(parts), wanted_(wanted), chart_(chart), reason_(std::move(reason)) {}

void guard_round::ask(std::vector<core::releases::upgrade_guard> guards, std::function<void(const verdict&)> then) {
  guards_ = std::move(guards);
  then_ = std::move(then);
  base_ = identity_of(parts_.records.known().latest(wanted_.release));
  ask_next();
}

bool guard_round::has_base_changed() const {
  return identity_of(parts_.records.known().latest(wanted_.release)) != base_;
}

/// Asks the next guard about the current latest revision, because the previous guard may have written labels.
void guard_round::ask_next() {
  // The guards before have not checked the new revision.
  if (has_base_changed()) return then_(core::releases::guard_answer::begin_again{});
  if (guards_.empty())
    return then_(no_objection{removed_, upgrade_.compared ? *upgrade_.compared : upgrade_.released, is_removal_written_,
                              differs_});
  upgrade_ = planned();
  ask_again();
}

void guard_round::ask_again() {
  if (has_base_changed()) return then_(core::releases::guard_answer::begin_again{});
  upgrade_.rendered = chart_.rendered();
  upgrade_.looked_up = chart_.looked_up();
  if (const auto& cluster = chart_.cluster()) upgrade_.kinds = kind_doubt_of(*cluster);
  if (upgrade_.last) {
    const auto* manifest = parts_.records.known().manifest(*upgrade_.last);
    upgrade_.released = manifest == nullptr ? nullptr : manifest->objects;
    upgrade_.before = {};
    if (manifest != nullptr)
      upgrade_.before = {manifest->templates, manifest->files, manifest->modules, manifest->schemas, manifest->version};
    upgrade_.kept = manifest == nullptr ? std::vector<core::releases::manifest_object>() : manifest->kept;
    upgrade_.is_content_changed = manifest != nullptr && upgrade_.rendered && chart_.rendered_digest()
                                  && manifest->digest != *chart_.rendered_digest();
  }
  on_answer(guards_.front().answer(upgrade_));
}

void guard_round::on_answer(const core::releases::guard_answer_type& answer) {
  using namespace core::releases;
  struct visitor {
    guard_round& round;
    void operator()(const guard_answer::pass& x) const { round.pass(x); }
    void operator()(const guard_answer::ask& x) const { round.fetch(x.fact, x.places); }
    void operator()(const guard_answer::hold& x) const { round.then_(x); }
    void operator()(const guard_answer::put_off& x) const { round.then_(x); }
    void operator()(const guard_answer::delay& x) const { round.delay(x); }
    void operator()(const guard_answer::refuse& x) const { round.then_(round.failed(x.why)); }
    void operator()(const guard_answer::begin_again& x) const { round.then_(x); }
  };
  std::visit(visitor{*this}, answer);
}

void guard_round::pass(const core::releases::guard_answer::pass& x) {
  guards_.erase(guards_.begin());
  if (!x.blank) return pass_named(x);
  name_blanks(*x.blank, [this, self = shared_from_this(), x] { pass_named(x); });
}

void guard_round::pass_named(const core::releases::guard_answer::pass& x) {
  if (x.keys) name_keys(*x.keys);
  if (!x.doubled.empty()) name_doubled(x.doubled);
  if (!x.handed_over.empty()) return hand_over_all(x.handed_over);
  if (x.removed.empty()) return write_labels(x.labels);
  // The objects are reported before the labels are written, because the new labels forget hooks that no
  // longer set values.
  name_losses(x.removed, [this, self = shared_from_this(), labels = x.labels] { write_labels(labels); });
}

void guard_round::delay(const core::releases::guard_answer::delay& x) {
  const auto now_us = parts_.self->shared().steady_time_us();
  if (parts_.delays.begin(wanted_.release, std::string(guards_.front().name), x.time, now_us)) {
    if (x.keys) name_keys(*x.keys);
    // Ends the delay if no change of values does. Bound: a reminder for each delay that begins.
    parts_.self->framework::acting::remind(parts_.peers.supervisor, x.time,
                                           messages::run_wanted{{}, wanted_.release, "UpgradeDelayOver"});
    if (x.blank) return name_blanks(*x.blank, [this, self = shared_from_this(), x] { then_(x); });
  }
  then_(x);
}

void guard_round::name_blanks(const core::releases::blank_values_note& x, const std::function<void()>& then) {
  switch (x.owner) {
    case core::releases::value_owner::hooks: name_blanks_of_hooks(x); return then();
    case core::releases::value_owner::users: return name_blanks_of_users(x, then);
  }
}

void guard_round::name_blanks_of_users(const core::releases::blank_values_note& x, std::function<void()> then) {
  parts_.records.read(
    wanted_.release, upgrade_.last->revision,
    [this, self = shared_from_this(), x, then = std::move(then)](const base::result<std::string>& record) {
      const auto found =
        record.and_then([](const std::string& secret) { return core::releases::read_manifest(secret); })
          .and_then([&](const std::string& released) {
            return core::releases::describe_difference(chart_.rendering(), released, parts_.records.namespace_name());
          });
      const auto objects = found ? found->objects : "not known: " + found.error().message;
      sys::log::log_warning("user_values_blank", {{"module", wanted_.release},
                                                  {"revision", upgrade_.last->revision},
                                                  {"values", x.values},
                                                  {"objects", objects},
                                                  {"hint", x.hint}});
      parts_.self->tell(
        parts_.peers.supervisor,
        messages::note_removed_objects{
          {},
          wanted_.release + " (values)",
          fmt::format("release '{}': values of users have lost their content since revision {}: {}. Objects that "
                      "differ: {}. Hint: {}",
                      wanted_.release, upgrade_.last->revision, x.values, objects, x.hint)});
      then();
    });
}

void guard_round::name_blanks_of_hooks(const core::releases::blank_values_note& x) const {
  sys::log::log_warning("hook_values_blank", {{"module", wanted_.release},
                                              {"revision", upgrade_.last->revision},
                                              {"values", x.values},
                                              {"hooks", x.hooks},
                                              {"hint", x.hint}});
  parts_.self->tell(
    parts_.peers.supervisor,
    messages::note_removed_objects{
      {},
      wanted_.release + " (values)",
      fmt::format("release '{}': values of hooks have lost their content since revision {}: {}. Values are set by {}. "
                  "Hint: {}",
                  wanted_.release, upgrade_.last->revision, x.values, x.hooks, x.hint)});
}

void guard_round::name_doubled(const std::string& objects) const {
  sys::log::log_warning(
    "chart_objects_doubled",
    {{"module", wanted_.release},
     {"revision", upgrade_.last->revision},
     {"objects", objects},
     {"hint", "the chart has several documents of each object, and Helm takes the last: take one of "
              "the files out"}});
}

void guard_round::hand_over_all(const std::vector<core::releases::shared_object>& objects) {
  hand_over(parts_, wanted_.release, objects, [this, self = shared_from_this(), objects](const base::result<void>& x) {
    if (!x) return then_(failed(x.error()));
    handed_over_ = objects;
    ask_next();
  });
}

void guard_round::write_labels(const std::map<std::string, std::string>& labels) {
  if (labels.empty()) return ask_next();
  // A failed write does not end the round, because the guard has no objection to the upgrade.
  parts_.records.set_labels(*upgrade_.last, labels,
                            [self = shared_from_this()](const base::result<std::string>&) { self->ask_next(); });
}

// -- objects that go -----------------------------------------------------------

/// An object that belongs to a user or to another release stays, and is not named as one that goes.
void guard_round::name_losses(const std::vector<core::releases::manifest_object>& removed, std::function<void()> then) {
  find_departing(parts_, wanted_.release, removed,
                 [this, self = shared_from_this(), then = std::move(then)](const departing_objects& found) {
                   for (const auto& [reason, objects] : found.staying)
                     sys::log::log_info("release_objects_stay", {{"module", wanted_.release},
                                                                 {"objects", core::releases::words_of_objects(objects)},
                                                                 {"reason", reason}});
                   if (found.going.empty()) return then();
                   name_going(found.going, then);
                 });
}

/// The record is read again: only an upgrade that removes objects needs all of it.
void guard_round::name_going(const std::vector<core::releases::manifest_object>& removed, std::function<void()> then) {
  parts_.records.read(
    wanted_.release, upgrade_.last->revision,
    [this, self = shared_from_this(), removed, then = std::move(then)](const base::result<std::string>& record) {
      const auto upgrade = removing(removed, record);
      const auto objects = core::releases::words_of_objects(removed);
      const auto differs = core::releases::removal_grounds(upgrade);
      sys::log::log_warning("release_objects_removed", {{"module", wanted_.release},
                                                        {"revision", upgrade_.last->revision},
                                                        {"objects", objects},
                                                        {"reason", reason_},
                                                        {"differs", differs},
                                                        {"hint", core::releases::hint_of(upgrade)}});
      parts_.self->tell(parts_.peers.supervisor,
                        messages::note_removed_objects{{}, wanted_.release, core::releases::describe(upgrade)});
      is_removal_written_ = core::releases::is_removal_written(upgrade);
      differs_ = differs;
      removed_ = objects + ", since this differs: " + differs;
      if (!is_removal_written_ && !upgrade.grace.empty()) removed_ += "; they stay for " + upgrade.grace;
      then();
    });
}

core::releases::removing_upgrade guard_round::removing(std::vector<core::releases::manifest_object> objects,
                                                       const base::result<std::string>& record) const {
  core::releases::removing_upgrade x;
  x.last = *upgrade_.last;
  x.objects = std::move(objects);
  if (const auto contents = record.and_then(core::releases::read_revision_contents)) x.before = *contents;
  x.now = chart_.contents();
  x.templates = upgrade_.before.templates;
  x.files = chart_.files();
  const auto& chart = chart_.chart();
  for (const auto& function : chart.volatile_functions)
    if (core::releases::may_look_up(function.substr(function.rfind(": ") + 2))) x.cluster_questions.push_back(function);
  x.groups = upgrade_.groups.names;
  if (const auto& cluster = chart_.cluster()) x.served = cluster->api_versions;
  x.standing = upgrade_.standing;
  x.modules_directory_before =
    core::releases::former_modules_directory(x.last, parts_.platform.modules_dirs, wanted_.directory);
  x.section = core::values::to_camel(wanted_.release);
  x.namespace_name = parts_.records.namespace_name();
  x.written = parts_.leaving.written_digest(wanted_.release, x.standing);
  x.grace = parts_.leaving.grace_text();
  return x;
}

// -- facts ---------------------------------------------------------------------

core::releases::planned_upgrade guard_round::planned() const {
  const auto& known = parts_.records.known();
  core::releases::planned_upgrade x;
  x.release = wanted_.release;
  x.directory = wanted_.directory;
  x.chart = chart_.chart();
  x.files = chart_.files();
  x.blank = chart_.blank_files();
  x.empty_directories = chart_.empty_directories();
  x.damaged = chart_.on_disk().damaged;
  x.hidden = chart_.on_disk().hidden;
  x.schemas = chart_.schemas();
  x.inputs_digest = chart_.inputs_digest();
  x.last = known.latest(wanted_.release);
  const auto confirmed = known.find(wanted_.release);
  if (const auto* release = std::get_if<core::releases::release>(&confirmed)) {
    x.confirmed_inputs = release->label(core::releases::inputs_checksum_label);
    x.is_foreign = !core::releases::is_made_by_operator(*release);
  }
  x.platform = parts_.platform;
  if (core::releases::has_own_revision(x)) x.twins = chart_.twins();
  x.place = parts_.place.now();
  x.handed_over = handed_over_;
  x.removal_grace = std::chrono::ceil<std::chrono::seconds>(parts_.leaving.grace());
  x.value_grace = parts_.value_grace;
  x.standing = wanted_.standing;
  x.hooks_with_events = wanted_.hooks_with_events;
  x.delayed = parts_.delays.over(wanted_.release, parts_.self->shared().steady_time_us());
  if (const auto applied = parts_.applied.find(wanted_.release); applied != parts_.applied.end() && wanted_.values)
    x.have_values_changed = applied->second != text::md5_hex(chart_.values());
  x.namespace_name = parts_.records.namespace_name();
  x.storage = parts_.storage;
  if (wanted_.values) x.groups = core::releases::groups_asked_in(chart_.chart(), chart_.values());
  return x;
}

failed_step guard_round::failed(base::error why) const {
  return {std::move(why), "upgrade", reason_};
}

void guard_round::fetch(core::releases::upgrade_fact fact, const std::vector<text::json_pointer>& places) {
  switch (fact) {
    case core::releases::upgrade_fact::records: return list_records();
    case core::releases::upgrade_fact::other_record: return find_other_record();
    case core::releases::upgrade_fact::hidden_records: return find_hidden_records();
    case core::releases::upgrade_fact::record: return read_record();
    case core::releases::upgrade_fact::rendered: return render();
    case core::releases::upgrade_fact::rendered_with_lost: return render_with_lost();
    case core::releases::upgrade_fact::values_before: return read_values();
    case core::releases::upgrade_fact::without_defaults: return render_with_defaults();
    case core::releases::upgrade_fact::unread: return find_unread_values();
    case core::releases::upgrade_fact::changed_since_start: return look_at_start_files();
    case core::releases::upgrade_fact::owner_check: return look_at_helm();
    case core::releases::upgrade_fact::compared: return read_compared();
    case core::releases::upgrade_fact::others: return find_others();
    case core::releases::upgrade_fact::in_templates: return find_moved_objects();
    case core::releases::upgrade_fact::chart_version: upgrade_.chart_version = chart_.version(); return ask_again();
    case core::releases::upgrade_fact::deletable: return find_deletable();
    case core::releases::upgrade_fact::scaled: return find_scaled();
    case core::releases::upgrade_fact::narrowed: return find_narrowed_parts();
    case core::releases::upgrade_fact::doubled: return find_doubled_objects();
    case core::releases::upgrade_fact::unnamed_dependencies: return compare_dependencies();
    case core::releases::upgrade_fact::claimed: return find_claimed();
    case core::releases::upgrade_fact::in_other_versions: return find_other_versions();
    case core::releases::upgrade_fact::place: return read_place();
    case core::releases::upgrade_fact::taken: return find_taken();
    case core::releases::upgrade_fact::set_by_hooks: return read_places_of_hooks();
    case core::releases::upgrade_fact::departing_keys: return find_departing_keys();
    case core::releases::upgrade_fact::reads_former: return render_with_former(places);
  }
}

} // namespace actors::releases
