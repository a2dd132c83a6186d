#include "actors/releases/drift_watch.hpp"

#include "actors/messages/kube_client.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/releases/foreign_writes.hpp"
#include "core/releases/object_facts.hpp"
#include "core/releases/reset_changes.hpp"
#include "core/releases/scaled_to_zero.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace actors::releases {

namespace {

/// The rest between two comparisons of a release, so that not each write of a busy client causes requests.
constexpr std::chrono::microseconds rest = std::chrono::seconds(10);

/// The wait before another try of a comparison, if the API server has refused it or has not answered.
constexpr std::chrono::milliseconds retry_wait{60000};

/// The client of a repair: the fields belong to Helm again.
constexpr const char* owner_of_repairs = "helm";

text::json whole(const text::json& x) {
  return x;
}

std::string facts_in(const core::bindings::snapshot_object& x) {
  return x.filter_result.text();
}

std::string own_part(const core::bindings::snapshot_object& x) {
  return std::string(core::releases::own_part(facts_in(x)));
}

bool has_drift(const core::releases::compared_object& x) {
  return x.wanted && x.live
         && !core::releases::drift_of(*x.wanted, *x.live, core::releases::own_managers(), whole).empty();
}

} // namespace

drift_watch::drift_watch(framework::actor_base<messages::release_watcher_actor>* self,
                         messages::supervisor_actor supervisor, object_sources from, core::releases::drift_mode mode,
                         facts known)
  : self_(self), supervisor_(std::move(supervisor)), from_(std::move(from)), mode_(mode), known_(known) {}

void drift_watch::ask_for_facts(core::bindings::kubernetes_binding& wants) const {
  wants.reduction =
    mode_ == core::releases::drift_mode::off ? core::releases::facts_on_end : core::releases::facts_on_end_and_writers;
  wants.on_modified = true;
}

std::string drift_watch::ending_part(const core::bindings::snapshot_object& x) {
  return std::string(core::releases::ending_part(facts_in(x)));
}

// -- hints -------------------------------------------------------------------

void drift_watch::listed(const core::releases::resource_place& place, const core::bindings::object_list& objects) {
  const auto first = written_by_others_.lower_bound({place.api_version, place.kind, place.namespace_name, ""});
  auto last = first;
  while (last != written_by_others_.end() && core::releases::place_of(*last) == place) ++last;
  const std::set<core::releases::manifest_object> before(first, last);
  written_by_others_.erase(first, last);
  for (const auto& x : objects) {
    const core::releases::manifest_object object{place.api_version, place.kind, place.namespace_name,
                                                 std::string(x.name())};
    if (core::releases::has_foreign_part(facts_in(x))) note(object, writers::others);
    note_fields(object, own_part(x));
  }
  for (const auto& object : before)
    if (!written_by_others_.contains(object))
      for (const auto& release : known_.expected.releases_of(object)) want(release);
}

void drift_watch::changed(const core::releases::manifest_object& object, const core::bindings::snapshot_object& now,
                          core::bindings::watch_event event) {
  const bool is_there = event != core::bindings::watch_event::deleted;
  note(object, is_there && core::releases::has_foreign_part(facts_in(now)) ? writers::others : writers::own);
  if (is_there) return note_fields(object, own_part(now));
  own_fields_.erase(object);
  lost_fields_.erase(object);
}

/// A client that removes a field leaves no entry of its own, but the entry of Helm becomes shorter.
void drift_watch::note_fields(const core::releases::manifest_object& object, std::string_view fields) {
  const auto [known, is_new] = own_fields_.try_emplace(object, fields);
  if (is_new || known->second == fields) return;
  known->second = fields;
  for (const auto& release : known_.expected.releases_of(object)) {
    // Helm itself writes other fields now.
    if (known_.paused.contains(release)) continue;
    lost_fields_.insert(object);
    want(release);
  }
}

void drift_watch::note(const core::releases::manifest_object& object, writers by) {
  const bool was_written = written_by_others_.erase(object) > 0;
  if (by == writers::others) written_by_others_.insert(object);
  if (!was_written && by == writers::own) return;
  for (const auto& release : known_.expected.releases_of(object)) want(release);
}

void drift_watch::on_applied(const std::string& release, core::releases::absent_resources::reason why) {
  if (mode_ == core::releases::drift_mode::off) return;
  // A run of Helm counts more than a later look that has found no need for a run.
  const auto [known, is_new] = is_applied_.emplace(release, why);
  if (!is_new && why == core::releases::absent_resources::reason::helm_ran) known->second = why;
  // A step has changed objects or manifest, so this comparison needs no rest.
  ended_us_.erase(release);
  want(release);
}

void drift_watch::forget(const std::string& release) {
  due_.erase(release);
  is_applied_.erase(release);
  ended_us_.erase(release);
  waiting_.erase(release);
  repairs_.forget(release);
  show(release, {}, moment::comparison);
}

// -- comparisons ---------------------------------------------------------------

void drift_watch::want(const std::string& release) {
  // During a Helm step objects and manifest change. The end of the step asks again.
  if (known_.paused.contains(release)) return;
  due_.insert(release);
  compare_next();
}

void drift_watch::compare_next() {
  const auto now = self_->shared().steady_time_us();
  for (auto next = due_.begin(); next != due_.end() && !comparing_;) {
    if (const auto ended = ended_us_.find(*next); ended != ended_us_.end() && ended->second + rest.count() > now) {
      ++next;
      continue;
    }
    const auto release = *next;
    next = due_.erase(next);
    if (!compare(release)) on_compared(release, {});
  }
  await_time();
}

std::vector<core::releases::manifest_object> drift_watch::suspects_of(const std::string& release) const {
  std::vector<core::releases::manifest_object> suspects;
  // Nearly always there are no such objects, so the objects of the release are not copied.
  if (written_by_others_.empty() && lost_fields_.empty()) return suspects;
  for (const auto& object : known_.expected.objects(release))
    if (written_by_others_.contains(object) || lost_fields_.contains(object)) suspects.push_back(object);
  return suspects;
}

bool drift_watch::compare(const std::string& release) {
  const auto suspects = suspects_of(release);
  if (suspects.empty()) return false;
  comparing_ = release;
  const auto comparison =
    std::make_shared<object_comparison>(self_, from_, known_.kinds, [this, release](compared all) {
      comparing_.reset();
      ended_us_[release] = self_->shared().steady_time_us();
      // The result is outdated if a Helm step has begun meanwhile, or if the release was removed.
      const bool is_current = !known_.paused.contains(release) && !known_.expected.objects(release).empty();
      if (is_current) on_compared(release, all);
      compare_next();
    });
  comparison->read(release, suspects);
  return true;
}

void drift_watch::on_compared(const std::string& release, const compared& all) {
  const auto step = is_applied_.find(release);
  const bool is_after_step = step != is_applied_.end();
  const bool is_after_upgrade = is_after_step && step->second == core::releases::absent_resources::reason::helm_ran;
  if (is_after_step) is_applied_.erase(step);
  const bool sets_back =
    mode_ == core::releases::drift_mode::repair && is_after_step && std::any_of(all.begin(), all.end(), has_drift);
  if (sets_back) return set_back(release, std::make_shared<compared>(all), 0);
  conclude(release, all, is_after_upgrade ? moment::upgrade : moment::comparison);
}

void drift_watch::conclude(const std::string& release, const compared& all, moment after) {
  std::vector<core::releases::drifted_object> drifted;
  const auto& before = shown_of(release);
  for (const auto& x : all) {
    const auto known =
      std::find_if(before.begin(), before.end(), [&](const auto& shown) { return shown.object == x.object; });
    if (x.wanted && x.live) {
      auto fields = core::releases::drift_of(*x.wanted, *x.live, core::releases::own_managers(), whole);
      if (fields.empty())
        lost_fields_.erase(x.object);
      else
        drifted.push_back(core::releases::sum_of(x.object, fields));
      continue;
    }
    const auto& why = x.wanted ? x.live.error() : x.wanted.error();
    // An absent object is made again, which is no drift.
    if (why.code == base::error_code::not_found) continue;
    // A missing answer is no proof.
    if (known != before.end()) drifted.push_back(*known);
    try_again_later(release, why);
  }
  if (mode_ == core::releases::drift_mode::repair) note_repairs(release, drifted, after);
  show(release, std::move(drifted), after);
  await_time();
}

void drift_watch::try_again_later(const std::string& release, const base::error& why) {
  if (!waiting_.insert(release).second) return;
  sys::log::log_warning("drift_unknown", {{"release", release}, {"error", why.message}});
  self_->ask(
    from_.kube, messages::await_api_server{{}, retry_wait},
    [this, release](const messages::api_server_awaited&) {
      if (waiting_.erase(release) > 0) want(release);
    },
    [](const std::string&) {});
}

const std::vector<core::releases::drifted_object>& drift_watch::shown_of(const std::string& release) const {
  static const std::vector<core::releases::drifted_object> none;
  const auto known = shown_.find(release);
  return known == shown_.end() ? none : known->second;
}

void drift_watch::name_end(const std::string& release, const std::vector<core::releases::drifted_object>& now,
                           moment after) {
  const auto over = core::releases::drift_that_is_over(shown_of(release), now);
  const bool is_reset = after == moment::upgrade;
  for (const auto& x : over) {
    const bool is_whole = std::none_of(now.begin(), now.end(), [&](const auto& y) { return y.object == x.object; });
    if (!is_reset && !is_whole) continue;
    const auto object = core::releases::describe(x.object);
    const auto fields = fmt::to_string(fmt::join(x.fields, ", "));
    if (is_reset)
      sys::log::log_warning("drift_over", {{"module", release},
                                           {"object", object},
                                           {"fields", fields},
                                           {"manager", x.manager},
                                           {"reason", "an upgrade of the release has reset the fields"},
                                           {"hint", core::releases::hint_of_reset(release)}});
    else
      sys::log::log_info("drift_over", {{"module", release},
                                        {"object", object},
                                        {"fields", fields},
                                        {"manager", x.manager},
                                        {"reason", after == moment::repair
                                                     ? "the operator has given the fields the values of the chart"
                                                     : "a client has taken the change back, or the object is gone"}});
  }
  if (is_reset && !over.empty())
    self_->tell(supervisor_, messages::note_removed_objects{
                               {}, release + " (changes of others)", core::releases::describe_reset(release, over)});
}

void drift_watch::show(const std::string& release, std::vector<core::releases::drifted_object> drifted, moment after) {
  if (shown_of(release) == drifted) return;
  name_end(release, drifted, after);
  if (drifted.empty())
    shown_.erase(release);
  else
    shown_[release] = drifted;
  self_->tell(supervisor_, messages::drift_found{{}, release, std::move(drifted)});
}

// -- repairs -------------------------------------------------------------------

void drift_watch::set_back(const std::string& release, std::shared_ptr<compared> all, std::size_t next) {
  const auto go_on = [this, release, all, next] { set_back(release, all, next + 1); };
  if (next == all->size()) return conclude(release, *all, moment::repair);
  const auto& x = (*all)[next];
  const auto kind = known_.kinds.find({x.object.api_version, x.object.kind});
  const auto patch =
    has_drift(x) ? core::releases::patch_to_chart(*x.wanted, *x.live, core::releases::own_managers()) : std::nullopt;
  if (!patch || kind == known_.kinds.end()) return go_on();
  const auto sum = core::releases::sum_of(
    x.object, core::releases::drift_of(*x.wanted, *x.live, core::releases::own_managers(), whole));
  self_->ask(
    from_.kube,
    messages::call_api{{},
                       kube::api::patch_request(kind->second, {x.object.namespace_name, x.object.name, {}},
                                                {.body = patch->dump(), .field_manager = owner_of_repairs}),
                       messages::api_component::helm_monitor},
    [all, next, release, sum, go_on](const messages::api_answered& answer) {
      const auto object = core::releases::describe(sum.object);
      const auto fields = fmt::to_string(fmt::join(sum.fields, ", "));
      if (auto now = kube::api::object_of(answer.response)) {
        sys::log::log_info("drift_repaired", {{"module", release}, {"object", object}, {"fields", fields}});
        (*all)[next].live = std::move(*now);
      } else {
        sys::log::log_warning("drift_repair_failed",
                              {{"module", release}, {"object", object}, {"error", now.error().message}});
      }
      go_on();
    },
    [go_on](const std::string&) { go_on(); });
}

void drift_watch::note_repairs(const std::string& release, std::vector<core::releases::drifted_object>& drifted,
                               moment after) {
  const auto now = self_->shared().steady_time_us();
  for (const auto& before : shown_of(release)) {
    const auto is_same = [&](const auto& x) { return x.object == before.object; };
    if (after == moment::repair || std::none_of(drifted.begin(), drifted.end(), is_same))
      repairs_.there(before.object, now);
  }
  bool wants_run = false;
  for (auto& x : drifted) {
    if (!core::releases::may_be_repaired(x)) continue;
    const auto found = repairs_.gone({release, x.object}, now);
    wants_run = wants_run || (found.is_new && found.repair_in.count() == 0);
  }
  for (const auto& restless : repairs_.restless_of(release))
    for (auto& x : drifted) {
      if (x.object != restless.object) continue;
      x.times = restless.losses;
      x.wait = restless.wait;
    }
  if (wants_run) want_run(release);
}

void drift_watch::want_run(const std::string& release) {
  self_->tell(supervisor_, messages::run_wanted{{}, release, "DriftDetected"});
}

void drift_watch::on_time() {
  const auto now = self_->shared().steady_time_us();
  if (next_look_us_ && *next_look_us_ <= now) next_look_us_.reset();
  std::set<std::string> due;
  for (const auto& x : repairs_.take_due(now)) due.insert(x.release);
  for (const auto& release : due) want_run(release);
  static_cast<void>(repairs_.take_settled(now));
  compare_next();
}

void drift_watch::await_time() {
  auto next = repairs_.next_us();
  for (const auto& release : due_) {
    // While a comparison runs, the due releases need no timer, because its end begins the next comparison. A
    // timer for a release whose rest is over would ring at once, again and again.
    const auto ended = comparing_ ? ended_us_.end() : ended_us_.find(release);
    if (ended != ended_us_.end())
      next = std::min(next.value_or(ended->second + rest.count()), ended->second + rest.count());
  }
  // An earlier check is planned already, and it will plan the next check.
  if (!next || (next_look_us_ && *next_look_us_ <= *next)) return;
  next_look_us_ = next;
  const auto wait = *next - self_->shared().steady_time_us();
  self_->remind(std::chrono::microseconds(std::max<std::int64_t>(wait, 0)), messages::look_at_repairs{});
}

// -- for people ----------------------------------------------------------------

framework::promise<messages::drift_read> drift_watch::read(const messages::read_drift& x) {
  auto to = self_->later<messages::drift_read>();
  read(x.module, [this, to](messages::drift_read answer) mutable { self_->answer(to, std::move(answer)); });
  return to;
}

void drift_watch::read(const std::string& module, std::function<void(messages::drift_read)> done) {
  const auto made = std::make_shared<reading>();
  made->done = std::move(done);
  made->answer.is_off = mode_ == core::releases::drift_mode::off;
  for (const auto& [release, objects] : known_.expected.all())
    if (module.empty() || module == release) made->left.push_back(release);
  read_next(made);
}

void drift_watch::read_next(std::shared_ptr<reading> x) {
  std::vector<core::releases::manifest_object> suspects;
  std::string release;
  while (!x->left.empty() && suspects.empty()) {
    release = x->left.back();
    x->left.pop_back();
    suspects = suspects_of(release);
  }
  if (suspects.empty()) return x->done(std::move(x->answer));
  const auto comparison =
    std::make_shared<object_comparison>(self_, from_, known_.kinds, [this, x, release](compared all) {
      x->answer.modules[release] = std::move(all);
      read_next(x);
    });
  comparison->read(release, suspects);
}

} // namespace actors::releases
