#include "actors/watches/kind_watcher.hpp"

#include "core/bindings/binding.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace actors::watches {

namespace {

using namespace std::chrono_literals;

/// The waits before the checks after a change. Discovery is read at most once in two seconds, so the first
/// check may get an older discovery. The absence of a kind is confirmed after 15 s at the earliest, so the
/// last check comes later than that.
constexpr std::array<std::chrono::milliseconds, 6> look_delays{0ms, 1000ms, 2000ms, 4000ms, 8000ms, 16000ms};
/// The interval of checks while a watch does not work or its kind is not served, so that changes are not
/// seen.
constexpr std::chrono::milliseconds blind_look_interval{30000};

} // namespace

kind_watcher_state::kind_watcher_state(framework::actor_base<messages::kind_watcher_actor>* self,
                                       const messages::supervisor_actor& supervisor)
  : self_(self), sources_{{{"apiextensions.k8s.io/v1",
                            "CustomResourceDefinition",
                            {self, supervisor, "CustomResourceDefinition"}},
                           {"apiregistration.k8s.io/v1", "APIService", {self, supervisor, "APIService"}}}},
    looks_(look_delays.size()) {}

// -- waiting actors --------------------------------------------------------------

framework::promise<messages::kinds_may_have_changed> kind_watcher_state::await(const messages::await_kinds& x) {
  auto to = self_->later<messages::kinds_may_have_changed>();
  waiting_.push_back({x.kind, to});
  // The watches are open only while an actor waits, so a cluster that serves all needed kinds has no such
  // watch.
  if (sources_.front().objects.is_closed()) open();
  if (!look_planned_) plan_look();
  return to;
}

void kind_watcher_state::begin_looks() {
  looks_ = 0;
  plan_look();
}

bool kind_watcher_state::is_blind() const {
  // A source that is not served itself counts as listed, but shows no changes.
  return std::any_of(sources_.begin(), sources_.end(), [this](const source& x) {
    return !x.objects.is_listed()
           || std::any_of(waiting_.begin(), waiting_.end(), [&x](const waiting_watch& y) { return y.kind == x.kind; });
  });
}

void kind_watcher_state::plan_look() {
  std::optional<std::chrono::milliseconds> delay;
  if (looks_ < look_delays.size())
    delay = look_delays[looks_];
  else if (is_blind())
    delay = blind_look_interval;
  look_planned_ = delay.has_value();
  if (delay) self_->remind(*delay, messages::kinds_wait_over{{}, ++number_});
}

void kind_watcher_state::wait_over(const messages::kinds_wait_over& x) {
  if (x.number != number_) return;
  if (looks_ < look_delays.size()) ++looks_;
  look_planned_ = false;
  if (looks_ < look_delays.size()) plan_look();
  // The next check is planned before the answers, because an informer with a kind that is still missing asks
  // again at once.
  for (auto& watch : std::exchange(waiting_, {})) self_->answer(watch.to, messages::kinds_may_have_changed{});
}

/// Checks again after an outage, because the API server may have been upgraded, which changes no definition.
void kind_watcher_state::look_after_outage() {
  if (!waiting_.empty()) begin_looks();
}

// -- the watches -----------------------------------------------------------------

void kind_watcher_state::open() {
  for (auto& x : sources_) {
    messages::watch_spec spec;
    spec.api_version = x.api_version;
    spec.kind = x.kind;
    spec.metadata_only = true;
    // Only changes count, so the watch keeps identities, and asks for metadata.
    spec.private_to = "kind watcher";
    core::bindings::kubernetes_binding wants;
    wants.keep_full_objects = false;
    x.objects.open(std::move(spec), std::move(wants));
  }
}

void kind_watcher_state::close() {
  for (auto& x : sources_) x.objects.close();
}

kind_watcher_state::source* kind_watcher_state::find(const messages::subscription_key& key) {
  for (auto& x : sources_)
    if (x.objects.key() == key && !x.objects.is_closed()) return &x;
  return nullptr;
}

void kind_watcher_state::listed(const messages::objects_listed& x) {
  auto* from = find(x.subscription);
  if (from == nullptr || !from->objects.on_listed()) return;
  // A kind may have been added between the last check and the list.
  if (!waiting_.empty()) begin_looks();
}

void kind_watcher_state::changed(const messages::object_changed& x) {
  if (find(x.subscription) == nullptr) return;
  // An informer that has just been answered may soon wait again, so the watches stay open until the checks
  // are over.
  if (waiting_.empty() && looks_ == look_delays.size()) return close();
  begin_looks();
}

messages::kind_watcher_actor::behavior_type kind_watcher_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::await_kinds& x) { return await(x); },
    [this](const messages::api_server_returned&) { look_after_outage(); },
    [this](const messages::objects_listed& x) { listed(x); }, [this](const messages::object_changed& x) { changed(x); },
    [this](const messages::kinds_wait_over& x) { wait_over(x); });
}

messages::kind_watcher_actor kind_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                          const messages::supervisor_actor& supervisor) {
  return framework::spawn<kind_watcher_state>(system, framework::placement::shared, shared, "kind watcher", supervisor);
}

} // namespace actors::watches
