#include "actors/releases/helm.hpp"

#include "actors/messages/program_failure.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/values/flag_source_label.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <variant>

namespace actors::releases {

namespace {

constexpr auto release_selector = "owner=helm";

/// After this time no Helm works on a pending revision any more (`core::releases::plan_helm`); a second is for the
/// rounding of its date.
constexpr std::chrono::seconds patience_with_others{core::releases::others_helm_seconds_max + 1};

core::modules::found_release as_found(const core::releases::release& x,
                                      const core::releases::platform_identity& platform) {
  return {.name = x.name,
          .owned = core::releases::is_own(x, platform),
          .is_uninstalled = x.status == core::releases::release_status::uninstalled,
          .is_removal_begun = core::releases::is_uninstalled_by_operator(x),
          .is_removal_held = core::releases::is_removal_held(x),
          .is_wanted_by_hook =
            core::releases::wanted_by(x) == core::values::label_of(core::values::flag_source::hook_patch),
          .is_of_former_name = core::releases::is_of_former_name(x, platform),
          .other_platform = core::releases::other_platform_of(x, platform).value_or(""),
          .wanted_by = core::values::describe_label(core::releases::wanted_by(x))};
}

bool is_unfinished(core::releases::release_status x) {
  return core::releases::is_pending(x) || x == core::releases::release_status::uninstalling;
}

} // namespace

helm_state::helm_state(framework::actor_base<messages::helm_actor>* self, helm_source source, helm_peers peers)
  : self_(self), peers_(std::move(peers)), namespace_name_(source.setup.namespace_name), storage_(source.setup.storage),
    kind_of_records_(release_secrets(storage_)), platform_(source.setup.platform),
    ignored_release_(source.ignored_release), identity_(source.setup.identity),
    runs_(self, std::move(source), peers_.runner), secrets_(self, peers_.supervisor, "helm releases"),
    activation_(core::metrics::activation_startup) {}

// -- the watch on releases -----------------------------------------------------

void helm_state::open_watch_on_releases() {
  messages::watch_spec spec;
  spec.api_version = "v1";
  spec.kind = kind_of_records_.kind;
  spec.namespace_name = namespace_name_;
  spec.label_selector = release_selector;
  if (spec.kind == "Secret") spec.field_selector = "type=helm.sh/release.v1";
  // Decisions need the labels only; the payload is read when a manifest is asked for.
  spec.metadata_only = true;
  secrets_.open(std::move(spec), {}, watches::announced::all_lists);
}

void helm_state::listed(const messages::objects_listed& x) {
  secrets_.take_list();
  secrets_.read([this, version = x.version](const core::bindings::object_list& objects) {
    std::vector<std::string_view> secrets;
    for (const auto& object : objects) secrets.push_back(*object.object);
    std::vector<core::releases::release> before;
    for (const auto& name : records_.names())
      if (auto last = records_.latest(name)) before.push_back(std::move(*last));
    records_.list(secrets, version);
    for (const auto& last : before) {
      notice_confirmation(last);
      notice_loss(last);
      notice_release_of_platform(last);
      notice_others(last.name);
    }
    for (const auto& then : std::exchange(waiting_until_known_, {})) then();
  });
}

void helm_state::changed(const messages::object_changed& x) {
  // A snapshot that has not been read yet contains this change.
  if (!records_.is_complete() || !x.event.object.object) return;
  const auto release = core::releases::read_release(*x.event.object.object);
  if (!release) return;
  const auto before = records_.latest(release->name);
  if (x.event.event == core::bindings::watch_event::deleted)
    records_.remove(*x.event.object.object);
  else
    records_.put(*x.event.object.object);
  if (!work_.contains(release->name)) records_.forget_deletions(release->name);
  if (before) {
    notice_confirmation(*before);
    notice_loss(*before);
    notice_release_of_platform(*before);
  }
  notice_others(release->name);
}

/// The record alone tells later which objects a release has put into the cluster, so a lost record is written
/// again: by the work that is under way, or else by a run.
void helm_state::notice_loss(const core::releases::release& before) {
  if (before.status != core::releases::release_status::deployed || !core::releases::is_own(before, platform_)) return;
  const auto now = records_.latest(before.name);
  if (now && now->revision >= before.revision) return;
  lost_[before.name] = before.revision;
  make_loss_good(before.name);
}

void helm_state::make_loss_good(const std::string& name) {
  if (work_.contains(name)) return;
  const auto lost = lost_.extract(name);
  if (lost.empty()) return;
  sys::log::log_warning("release_record_lost",
                        {{"module", name}, {"release", name}, {"revision", std::int64_t{lost.mapped()}}});
  self_->tell(peers_.supervisor, messages::run_wanted{{}, name, "ReleaseRecordLost"});
}

/// A release by another client over a module's release is undone by a run of the module. If work on the
/// release is under way, the end of that work checks it.
void helm_state::notice_others(const std::string& name) {
  if (work_.contains(name)) return;
  const auto last = records_.latest(name);
  if (!last || !core::releases::is_own(*last, platform_)) return;
  if (is_unfinished(last->status)) return await_end(*last);
  const bool has_worked =
    last->status == core::releases::release_status::deployed || last->status == core::releases::release_status::failed;
  const bool has_uninstalled =
    last->status == core::releases::release_status::uninstalled && !core::releases::is_uninstalled_by_operator(*last);
  if (!has_uninstalled && (!has_worked || !core::releases::is_made_by_others(*last))) return;
  sys::log::log_warning("release_changed_by_others",
                        {{"module", name}, {"release", name}, {"revision", std::int64_t{last->revision}}});
  self_->tell(peers_.supervisor, messages::release_changed_by_others{{}, name, "ReleaseChangedByOthers"});
}

void helm_state::notice_release_of_platform(const core::releases::release& before) {
  if (!core::releases::other_platform_of(before, platform_) || other_owner_of(before.name)) return;
  self_->tell(peers_.supervisor, messages::release_changed_by_others{{}, before.name, "ReleaseOfOtherPlatformGone"});
}

/// A helm that is killed leaves its revision as it is, and may have changed objects before.
void helm_state::await_end(const core::releases::release& unfinished) {
  if (!awaited_.emplace(unfinished.name, unfinished.revision).second) return;
  self_->remind(patience_with_others, messages::look_at_unfinished{{}, unfinished.name, unfinished.revision});
}

void helm_state::take(const messages::look_at_unfinished& x) {
  awaited_.erase({x.release, x.revision});
  const auto last = records_.latest(x.release);
  if (work_.contains(x.release) || !last || last->revision != x.revision) return;
  if (differences_.is_known(x.release))
    self_->tell(peers_.supervisor, messages::run_wanted{{}, x.release, "ReleaseDiffers"});
  if (!is_unfinished(last->status)) return;
  sys::log::log_warning("release_left_unfinished", {{"module", x.release},
                                                    {"release", x.release},
                                                    {"revision", std::int64_t{x.revision}},
                                                    {"status", core::releases::name(last->status)}});
  self_->tell(peers_.supervisor, messages::release_changed_by_others{{}, x.release, "ReleaseLeftUnfinished"});
}

void helm_state::when_known(std::function<void()> then) {
  if (records_.is_complete()) return then();
  waiting_until_known_.push_back(std::move(then));
}

// -- the order of work on a release ---------------------------------------------

void helm_state::begin_work(const std::string& release, std::function<void()> work) {
  auto& queue = work_[release];
  queue.push_back(std::move(work));
  if (queue.size() == 1) when_known(queue.front());
}

void helm_state::end_work(const std::string& release) {
  const auto queue = work_.find(release);
  queue->second.pop_front();
  if (queue->second.empty()) {
    work_.erase(queue);
    records_.forget_deletions(release);
    make_loss_good(release);
    note_proof(release);
    return notice_others(release);
  }
  const auto next = queue->second.front();
  next();
}

framework::promise<messages::release_applied> helm_state::apply(const messages::apply_release& x) {
  auto to = self_->later<messages::release_applied>();
  auto made = std::make_shared<application>();
  made->wanted = x;
  made->to = to;
  made->begun_us = self_->shared().steady_time_us();
  begin_work(x.release, [this, made] { begin(made); });
  return to;
}

// -- the known releases ---------------------------------------------------------

framework::promise<messages::releases_listed> helm_state::list() {
  auto to = self_->later<messages::releases_listed>();
  when_known([this, to] { answer_list(to); });
  return to;
}

void helm_state::answer_list(framework::promise<messages::releases_listed> to) {
  std::vector<core::modules::found_release> found;
  for (const auto& name : records_.names()) {
    if (name == ignored_release_) continue;
    const auto release = records_.latest(name);
    if (release) found.push_back(as_found(*release, platform_));
  }
  for (const auto& name : unread_)
    if (!records_.latest(name)) found.push_back({name, true});
  self_->answer(to, messages::releases_listed{{}, std::move(found)});
}

// -- reports -------------------------------------------------------------------

void helm_state::report(const std::string& release, int step, const std::string& operation, const std::string& reason,
                        std::int64_t begun_us, const base::result<void>& result, const std::string& words) {
  const auto duration = std::chrono::microseconds(self_->shared().steady_time_us() - begun_us);
  const auto seconds = std::chrono::duration<double>(duration).count();
  trace::event event;
  event.type = trace::trace_span::helm;
  event.summary = operation + " " + release + ": " + (result ? reason : result.error().message);
  event.step = step;
  event.facts = {{"module", release},
                 {"operation", operation},
                 {"reason", reason},
                 {"outcome", !result               ? "failed"
                             : operation == "hold" ? "held"
                                                   : "done"}};
  if (!result) event.facts.push_back({"error", result.error().message});
  if (const auto latest = records_.latest(release))
    event.facts.push_back({"revision", std::to_string(latest->revision)});
  self_->record_span(std::move(event), duration);
  self_->tell(peers_.metrics, messages::observe_metric{std::string(core::metrics::own_metric("module_helm_seconds")),
                                                       {{"module", release}, {"activation", activation_}},
                                                       seconds});
  const auto error = result ? std::string() : messages::program_failure::with(result.error(), words).log_text();
  if (!result)
    return sys::log::log_warning("helm_failed", {{"step", step},
                                                 {"module", release},
                                                 {"operation", operation},
                                                 {"reason", reason},
                                                 {"seconds", seconds},
                                                 {"release", release},
                                                 {"error", error}});
  sys::log::log_info("helm_finished", {{"step", step},
                                       {"module", release},
                                       {"operation", operation},
                                       {"reason", reason},
                                       {"seconds", seconds},
                                       {"release", release}});
}

void helm_state::call(kube::api::http_request request,
                      std::function<void(const base::result<kube::api::http_response>&)> then) {
  self_->ask(
    peers_.kube, messages::call_api{{}, std::move(request)},
    [then](const messages::api_answered& x) { then(x.response); },
    [then](const std::string& reason) {
      then(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

messages::helm_actor::behavior_type helm_state::make_behavior() {
  // Without a namespace there are no releases, and no caller asks for any.
  if (!namespace_name_.empty()) open_watch_on_releases();
  return framework::behavior(
    self_, [this](const messages::apply_release& x) { return apply(x); },
    [this](const messages::remove_release& x) { return remove(x); },
    [this](const messages::list_releases&) { return list(); }, [this](const messages::hold_removals& x) { hold(x); },
    [this](const messages::note_flag_sources& x) { note(x); },
    [this](const messages::render_release& x) { return render(x); },
    [this](const messages::end_startup&) { end_activation(); },
    [this](const messages::objects_listed& x) { listed(x); }, [this](const messages::object_changed& x) { changed(x); },
    [this](const messages::look_at_unfinished& x) { take(x); },
    [this](const messages::write_proofs&) { write_next_proof(); });
}

messages::helm_actor helm(caf::actor_system& system, framework::placement where, const framework::context_ptr& shared,
                          helm_source source, const helm_peers& peers) {
  return framework::spawn<helm_state>(system, where, shared, "helm", std::move(source), peers);
}

} // namespace actors::releases
