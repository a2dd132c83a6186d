#include "actors/watches/informer.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/process/heap.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace actors::watches {

namespace {

/// The first wait before a stopped filter is tried again; longer than its rest
/// (`cluster::views::filter_pause`), because each try may use all the time that the filter is allowed.
constexpr std::chrono::seconds first_filter_retry{61};
constexpr std::chrono::seconds last_filter_retry{16 * 61};

/// True for errors that may come from a group without its server. A refusal (403) has another reason.
bool may_be_of_group(const base::error& reason) {
  return kube::watch::may_be_outage(reason) || reason.code == base::error_code::not_found;
}

/// An answer beyond a bound of the operator itself, and a server without trust, are no refusals of the API
/// server.
std::string words_before(const base::error& reason) {
  if (kube::watch::may_be_outage(reason)) return "the API server has not answered: ";
  switch (reason.code) {
    case base::error_code::throttled: return "the API server is asked later: ";
    case base::error_code::forbidden:
    case base::error_code::unauthorized: return "the API server refuses it: ";
    case base::error_code::invalid_input:
    case base::error_code::not_found:
    case base::error_code::already_exists:
    case base::error_code::conflict:
    case base::error_code::expired:
    case base::error_code::timeout:
    case base::error_code::unavailable:
    case base::error_code::process_failed:
    case base::error_code::cancelled:
    case base::error_code::io: break;
  }
  return "the list has failed: ";
}

} // namespace

informer_state::informer_state(framework::actor_base<messages::informer_actor>* self, messages::watch_spec spec,
                               informer_peers peers)
  : self_(self), spec_(std::move(spec)), peers_(std::move(peers)), report_(self, spec_, peers_.supervisor),
    work_(
      peers_.portion, peers_.long_works, [self] { return self->shared().steady_time_us(); },
      [self](std::chrono::microseconds time) { self->remind(time, messages::watch_work_due{}); }),
    subscriptions_(
      self, spec_, peers_.filter_limit, [this] { return machine_ ? machine_->snapshot() : std::nullopt; },
      [this](base::portioned_work::part part) {
        work_.add([this, part = std::move(part)] {
          const bool is_last = part();
          weigh();
          return is_last;
        });
      },
      [this](const std::string& subject, std::optional<std::string> problem) {
        self_->tell(peers_.supervisor, messages::module_state_changed{{}, subject, std::move(problem)});
      },
      [this] { retry_filters_later(); }),
    kind_delay_({}, self->shared().random()), kind_(spec_.kind), filters_rest_(first_filter_retry) {}

// -- subscriptions -------------------------------------------------------------

void informer_state::add(const messages::subscribe& x) {
  const bool first = subscriptions_.empty();
  using watch_state = subscription_set::watch_state;
  subscriptions_.add(x, machine_ ? watch_state::running : watch_state::not_begun);
  // An informer without readers costs the API server no request, so the first reader starts the watch.
  if (first) return resolve();
  if (!spec_.private_to.empty()) {
    // A private watch keeps no objects that a further subscription could read, so they are listed again.
    stop_watch();
    return resolve();
  }
  if (std::holds_alternative<unlisted>(known_)) return;
  work_.add([this, key = x.subscription] {
    subscriptions_.complete(key, kind_, revision_);
    return true;
  });
}

void informer_state::remove(const messages::subscription_key& key) {
  subscriptions_.remove(key);
  if (!subscriptions_.empty()) return;
  stop_watch();
  // A watch without readers delays no hook, so `/readyz` must not show its problem any more.
  report_.unused();
}

void informer_state::stop_watch() {
  perform(kube::watch::watch_effect::close_watch{});
  machine_.reset();
  place_.reset();
  ++generation_;
  known_ = unlisted{};
  work_.clear();
  subscriptions_.forget_work();
  torn_ = 0;
  shortage_.reset();
  subscriptions_.forget_shortage();
  answer_reads();
}

messages::watch_left informer_state::leave(const messages::leave_watch& x) {
  messages::watch_left left{{}, subscriptions_.leave(x.subscription), kind_, 0};
  // The end of the subscription gets a new revision, greater than the revisions of all earlier changes.
  ++base_;
  left.revision = ++revision_;
  remove(x.subscription);
  return left;
}

framework::promise<messages::list_awaited> informer_state::await(const messages::await_list& x) {
  auto to = subscriptions_.await(x);
  answer_with_problem();
  return to;
}

void informer_state::complete_all() {
  work_.add([this] {
    subscriptions_.complete_all(kind_, revision_);
    return true;
  });
}

framework::promise<messages::snapshot_read> informer_state::read(const messages::read_snapshot& x) {
  auto to = self_->later<messages::snapshot_read>();
  // Some subscriptions have not seen the current change yet, so their objects would be older than the
  // revision.
  if (torn_ > 0)
    reads_.push_back({x, to});
  else
    self_->answer(to, read_now(x));
  return to;
}

void informer_state::answer_reads() {
  for (auto& x : std::exchange(reads_, {})) self_->answer(x.to, read_now(x.request));
}

messages::snapshot_read informer_state::read_now(const messages::read_snapshot& x) const {
  const bool waits_for_work = machine_ && !work_.empty();
  auto read =
    subscriptions_.read(x.subscription, waits_for_work ? "its objects are being filtered" : waits_for_, revision_);
  if (const auto* absent = std::get_if<listed_as_absent>(&known_)) read.absence = absent->why;
  return read;
}

// -- the watch -----------------------------------------------------------------

void informer_state::start_watch(const kube::api::resource& found) {
  kind_ = found.kind;
  resource_ = found;
  note_group(found);
  // Each machine counts its changes from 0, but the revisions of an informer must only grow.
  base_ = revision_;
  kube::watch::watch_machine_options options;
  options.target = {found,
                    spec_.namespace_name,
                    {spec_.label_selector, spec_.field_selector},
                    spec_.metadata_only ? kube::api::object_content::metadata : kube::api::object_content::full};
  options.retention =
    // The reader of a private watch asks for no snapshot, so identities are enough to notice changes.
    spec_.private_to.empty() ? kube::objects::object_retention::full : kube::objects::object_retention::identity;
  options.seed = self_->shared().random();
  machine_.emplace(std::move(options));
  enter_room();
  step(kube::watch::watch_input::start{});
}

void informer_state::step(kube::watch::watch_machine_input input) {
  work_.add([this, generation = generation_, input = std::move(input)] {
    if (machine_ && generation == generation_) take(input);
    return true;
  });
}

void informer_state::take(const kube::watch::watch_machine_input& input) {
  auto effects = machine_->step(input);
  weigh();
  perform(std::move(effects));
}

void informer_state::perform(std::vector<kube::watch::watch_machine_effect> effects) {
  if (effects.empty()) return;
  // A repeated list may contain many changes, which together are a single state of the cluster. A reader gets
  // all of them, or waits.
  const bool is_known = std::holds_alternative<listed>(known_);
  if (is_known) ++torn_;
  work_.add([this, is_known, effects = std::move(effects), next = std::size_t{0}]() mutable {
    std::visit([this](const auto& x) { perform(x); }, effects[next++]);
    if (next < effects.size()) return false;
    if (is_known && --torn_ == 0) answer_reads();
    return true;
  });
}

void informer_state::perform(const kube::watch::watch_effect::send_list& x) {
  // Some readers must know of each repeated list, even if it contains no change.
  lists_again_ = std::holds_alternative<listed>(known_);
  self_->ask(peers_.kube, messages::call_api{{}, x.request}, meant<messages::api_answered>([this](const auto& answer) {
               step(kube::watch::watch_input::list_answered{answer.response});
               if (!answer.response) return;
               // The text of the page, and its objects before they were packed.
               work_.add([bytes = 2 * answer.response->body.size()] {
                 sys::process::end_large_work(bytes);
                 return true;
               });
             }),
             meant<std::string>([this](const auto& why) {
               step(kube::watch::watch_input::list_answered{base::fail(base::error_code::unavailable, why)});
             }));
}

void informer_state::perform(const kube::watch::watch_effect::ask_position& x) {
  self_->ask(peers_.kube, messages::call_api{{}, x.request}, meant<messages::api_answered>([this](const auto& answer) {
               step(kube::watch::watch_input::position_answered{answer.response});
             }),
             meant<std::string>([this](const auto& why) {
               step(kube::watch::watch_input::position_answered{base::fail(base::error_code::unavailable, why)});
             }));
}

void informer_state::perform(const kube::watch::watch_effect::look_up_kind& x) {
  self_->ask(peers_.kube,
             messages::resolve_kind{{}, spec_.api_version, spec_.kind, messages::kind_knowledge::fresh, x.before},
             meant<messages::kind_resolved>([this](const auto& x) {
               note_group(x.result);
               step(kube::watch::watch_input::kind_looked_up{x.result});
             }),
             meant<std::string>([this](const auto& why) {
               step(kube::watch::watch_input::kind_looked_up{kube::api::kind_undecided{why}});
             }));
}

void informer_state::perform(const kube::watch::watch_effect::wait_for& x) {
  wait_to_try_again(x.time);
}

void informer_state::perform(const kube::watch::watch_effect::changed& x) {
  // The kind is served again. Hooks keep the empty list until the new list is complete, because with a part
  // of the list the other objects would look absent.
  if (auto* absent = std::get_if<listed_as_absent>(&known_)) {
    if (!shortage_ || shortage_->lists_again) absent->pages.push_back(x.change);
    return;
  }
  on_change(x.change);
}

void informer_state::on_change(const kube::objects::object_change& change) {
  revision_ = base_ + change.revision;
  ++torn_;
  subscriptions_.on_change(change, kind_, revision_, [this] {
    if (--torn_ == 0) answer_reads();
  });
}

void informer_state::on_changes(std::vector<kube::objects::object_change> changes) {
  ++torn_;
  work_.add([this, changes = std::move(changes), next = std::size_t{0}]() mutable {
    if (next < changes.size()) {
      on_change(changes[next++]);
      return false;
    }
    if (--torn_ == 0) answer_reads();
    return true;
  });
}

void informer_state::perform(const kube::watch::watch_effect::listed&) {
  report_.works();
  auto before = std::exchange(known_, listed{});
  if (auto* absent = std::get_if<listed_as_absent>(&before)) on_changes(std::move(absent->pages));
  complete_all();
}

void informer_state::perform(const kube::watch::watch_effect::moved& x) {
  subscriptions_.begin_version(resource_->api_version(), x.to.api_version());
  has_moved_ = true;
  kind_ = x.to.kind;
  resource_ = x.to;
  report_.moved(x.to, subscriptions_.names());
}

void informer_state::perform(const kube::watch::watch_effect::failed& x) {
  count_error(x.reason.code == base::error_code::expired ? "expired" : "fail");
  report_failure(words_before(x.reason) + x.reason.message, x.reason, x.retry_in,
                 is_group_away_ && may_be_of_group(x.reason) ? core::bindings::lists::obstacle::kind
                                                             : core::bindings::lists::obstacle::list);
}

void informer_state::perform(const kube::watch::watch_effect::restored&) {
  report_.works();
}

void informer_state::perform(const kube::watch::watch_effect::expired&) {
  count_error("expired");
}

void informer_state::perform(const kube::watch::watch_effect::went_back& x) {
  history_ = messages::list_history::lost;
  report_.went_back(x, subscriptions_.names());
}

void informer_state::retry_filters_later() {
  if (!std::exchange(will_retry_filters_, true)) self_->remind(filters_rest_, messages::retry_filters{});
}

void informer_state::retry(const messages::retry_filters&) {
  will_retry_filters_ = false;
  filters_rest_ = std::min(filters_rest_ * 2, last_filter_retry);
  // Queued after the waiting work, so that filters see the objects after all earlier changes.
  work_.add([this] {
    subscriptions_.try_again(kind_, revision_);
    work_.add([this] {
      // Queued after all tries. If no filter was stopped again, the next stopped filter gets the short wait.
      if (!will_retry_filters_) filters_rest_ = first_filter_retry;
      return true;
    });
    return true;
  });
}

void informer_state::count_error(const char* type) {
  self_->tell(peers_.metrics,
              messages::count_metric{std::string(core::metrics::own_metric("kubernetes_client_watch_errors_total")),
                                     {{"error_type", type}}});
}

messages::informer_actor::behavior_type informer_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::subscribe& x) { add(x); },
    [this](const messages::unsubscribe& x) { remove(x.subscription); },
    [this](const messages::leave_watch& x) { return leave(x); },
    [this](const messages::await_list& x) { return await(x); },
    [this](const messages::read_snapshot& x) { return read(x); },
    [this](const messages::stream_begun& x) { begin_stream(x); },
    [this](const messages::stream_lines& x) { on_lines(x); },
    [this](const messages::stream_ended& x) { end_stream(x); },
    [this](const messages::measure_metrics&) { return subscriptions_.measure(); },
    [this](const messages::informer_wait_over& x) { wait_over(x); },
    [this](const messages::retry_filters& x) { retry(x); },
    [this](const messages::watch_room_changed& x) { on_room(x); },
    [this](const messages::watch_work_due&) { work_.go_on(); });
}

messages::informer_actor informer(caf::actor_system& system, const framework::context_ptr& shared,
                                  messages::watch_spec spec, informer_peers peers) {
  auto label = "informer " + spec.key();
  return framework::spawn<informer_state>(system, framework::placement::shared, shared, std::move(label),
                                          std::move(spec), std::move(peers));
}

} // namespace actors::watches
