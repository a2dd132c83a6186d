#include "actors/releases/leaving_sweep.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/helm_parts.hpp"
#include "base/duration.hpp"
#include "base/utc_time.hpp"
#include "core/modules/recent_removals.hpp"
#include "core/releases/leaving_record.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/removed_objects.hpp"
#include "core/releases/written_values.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors::releases {

namespace {

/// The ways to keep objects that leave.
std::string hint_to_keep(const std::string& release) {
  return fmt::format("`addon-operator module pause {}` holds their deletion; to keep them for good, annotate them with "
                     "helm.sh/resource-policy: keep, or bring back what differs",
                     release);
}

leaving_sweep::objects objects_of(const std::vector<left_object_fate>& fates, left_object_fate::end how) {
  leaving_sweep::objects found;
  for (const auto& x : fates)
    if (x.how == how) found.push_back(x.object);
  return found;
}

} // namespace

leaving_sweep::leaving_sweep(helm_parts& parts, std::chrono::microseconds grace) : parts_(parts), leaving_(grace) {}

std::string leaving_sweep::grace_text() const {
  return leaves() ? base::duration_text(leaving_.grace()) : std::string();
}

// -- what leaves ---------------------------------------------------------------

void leaving_sweep::read_records(const std::vector<std::string_view>& records) {
  const auto before = std::exchange(recorded_, {});
  leaving_ = core::releases::leaving_objects(leaving_.grace());
  why_.clear();
  for (const auto& text : records) {
    auto all = core::releases::objects_leaving_in(text);
    if (all.empty()) continue;
    const auto record = core::releases::read_release(text);
    // Another operator deletes the objects of its own releases.
    if (!record || !core::releases::is_own(*record, parts_.platform)) continue;
    // Only the last revision that has succeeded has the whole list.
    if (record->status != core::releases::release_status::deployed) continue;
    recorded_[record->name] = record->revision;
    // If this operator has the default of `--removal-grace`, an earlier operator may have had another time,
    // by a variable that is lost.
    const bool is_default = leaving_.grace() == core::releases::default_removal_grace;
    leaving_.found(record->name, all, is_default ? core::releases::leaving_grace_in(text) : std::chrono::seconds(0));
    name_leaving(record->name);
  }
  for (const auto& [release, revision] : before)
    if (leaving_.of(release).empty()) tell_ahead(release);
}

void leaving_sweep::note_upgrade(const std::string& release, const objects& left, const std::string& why) {
  if (const auto last = parts_.records.known().latest(release); last && (!left.empty() || !of(release).empty()))
    recorded_[release] = last->revision;
  if (left.empty()) return;
  why_[release] = why;
  leaving_.left(release, left, parts_.self->shared().steady_time_us());
  write_grace(release);
  name_leaving(release);
  plan();
}

void leaving_sweep::note_applied(const std::string& release) {
  if (const auto* manifest = parts_.records.known().latest_manifest(release))
    for (const auto& [by, all] : leaving_.take_present(*manifest->objects)) {
      name_stay(by, all, by == release ? "the chart has them again" : "the chart of module '" + release + "' has them");
      tell_ahead(by);
      write_record(by);
    }
  // Named again, because only now the time of the deletion is known.
  if (!leaving_.applied(release, parts_.self->shared().steady_time_us())) return;
  name_leaving(release);
  plan();
}

std::string leaving_sweep::written_digest(const std::string& release,
                                          const std::optional<core::values::value_standing>& standing) const {
  if (!standing || !leaves()) return {};
  const auto last = parts_.records.known().latest(release);
  return core::releases::written_digest(core::values::to_camel(release), *standing, parts_.file_values,
                                        last ? last->labels : std::map<std::string, std::string>());
}

std::vector<std::string> leaving_sweep::releases_due() const {
  const auto due = leaving_.releases_due(parts_.self->shared().steady_time_us());
  return {due.begin(), due.end()};
}

void leaving_sweep::plan() {
  const auto next = leaving_.next_us();
  if (!next || (reminded_us_ && *reminded_us_ <= *next)) return;
  reminded_us_ = next;
  const auto wait = std::max<std::int64_t>(0, *next - parts_.self->shared().steady_time_us());
  parts_.self->remind(std::chrono::microseconds(wait), messages::sweep_leaving{});
}

// -- the sweep -----------------------------------------------------------------

void leaving_sweep::sweep(const std::string& release, std::function<void()> then) {
  check_pause(release, [this, release, then] {
    check_outage(release, [this, release, then] {
      remove_left_objects(parts_, release, leaving_.due(release, parts_.self->shared().steady_time_us()),
                          [this, release, then](const std::vector<left_object_fate>& fates) {
                            end(release, fates);
                            then();
                          });
    });
  });
}

/// Goes on with an empty list of due objects if the module is paused.
void leaving_sweep::check_pause(const std::string& release, std::function<void()> then) {
  parts_.self->ask(
    parts_.peers.supervisor, messages::describe_operator{},
    [this, release, then](const messages::operator_description& x) {
      if (x.paused.contains(release)) {
        leaving_.await_run(release);
        name_leaving(release);
      }
      then();
    },
    [then](const std::string&) { then(); });
}

/// A hook or a rendering in an outage may have brought the absence about, so the time begins again.
void leaving_sweep::check_outage(const std::string& release, std::function<void()> then) {
  if (leaving_.due(release, parts_.self->shared().steady_time_us()).empty()) return then();
  const auto now_us = parts_.self->shared().steady_time_us();
  parts_.self->ask(
    parts_.peers.kube, messages::find_outage{{}, now_us - leaving_.grace_of(release).count(), now_us},
    [this, release, then](const messages::outage_found& x) {
      if (!x.when.empty()) {
        leaving_.begin_again(release, parts_.self->shared().steady_time_us());
        name_leaving(release);
      }
      then();
    },
    [then](const std::string&) { then(); });
}

void leaving_sweep::remove_all(const std::string& release, std::function<void(const base::result<void>&)> then) {
  const auto all = leaving_.of(release);
  if (all.empty()) return then({});
  remove_left_objects(parts_, release, all, [this, release, then](const std::vector<left_object_fate>& fates) {
    end(release, fates);
    for (const auto& x : fates)
      if (x.how == left_object_fate::end::failed)
        return then(
          base::fail("deleting " + core::releases::describe(x.object) + ", which an upgrade had left", x.failure));
    then({});
  });
}

void leaving_sweep::end(const std::string& release, const std::vector<left_object_fate>& fates) {
  std::map<std::string, objects> stay;
  for (const auto& x : fates) {
    // A failed object stays in the list for its next try.
    if (x.how == left_object_fate::end::failed)
      name_failure(release, x);
    else
      leaving_.forget(release, x.object);
    if (x.how == left_object_fate::end::stays) stay[x.reason].push_back(x.object);
  }
  for (const auto& [reason, all] : stay) name_stay(release, all, reason);
  if (const auto gone = objects_of(fates, left_object_fate::end::gone); !gone.empty()) name_gone(release, gone);
  if (!fates.empty()) tell_ahead(release);
  if (!fates.empty()) write_record(release);
  plan();
}

// -- words ---------------------------------------------------------------------

std::string leaving_sweep::until_of(const std::string& release) const {
  auto& shared = parts_.self->shared();
  const auto at = leaving_.next_us(release);
  return at ? base::utc_text(shared.wall_time_us() + (*at - shared.steady_time_us())) + " UTC"
            : base::duration_text(leaving_.grace_of(release)) + " after the next run of the module";
}

void leaving_sweep::name_leaving(const std::string& release) {
  const auto all = leaving_.of(release);
  if (all.empty()) return;
  sys::log::log_info(
    "release_objects_leaving",
    {{"module", release}, {"objects", core::releases::words_of_objects(all)}, {"until", until_of(release)}});
  tell_ahead(release);
}

void leaving_sweep::tell_ahead(const std::string& release) {
  const auto all = leaving_.of(release);
  const auto& why = why_[release];
  const auto line =
    all.empty()
      ? std::string()
      : fmt::format("release '{}' does not have {} any more, and leaves them until {} (--removal-grace); then they are "
                    "deleted. What differs: {}. Hint: {}",
                    release, core::releases::words_of_objects(all), until_of(release),
                    why.empty() ? "an upgrade before this start has left them" : why, hint_to_keep(release));
  parts_.self->tell(parts_.peers.supervisor,
                    messages::note_removed_objects{{}, core::modules::subject_ahead(release), line});
}

void leaving_sweep::name_stay(const std::string& release, const objects& all, const std::string& reason) {
  const auto words = core::releases::words_of_objects(all);
  sys::log::log_info("release_objects_stay", {{"module", release}, {"objects", words}, {"reason", reason}});
  parts_.self->tell(parts_.peers.supervisor,
                    messages::note_removed_objects{
                      {},
                      release,
                      fmt::format("release '{}': {}, which were not in its chart for a while, stay, because {}",
                                  release, words, reason)});
}

void leaving_sweep::name_gone(const std::string& release, const objects& all) {
  const auto words = core::releases::words_of_objects(all);
  sys::log::log_info("release_objects_gone", {{"module", release}, {"objects", words}});
  const auto& why = why_[release];
  parts_.self->tell(
    parts_.peers.supervisor,
    messages::note_removed_objects{
      {},
      release,
      fmt::format("release '{}': {}, which its chart did not have any more, were deleted at {} UTC. What differs: {}",
                  release, words, base::utc_text(parts_.self->shared().wall_time_us()),
                  why.empty() ? "an upgrade before this start had left them" : why)});
  trace::event event;
  event.type = trace::trace_span::helm;
  event.summary = "delete " + release + ": " + words;
  event.facts = {{"module", release},
                 {"operation", "delete"},
                 {"reason", "their time after an upgrade without them is over"},
                 {"outcome", "done"},
                 {"removes", words}};
  parts_.self->record_span(std::move(event), std::chrono::microseconds(0));
}

void leaving_sweep::name_failure(const std::string& release, const left_object_fate& x) {
  const auto failure = leaving_.failed(release, x.object, parts_.self->shared().steady_time_us());
  const auto object = core::releases::describe(x.object);
  const auto hint =
    failure.again_in
      ? "it is tried again in " + base::duration_text(*failure.again_in)
      : std::string("it is tried again after a restart; delete it with kubectl, or give it the annotation "
                    "helm.sh/resource-policy: keep");
  sys::log::log_warning("release_object_not_removed", {{"module", release},
                                                       {"object", object},
                                                       {"tries", std::int64_t{failure.tries}},
                                                       {"error", x.failure.message},
                                                       {"hint", hint}});
  parts_.self->tell(parts_.peers.supervisor,
                    messages::note_removed_objects{
                      {},
                      release,
                      fmt::format("release '{}': {}, which its chart does not have any more, cannot be deleted: {}. "
                                  "Hint: {}",
                                  release, object, x.failure.message, hint)});
}

// -- the record ----------------------------------------------------------------

/// A failed write is not repeated: the next operator without the option gives the objects the default.
void leaving_sweep::write_grace(const std::string& release) {
  const auto revision = recorded_.find(release);
  const auto grace = std::chrono::ceil<std::chrono::seconds>(leaving_.grace_of(release));
  if (revision == recorded_.end() || grace <= core::releases::default_removal_grace) return;
  const auto annotations = text::json::object(
    {{std::string(core::releases::leaving_grace_annotation), text::json(std::to_string(grace.count()))}});
  parts_.records.patch(release, revision->second,
                       text::json::object({{"metadata", text::json::object({{"annotations", annotations}})}}).dump(),
                       [](const base::result<std::string>&) {});
}

/// A failed write is not reported: a restart looks at these objects again, and finds that they are gone.
void leaving_sweep::write_record(const std::string& release) {
  const auto all = leaving_.of(release);
  if (all.empty()) why_.erase(release);
  const auto revision = recorded_.find(release);
  if (revision == recorded_.end()) return;
  const auto text = core::releases::leaving_text(all);
  const auto annotations = text::json::object(
    {{std::string(core::releases::leaving_annotation), text.empty() ? text::json() : text::json(text)}});
  parts_.records.patch(release, revision->second,
                       text::json::object({{"metadata", text::json::object({{"annotations", annotations}})}}).dump(),
                       [](const base::result<std::string>&) {});
  if (all.empty()) recorded_.erase(revision);
}

} // namespace actors::releases
