#include "actors/informer.hpp"

#include "core/metrics/builtin.hpp"
#include "core/metrics/state_metrics.hpp"
#include "sys/log.hpp"

#include <iterator>
#include <utility>
#include <variant>

namespace actors {

namespace {

/// How often a kind that the API server does not serve is looked for. Each look costs at most one discovery, which the
/// KUBE CLIENT shares between all who ask within two seconds.
constexpr std::chrono::milliseconds kind_look_interval{30000};

std::string name_of(const kube::object_key& key) {
  return key.namespace_.empty() ? key.name : key.namespace_ + "/" + key.name;
}

} // namespace

informer_state::informer_state(base<informer_actor>* self, watch_spec spec, informer_peers peers)
  : self_(self), spec_(std::move(spec)), peers_(std::move(peers)), report_(self, spec_, peers_.supervisor),
    kind_delay_({}, self->shared().random()), kind_(spec_.kind) {}

// -- subscriptions -------------------------------------------------------------

void informer_state::add(const subscribe& x) {
  const auto& binding = *x.binding;
  auto report = [key = x.subscription, kind = spec_.kind](const kube::object_identity& object, const core::error& e) {
    sys::log_error("filter_failed",
                   {{"binding", key}, {"kind", kind}, {"object", name_of(object.key)}, {"error", e.message}});
  };
  subscription_view view(x.binding, filters_, std::move(report), [this] { return self_->shared().wall_time_us(); });
  subscription entry{x.observer, std::move(view), machine_.has_value(), false, {}, x.labels};
  if (!binding.jq_filter.empty())
    if (auto added = filters_->add(binding.jq_filter); !added) {
      entry.problem = added.error().message;
      sys::log_error("filter_failed", {{"binding", x.subscription}, {"error", entry.problem}});
    }
  const bool first = subscriptions_.empty();
  auto& added = subscriptions_.insert_or_assign(x.subscription, std::move(entry)).first->second;
  if (first) return resolve();
  if (!spec_.private_to.empty()) {
    // What a private watch has told before is kept by nobody.
    stop_watch();
    listed_ = false;
    return resolve();
  }
  if (listed_) complete(x.subscription, added);
}

void informer_state::remove(const unsubscribe& x) {
  subscriptions_.erase(x.subscription);
  if (!subscriptions_.empty()) return;
  stop_watch();
  listed_ = false;
  report_.unused();
}

std::string informer_state::names() const {
  constexpr std::size_t names_max = 5;
  std::string text;
  std::size_t n = 0;
  for (const auto& [key, x] : subscriptions_) {
    if (n++ == names_max) return text + ", …";
    text += (text.empty() ? "" : ", ") + key;
  }
  return text;
}

void informer_state::complete_all() {
  listed_ = true;
  for (auto& [key, x] : subscriptions_) complete(key, x);
}

void informer_state::complete(const subscription_key& key, subscription& x) {
  if (x.complete || !x.problem.empty()) return;
  x.complete = true;
  if (x.late && machine_)
    if (const auto all = machine_->snapshot()) x.view.fill(*all, twin_of(x));
  self_->tell(x.observer, objects_listed{{}, key});
}

const subscription_view* informer_state::twin_of(const subscription& x) const {
  for (const auto& [key, other] : subscriptions_)
    if (&other != &x && other.complete && other.view.binding().jq_filter == x.view.binding().jq_filter)
      return &other.view;
  return nullptr;
}

snapshot_read informer_state::read(const read_snapshot& x) const {
  const auto found = subscriptions_.find(x.subscription);
  if (found == subscriptions_.end()) return {{}, core::unlisted{"nobody subscribes as " + x.subscription}, 0};
  const auto& entry = found->second;
  if (!entry.problem.empty()) return {{}, core::unlisted{entry.problem}, 0};
  if (!entry.complete) return {{}, core::unlisted{waits_for_}, 0};
  return {{}, entry.view.objects(), revision_};
}

metrics_measured informer_state::measure() const {
  metrics_measured out;
  for (const auto& [key, x] : subscriptions_) {
    if (x.labels.empty()) continue;
    auto metrics = core::binding_metrics(x.labels, x.view.size(), x.view.costs());
    out.metrics.insert(out.metrics.end(), std::make_move_iterator(metrics.begin()),
                       std::make_move_iterator(metrics.end()));
  }
  return out;
}

// -- the kind ------------------------------------------------------------------

void informer_state::resolve() {
  self_->ask(
    peers_.kube, resolve_kind{{}, spec_.api_version, spec_.kind},
    [this, generation = generation_](const kind_resolved& x) {
      if (generation == generation_) take_kind(x.result);
    },
    [this, generation = generation_](const std::string& reason) {
      if (generation == generation_) wait_for_kind({"the kube client has ended: " + reason});
    });
}

void informer_state::take_kind(const kube::lookup_result& found) {
  if (const auto* undecided = std::get_if<kube::kind_undecided>(&found)) return wait_for_kind(*undecided);
  kind_delay_.reset();
  if (const auto* resource = std::get_if<kube::resource>(&found)) return start_watch(*resource);
  take_absence();
}

void informer_state::wait_for_kind(const kube::kind_undecided& why) {
  waits_for_ = "kind '" + spec_.kind + "' is not known yet: " + why.reason;
  const auto delay = kind_delay_.next();
  report_.failed({why.code, waits_for_}, delay, names());
  wait_to_try_again(delay);
}

void informer_state::take_absence() {
  report_.absent(kind_look_interval, names());
  complete_all();
  wait(kind_look_interval);
}

void informer_state::wait(std::chrono::milliseconds time) {
  self_->remind(time, informer_wait_over{{}, generation_});
}

void informer_state::wait_to_try_again(std::chrono::milliseconds time) {
  if (!report_.may_be_outage()) return wait(time);
  self_->ask(
    peers_.kube, await_api_server{{}, time},
    [this, generation = generation_](const api_server_awaited& x) {
      if (generation == generation_) go_on(x);
    },
    [](const std::string&) {});
}

void informer_state::go_on(const api_server_awaited& x) {
  if (!x.after_outage) {
    report_.failed_alone(names());
    return try_again();
  }
  kind_delay_.reset();
  if (machine_)
    step(kube::watch_input::server_returned{});
  else
    resolve();
}

void informer_state::wait_over(const informer_wait_over& x) {
  if (x.generation == generation_) try_again();
}

void informer_state::try_again() {
  if (machine_)
    step(kube::watch_input::waited{});
  else
    resolve();
}

// -- the watch -----------------------------------------------------------------

void informer_state::start_watch(const kube::resource& found) {
  kind_ = found.kind;
  base_ = revision_;
  kube::watch_machine_options options;
  options.target = {found,
                    spec_.namespace_name,
                    {spec_.label_selector, spec_.field_selector},
                    spec_.metadata_only ? kube::object_content::metadata : kube::object_content::full};
  options.retention = spec_.private_to.empty() ? kube::object_retention::full : kube::object_retention::identity;
  options.seed = self_->shared().random();
  machine_.emplace(std::move(options));
  step(kube::watch_input::start{});
}

void informer_state::stop_watch() {
  perform(kube::watch_effect::close_watch{});
  machine_.reset();
  ++generation_;
}

void informer_state::step(const kube::watch_machine_input& input) {
  for (const auto& effect : machine_->step(input)) std::visit([this](const auto& x) { perform(x); }, effect);
}

void informer_state::perform(const kube::watch_effect::send_list& x) {
  self_->ask(
    peers_.kube, call_api{{}, x.request},
    [this, generation = generation_](const api_answered& answer) {
      if (generation == generation_) step(kube::watch_input::list_answered{answer.response});
    },
    [this, generation = generation_](const std::string& reason) {
      if (generation == generation_)
        step(kube::watch_input::list_answered{core::fail(core::error_code::unavailable, reason)});
    });
}

void informer_state::perform(const kube::watch_effect::open_watch& x) {
  stream_ = 0;
  self_->ask(
    peers_.kube, open_stream{{}, x.request, informer_actor(self_)},
    [this, generation = generation_](const stream_opened& opened) {
      if (generation == generation_)
        static_cast<void>(is_current(opened.stream));
      else
        self_->tell(peers_.kube, close_stream{{}, last_closed_ = opened.stream});
    },
    [this, generation = generation_](const std::string& reason) {
      if (generation == generation_)
        step(kube::watch_input::watch_ended{core::fail(core::error_code::unavailable, reason)});
    });
}

bool informer_state::is_current(std::uint64_t stream) {
  if (!machine_ || stream <= last_closed_) return false;
  stream_ = stream;
  return true;
}

void informer_state::perform(const kube::watch_effect::close_watch&) {
  if (stream_ == 0) return;
  last_closed_ = std::exchange(stream_, 0);
  self_->tell(peers_.kube, close_stream{{}, last_closed_});
}

void informer_state::begin_stream(const stream_begun& x) {
  if (is_current(x.stream)) step(kube::watch_input::begun{});
}

void informer_state::take_lines(const stream_lines& x) {
  for (const auto& line : x.inbox->take())
    if (is_current(x.stream)) step(kube::watch_input::line{line});
}

void informer_state::end_stream(const stream_ended& x) {
  if (!is_current(x.stream)) return;
  perform(kube::watch_effect::close_watch{});
  step(kube::watch_input::watch_ended{x.response});
}

void informer_state::perform(const kube::watch_effect::wait_for& x) {
  wait_to_try_again(x.time);
}

void informer_state::perform(const kube::watch_effect::changed& x) {
  revision_ = base_ + x.change.revision;
  for (auto& [key, entry] : subscriptions_) {
    if (!entry.problem.empty()) continue;
    auto event = entry.view.take(x.change, kind_);
    if (!event || !entry.complete) continue;
    event->revision = revision_;
    self_->tell(entry.observer, object_changed{{}, key, std::move(*event)});
  }
}

void informer_state::perform(const kube::watch_effect::listed&) {
  report_.works();
  complete_all();
}

void informer_state::perform(const kube::watch_effect::kind_gone&) {
  machine_.reset();
  ++generation_;
  take_absence();
}

void informer_state::perform(const kube::watch_effect::failed& x) {
  waits_for_ = "the API server has not answered: " + x.reason.message;
  count_error(x.reason.code == core::error_code::expired ? "expired" : "fail");
  report_.failed(x.reason, x.retry_in, names());
}

void informer_state::perform(const kube::watch_effect::restored&) {
  report_.works();
}

void informer_state::perform(const kube::watch_effect::expired&) {
  count_error("expired");
}

void informer_state::count_error(const char* type) {
  self_->tell(peers_.metrics, count_metric{std::string(core::metric_name::kubernetes_client_watch_errors_total),
                                           {{"error_type", type}}});
}

informer_actor::behavior_type informer_state::make_behavior() {
  return behavior(
    self_, [this](const subscribe& x) { add(x); }, [this](const unsubscribe& x) { remove(x); },
    [this](const read_snapshot& x) { return read(x); }, [this](const stream_begun& x) { begin_stream(x); },
    [this](const stream_lines& x) { take_lines(x); }, [this](const stream_ended& x) { end_stream(x); },
    [this](const measure_metrics&) { return measure(); }, [this](const informer_wait_over& x) { wait_over(x); });
}

informer_actor informer(caf::actor_system& system, const context_ptr& shared, watch_spec spec, informer_peers peers) {
  auto label = "informer " + spec.key();
  return spawn<informer_state>(system, placement::shared, shared, std::move(label), std::move(spec), std::move(peers));
}

} // namespace actors
