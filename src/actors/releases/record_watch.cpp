#include "actors/releases/record_watch.hpp"

#include "actors/messages/supervisor.hpp"
#include "actors/releases/lost_record_report.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/deletion_hooks.hpp"
#include "core/releases/lost_value_sources.hpp"
#include "core/releases/pending_revision.hpp"
#include "core/releases/record_change.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

namespace {

constexpr auto release_selector = "owner=helm";

/// After this time no Helm works on a pending revision any more (`core::releases::plan_helm`). A second is
/// added, because ages are rounded.
constexpr auto patience_with_others = core::releases::others_helm_max + std::chrono::seconds(1);

/// The metadata of records.
struct record_texts {
  explicit record_texts(const core::bindings::object_list& objects) {
    texts.reserve(objects.size());
    for (const auto& x : objects) texts.push_back(x.object.text());
    all.assign(texts.begin(), texts.end());
  }
  std::vector<std::string> texts;
  std::vector<std::string_view> all;
};

} // namespace

record_watch::record_watch(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor,
                           record_client& records, core::releases::platform_identity platform, std::string instance,
                           std::function<bool(const std::string&)> is_busy)
  : self_(self), supervisor_(std::move(supervisor)), records_(records), platform_(std::move(platform)),
    is_busy_(std::move(is_busy)), secrets_(self, supervisor_, "helm releases"), operators_(std::move(instance)) {}

void record_watch::open() {
  messages::watch_spec spec;
  spec.api_version = "v1";
  spec.kind = records_.kind().kind;
  spec.namespace_name = records_.namespace_name();
  spec.label_selector = release_selector;
  // Secrets have a type, so the API server can leave out the Secrets of other programs.
  if (spec.kind == "Secret") spec.field_selector = "type=helm.sh/release.v1";
  // Decisions need only labels; the payload is read when a manifest is needed.
  spec.metadata_only = true;
  // All lists, because known records also come from requests. If an API server was restored from a backup,
  // its next list reports a lost history, and newer states no longer count.
  secrets_.open(std::move(spec), {}, watches::announced::all_lists);
}

void record_watch::when_known(std::function<void()> then) {
  if (records_.known().is_complete()) return then();
  waiting_until_known_.push_back(std::move(then));
}

void record_watch::read_again(const std::function<void()>& then) {
  follows_ = false;
  if (!records_.known().is_complete()) return then();
  secrets_.read(
    [this, then](const core::bindings::object_list& objects) {
      on_first_list(record_texts(objects).all);
      then();
    },
    then);
}

void record_watch::listed(const messages::objects_listed& x) {
  secrets_.on_listed();
  if (x.history == messages::list_history::lost) records_.known().forget_history();
  secrets_.read([this, version = x.version](const core::bindings::object_list& objects) {
    auto& known = records_.known();
    const record_texts texts(objects);
    const auto& secrets = texts.all;
    std::vector<core::releases::release> before;
    for (const auto& name : known.names())
      if (auto last = known.latest(name)) before.push_back(std::move(*last));
    const bool is_first = !known.is_complete();
    if (is_first) on_first_list(secrets);
    known.list(secrets, version);
    if (is_first)
      for (const auto& name : known.names())
        if (const auto last = known.latest(name)) notice_start(*last);
    records_.forget_hidden();
    for (const auto& last : before) {
      notice_change(last);
      notice_others(last.name);
    }
    for (const auto& name : known.names())
      if (std::none_of(before.begin(), before.end(), [&](const auto& last) { return last.name == name; }))
        notice_appearance(name);
    for (const auto& then : std::exchange(waiting_until_known_, {})) then();
  });
}

void record_watch::notice_start(const core::releases::release& latest) {
  operators_.known_at_start(latest);
  if (core::releases::is_newest_record_lost(latest, platform_))
    report_lost_record(self_, supervisor_, latest.name, std::to_string(latest.revision + 1));
}

void record_watch::changed(const messages::object_changed& x) {
  auto& known = records_.known();
  // The first list has not been read yet, and it will contain this change.
  if (!known.is_complete() || !x.event.object.object) return;
  const auto text = x.event.object.object.text();
  const auto release = core::releases::read_release(text);
  if (!release) return;
  const auto before = known.latest(release->name);
  if (x.event.event == core::bindings::watch_event::deleted)
    known.remove(text);
  else
    known.put(text);
  if (!is_busy_(release->name)) known.forget_deletions(release->name);
  if (x.event.event == core::bindings::watch_event::deleted) records_.forget_hidden();
  if (before)
    notice_change(*before);
  else if (known.latest(release->name))
    notice_appearance(release->name);
  notice_others(release->name);
}

/// Handles the first record of a release. If other records of it were hidden, a client has given them their
/// labels back: a first revision that was held is decided again, and so is the removal of its module.
void record_watch::notice_appearance(const std::string& name) {
  const bool was_hidden = records_.is_hidden(name);
  records_.forget_hidden();
  if (follows_) return;
  if (held_.contains(name)) return self_->tell(supervisor_, messages::run_wanted{{}, name, "ReleaseLabelsChanged"});
  if (was_hidden) self_->tell(supervisor_, messages::release_changed_by_others{{}, name, "ReleaseIsThereAgain"});
}

void record_watch::notice_change(const core::releases::release& before) {
  if (follows_) return;
  const auto now = records_.known().latest(before.name);
  // By a change of labels a user may have confirmed a held upgrade.
  const auto has_other = [&](std::string_view label) { return before.label(label) != now->label(label); };
  if (held_.contains(before.name) && now
      && (!core::releases::has_same_value_labels(before, *now) || has_other(core::releases::module_adopt_label)
          || has_other(core::releases::gives_up_label) || has_other(core::releases::chart_directories_label)))
    self_->tell(supervisor_, messages::run_wanted{{}, before.name, "ReleaseLabelsChanged"});
  // A user may have confirmed a held deletion.
  if (now && !is_busy_(before.name)
      && core::releases::deletion_hook_labels_of(before) != core::releases::deletion_hook_labels_of(*now))
    self_->tell(supervisor_, messages::run_wanted{{}, before.name, "ReleaseLabelsChanged"});
  notice_loss(before);
  notice_end_of_waiting(before);
  // Another platform has given up a release that a module of this platform may want.
  if (core::releases::is_given_up(before, now, platform_))
    self_->tell(supervisor_, messages::release_changed_by_others{{}, before.name, "ReleaseOfOtherPlatformGone"});
}

/// The record of a Helm that was killed has gone: the module, which waits for the end of that Helm, runs now.
void record_watch::notice_end_of_waiting(const core::releases::release& before) {
  const auto now = records_.known().latest(before.name);
  const bool has_gone = !now || now->revision < before.revision;
  if (!has_gone || !core::releases::is_unfinished(before.status) || is_busy_(before.name)) return;
  awaited_.erase({before.name, before.revision});
  self_->tell(supervisor_, messages::run_wanted{{}, before.name, "UnfinishedRevisionGone"});
}

/// Handles a lost record. Running work writes it again; if there is no running work, a run of the module is
/// requested.
void record_watch::notice_loss(const core::releases::release& before) {
  if (!core::releases::is_record_lost(before, records_.known().latest(before.name), platform_)) return;
  lost_[before.name] = before.revision;
  report_loss(before.name);
}

void record_watch::report_loss(const std::string& name) {
  if (is_busy_(name)) return;
  const auto lost = lost_.extract(name);
  if (lost.empty()) return;
  sys::log::log_warning("release_record_lost",
                        {{"module", name}, {"release", name}, {"revision", std::int64_t{lost.mapped()}}});
  self_->tell(supervisor_, messages::run_wanted{{}, name, "ReleaseRecordLost"});
}

/// Handles a revision of another client on a module's release: requests a run of the module, which undoes it.
/// If work on the release is running, the end of this work calls this function again.
void record_watch::notice_others(const std::string& name) {
  if (is_busy_(name) || follows_) return;
  const auto last = records_.known().latest(name);
  if (!last) return;
  notice_operator(*last);
  const auto work = core::releases::work_of_others_on(*last, platform_);
  if (work == core::releases::work_of_others::unfinished) return await_end(*last);
  if (work != core::releases::work_of_others::done) return;
  const auto held = held_over_.find(name);
  if (held != held_over_.end() && held->second == cluster::records::revision_identity::of(*last)) return;
  sys::log::log_warning("release_changed_by_others",
                        {{"module", name}, {"release", name}, {"revision", std::int64_t{last->revision}}});
  self_->tell(supervisor_, messages::release_changed_by_others{{}, name, "ReleaseChangedByOthers"});
}

/// The revision itself stays: undoing it would make the two operators upgrade in turns without an end. The
/// next run of the module decides.
void record_watch::notice_operator(const core::releases::release& latest) {
  if (!core::releases::is_own(latest, platform_)) return;
  const auto words = operators_.look_at(latest, self_->shared().steady_time_us());
  if (!words) return;
  sys::log::log_warning("other_operator", {{"module", latest.name},
                                           {"release", latest.name},
                                           {"revision", std::int64_t{latest.revision}},
                                           {"words", *words}});
  show_operators();
  self_->remind(core::releases::other_operators::shown_for,
                messages::look_at_unfinished{{}, latest.name, latest.revision});
}

void record_watch::show_operators() {
  auto line = operators_.line(self_->shared().steady_time_us());
  if (line == shown_operators_) return;
  shown_operators_ = line;
  self_->tell(supervisor_, messages::module_state_changed{
                             {}, "operators", line.empty() ? std::nullopt : std::optional(std::move(line))});
}

/// Waits for the end of an unfinished revision. If its Helm was killed, it never ends, and objects may have
/// changed.
void record_watch::await_end(const core::releases::release& unfinished) {
  ages_.see(unfinished, self_->shared().steady_time_us());
  if (!awaited_.emplace(unfinished.name, unfinished.revision).second) return;
  self_->remind(patience_with_others, messages::look_at_unfinished{{}, unfinished.name, unfinished.revision});
}

void record_watch::look_at(const messages::look_at_unfinished& x) {
  show_operators();
  awaited_.erase({x.release, x.revision});
  const auto last = records_.known().latest(x.release);
  if (is_busy_(x.release) || !last || last->revision != x.revision) return;
  if (differences_.is_known(x.release)) self_->tell(supervisor_, messages::run_wanted{{}, x.release, "ReleaseDiffers"});
  if (!core::releases::is_unfinished(last->status)) return;
  sys::log::log_warning("release_left_unfinished", {{"module", x.release},
                                                    {"release", x.release},
                                                    {"revision", std::int64_t{x.revision}},
                                                    {"status", core::releases::name(last->status)}});
  self_->tell(supervisor_, messages::release_changed_by_others{{}, x.release, "ReleaseLeftUnfinished"});
}

void record_watch::note_hold(const std::string& release) {
  if (const auto last = records_.known().latest(release))
    held_over_.insert_or_assign(release, cluster::records::revision_identity::of(*last));
}

void record_watch::end_of_work(const std::string& release) {
  records_.known().forget_deletions(release);
  report_loss(release);
  notice_others(release);
}

} // namespace actors::releases
