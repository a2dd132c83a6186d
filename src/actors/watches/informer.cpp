#include "actors/watches/informer.hpp"

#include "actors/messages/kind_watcher.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/process/heap.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace actors::watches {

namespace {

/// Longer than a filter rests (`filter_set`). Each try may take as much time as the filter is allowed to use.
constexpr std::chrono::seconds first_filter_retry{61};
constexpr std::chrono::seconds last_filter_retry{16 * 61};

/// True for the failures of requests for a group without its server. A refusal (403) has another reason.
bool may_be_of_group(const base::error& reason) {
  return kube::watch::may_be_outage(reason) || reason.code == base::error_code::not_found;
}

} // namespace

informer_state::informer_state(framework::actor_base<messages::informer_actor>* self, messages::watch_spec spec,
                               informer_peers peers)
  : self_(self), spec_(std::move(spec)), peers_(std::move(peers)), report_(self, spec_, peers_.supervisor),
    subscriptions_(
      self, spec_, peers_.filter_limit, [this] { return machine_ ? machine_->snapshot() : std::nullopt; },
      [this](const std::string& subject, std::optional<std::string> problem) {
        self_->tell(peers_.supervisor, messages::module_state_changed{{}, subject, std::move(problem)});
      },
      [this] { retry_filters_later(); }),
    kind_delay_({}, self->shared().random()), kind_(spec_.kind), filters_rest_(first_filter_retry) {}

// -- subscriptions -------------------------------------------------------------

void informer_state::add(const messages::subscribe& x) {
  const bool first = subscriptions_.empty();
  subscriptions_.add(x, machine_.has_value());
  // An informer without readers costs the API server no request, so the first reader starts the watch.
  if (first) return resolve();
  if (!spec_.private_to.empty()) {
    // A private watch does not keep the objects, so they are listed again.
    stop_watch();
    return resolve();
  }
  // A late reader shares the objects that are there; without a list it waits as the first reader does.
  if (!std::holds_alternative<unlisted>(known_)) subscriptions_.complete(x.subscription, kind_, revision_);
}

void informer_state::remove(const messages::subscription_key& key) {
  subscriptions_.remove(key);
  if (!subscriptions_.empty()) return;
  stop_watch();
  // A problem of a watch without readers holds up no hook, so `/readyz` must not name it any more.
  report_.unused();
}

void informer_state::stop_watch() {
  perform(kube::watch::watch_effect::close_watch{});
  machine_.reset();
  ++generation_;
  known_ = unlisted{};
}

messages::watch_left informer_state::leave(const messages::leave_watch& x) {
  messages::watch_left left{{}, subscriptions_.leave(x.subscription), kind_, 0};
  // The departure of the objects is a change of its own, after all earlier changes.
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
  subscriptions_.complete_all(kind_, revision_);
}

template <class Message>
std::function<void(const Message&)> informer_state::meant(std::function<void(const Message&)> then) {
  return [this, generation = generation_, then = std::move(then)](const Message& x) {
    if (generation == generation_) then(x);
  };
}

messages::snapshot_read informer_state::read(const messages::read_snapshot& x) const {
  auto read = subscriptions_.read(x.subscription, waits_for_, revision_);
  if (const auto* absent = std::get_if<listed_as_absent>(&known_)) read.absence = absent->why;
  return read;
}

// -- the kind ------------------------------------------------------------------

void informer_state::resolve(messages::kind_knowledge wants) {
  self_->ask(peers_.kube, messages::resolve_kind{{}, spec_.api_version, spec_.kind, wants},
             meant<messages::kind_resolved>([this](const auto& x) { take_kind(x.result); }),
             meant<std::string>([this](const auto& why) { wait_for_kind({"the kube client has ended: " + why}); }));
}

void informer_state::take_kind(const kube::api::lookup_result& found) {
  if (const auto* undecided = std::get_if<kube::api::kind_undecided>(&found)) return wait_for_kind(*undecided);
  const auto* resource = std::get_if<kube::api::resource>(&found);
  if (resource != nullptr && !resource->namespaced && !spec_.namespace_name.empty())
    return fail({base::error_code::invalid_input,
                 "objects of kind '" + resource->kind + "' are in no namespace: leave the namespace selector out"},
                core::bindings::lists::obstacle::list);
  if (resource != nullptr && !resource->can_be_watched()) return take_unwatchable(*resource);
  kind_delay_.reset();
  if (resource != nullptr) return start_watch(*resource);
  if (const auto* elsewhere = std::get_if<kube::api::kind_in_other_version>(&found))
    return take_other_version(*elsewhere);
  take_absence(std::get<kube::api::kind_absent>(found));
}

void informer_state::wait_for_kind(const kube::api::kind_undecided& why) {
  const bool is_group_away = why.gap == kube::api::undiscovered::groups;
  // A group without its server is an obstacle of its own kind: the module that would bring the server back must
  // not wait for it.
  fail({why.code, "kind '" + spec_.kind + "' is not known yet: " + why.reason},
       is_group_away ? core::bindings::lists::obstacle::kind : core::bindings::lists::obstacle::list);
}

void informer_state::fail(const base::error& reason, core::bindings::lists::obstacle by) {
  const auto delay = kind_delay_.next();
  report_failure(reason.message, reason, delay, by);
  wait_to_try_again(delay);
}

void informer_state::take_absence(const kube::api::kind_absent& as) {
  report_.absent(as, subscriptions_.names());
  known_ = listed_as_absent{.why = words_of_absence(as)};
  complete_all();
  await_kinds_then([this] { try_again(); });
}

void informer_state::take_unwatchable(const kube::api::resource& found) {
  std::string verbs;
  for (const auto& verb : found.verbs) verbs += (verbs.empty() ? "" : ", ") + verb;
  const base::error reason{base::error_code::invalid_input,
                           "objects of kind '" + found.kind + "' of " + found.api_version()
                             + " cannot be watched: the API has " + verbs
                             + " for them; take the binding out, and read them in a hook on a schedule"};
  report_failure(reason.message, reason, std::nullopt);
  // The kinds that are known may be older than the change.
  await_kinds_then([this] { resolve(messages::kind_knowledge::fresh); });
}

void informer_state::take_other_version(const kube::api::kind_in_other_version& found) {
  const base::error reason{base::error_code::invalid_input, words_of_other_version(found.served_as)};
  report_failure(reason.message, reason, std::nullopt, core::bindings::lists::obstacle::kind);
  await_kinds_then([this] { resolve(messages::kind_knowledge::fresh); });
}

void informer_state::await_kinds_then(std::function<void()> then) {
  self_->ask(peers_.kinds, messages::await_kinds{{}, spec_.kind},
             meant<messages::kinds_may_have_changed>([then = std::move(then)](const auto&) { then(); }),
             [](const std::string&) {});
}

void informer_state::report_failure(std::string why, const base::error& reason,
                                    std::optional<std::chrono::milliseconds> retry_in,
                                    core::bindings::lists::obstacle by) {
  waits_for_ = std::move(why);
  obstacle_ = by;
  report_.failed(reason, retry_in, subscriptions_.names());
  answer_with_problem();
}

void informer_state::answer_with_problem() {
  const auto cause = report_.loss();
  // While an outage is possible, runs wait on for the list: an outage ends for all lists, and is no problem of
  // this list.
  if (cause && *cause != loss_cause::in_doubt) subscriptions_.answer_with_problem(waits_for_, obstacle_);
}

void informer_state::wait(std::chrono::milliseconds time) {
  self_->remind(time, messages::informer_wait_over{{}, generation_});
}

void informer_state::wait_to_try_again(std::chrono::milliseconds time) {
  const auto cause = report_.loss();
  // A refusal waits for its own delay. Any other failure may be an outage, and the KUBE CLIENT hears its end
  // first.
  if (!cause || *cause == loss_cause::refused) return wait(time);
  self_->ask(peers_.kube, messages::await_api_server{{}, time},
             meant<messages::api_server_awaited>([this](const auto& x) { go_on(x); }), [](const std::string&) {});
}

void informer_state::go_on(const messages::api_server_awaited& x) {
  // A known list holds up no run, and the core group cannot lose its server.
  const bool is_missing = machine_ && std::holds_alternative<unlisted>(known_);
  if (x.verdict != kube::watch::outage_verdict::alone || !is_missing || resource_->group.empty()) return judge(x);
  look_at_group([this, x] {
    obstacle_ = is_group_away_ ? core::bindings::lists::obstacle::kind : core::bindings::lists::obstacle::list;
    judge(x);
  });
}

void informer_state::look_at_group(std::function<void()> then) {
  self_->ask(peers_.kube,
             messages::resolve_kind{{}, spec_.api_version, spec_.kind, messages::kind_knowledge::fresh, resource_},
             meant<messages::kind_resolved>([this, then](const auto& x) {
               note_group(x.result);
               then();
             }),
             meant<std::string>([then](const auto&) { then(); }));
}

void informer_state::note_group(const kube::api::lookup_result& found) {
  const auto* served = std::get_if<kube::api::resource>(&found);
  const auto* unknown = std::get_if<kube::api::kind_undecided>(&found);
  is_group_away_ = served ? served->is_stale : unknown && unknown->gap == kube::api::undiscovered::groups;
}

void informer_state::judge(const messages::api_server_awaited& x) {
  report_.judged(x.verdict, subscriptions_.names());
  answer_with_problem();
  if (x.verdict == kube::watch::outage_verdict::alone) return try_again();
  kind_delay_.reset();
  if (machine_)
    step(kube::watch::watch_input::server_returned{});
  else
    resolve();
}

void informer_state::wait_over(const messages::informer_wait_over& x) {
  if (x.generation == generation_) try_again();
}

void informer_state::try_again() {
  if (machine_)
    step(kube::watch::watch_input::waited{});
  else
    resolve();
}

// -- the watch -----------------------------------------------------------------

void informer_state::start_watch(const kube::api::resource& found) {
  kind_ = found.kind;
  resource_ = found;
  note_group(found);
  // Each machine counts its changes from 0, and the revisions of an informer only rise.
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
  step(kube::watch::watch_input::start{});
}

void informer_state::step(const kube::watch::watch_machine_input& input) {
  for (const auto& effect : machine_->step(input)) std::visit([this](const auto& x) { perform(x); }, effect);
}

void informer_state::perform(const kube::watch::watch_effect::send_list& x) {
  // Some readers count lists: they hear of a repeated list, too, which may bring no change.
  lists_again_ = std::holds_alternative<listed>(known_);
  self_->ask(peers_.kube, messages::call_api{{}, x.request}, meant<messages::api_answered>([this](const auto& answer) {
               step(kube::watch::watch_input::list_answered{answer.response});
               if (answer.response) sys::process::end_large_work(answer.response->body.size());
             }),
             meant<std::string>([this](const auto& why) {
               step(kube::watch::watch_input::list_answered{base::fail(base::error_code::unavailable, why)});
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

void informer_state::perform(const kube::watch::watch_effect::open_watch& x) {
  if (std::exchange(lists_again_, false)) subscriptions_.announce_list(machine_->position());
  stream_.open();
  self_->ask(
    peers_.kube, messages::open_stream{{}, x.request, messages::informer_actor(self_)},
    [this, generation = generation_](const messages::stream_opened& opened) {
      if (generation == generation_) return static_cast<void>(is_current(opened.stream));
      // The watch ended while its stream was being opened, so the stream has no reader.
      stream_.skip(opened.stream);
      self_->tell(peers_.kube, messages::close_stream{{}, opened.stream});
    },
    meant<std::string>([this](const auto& why) {
      step(kube::watch::watch_input::watch_ended{base::fail(base::error_code::unavailable, why)});
    }));
}

void informer_state::perform(const kube::watch::watch_effect::close_watch&) {
  if (const auto number = stream_.close(); number != 0) self_->tell(peers_.kube, messages::close_stream{{}, number});
}

void informer_state::begin_stream(const messages::stream_begun& x) {
  if (is_current(x.stream)) step(kube::watch::watch_input::begun{});
}

void informer_state::take_lines(const messages::stream_lines& x) {
  for (const auto& line : x.inbox->take().items)
    // A line can end the stream, and then the rest of the inbox is of an old position.
    if (is_current(x.stream)) step(kube::watch::watch_input::line{line});
}

void informer_state::end_stream(const messages::stream_ended& x) {
  if (!is_current(x.stream)) return;
  perform(kube::watch::watch_effect::close_watch{});
  step(kube::watch::watch_input::watch_ended{x.response});
}

void informer_state::perform(const kube::watch::watch_effect::wait_for& x) {
  wait_to_try_again(x.time);
}

void informer_state::perform(const kube::watch::watch_effect::changed& x) {
  // The kind is served again: the empty, complete list counts until the new list is complete.
  if (auto* absent = std::get_if<listed_as_absent>(&known_)) return absent->pages.push_back(x.change);
  take(x.change);
}

void informer_state::take(const kube::objects::object_change& change) {
  revision_ = base_ + change.revision;
  subscriptions_.take(change, kind_, revision_);
}

void informer_state::perform(const kube::watch::watch_effect::listed&) {
  report_.works();
  const auto before = std::exchange(known_, listed{});
  if (const auto* absent = std::get_if<listed_as_absent>(&before))
    for (const auto& change : absent->pages) take(change);
  complete_all();
}

void informer_state::perform(const kube::watch::watch_effect::kind_gone&) {
  machine_.reset();
  ++generation_;
  take_absence({});
}

void informer_state::perform(const kube::watch::watch_effect::version_gone& x) {
  const base::error reason{base::error_code::invalid_input,
                           words_of_other_version(x.served_as) + "; the objects are kept as they were"};
  report_failure(reason.message, reason, std::nullopt, core::bindings::lists::obstacle::kind);
  await_kinds_then([this] { step(kube::watch::watch_input::waited{}); });
}

void informer_state::perform(const kube::watch::watch_effect::moved& x) {
  kind_ = x.to.kind;
  resource_ = x.to;
  report_.moved(x.to, subscriptions_.names());
}

void informer_state::perform(const kube::watch::watch_effect::failed& x) {
  const auto* what =
    kube::watch::may_be_outage(x.reason) ? "the API server has not answered: " : "the API server refuses it: ";
  count_error(x.reason.code == base::error_code::expired ? "expired" : "fail");
  report_failure(what + x.reason.message, x.reason, x.retry_in,
                 is_group_away_ && may_be_of_group(x.reason) ? core::bindings::lists::obstacle::kind
                                                             : core::bindings::lists::obstacle::list);
}

void informer_state::perform(const kube::watch::watch_effect::restored&) {
  report_.works();
}

void informer_state::perform(const kube::watch::watch_effect::expired&) {
  count_error("expired");
}

void informer_state::retry_filters_later() {
  if (!std::exchange(will_retry_filters_, true)) self_->remind(filters_rest_, messages::retry_filters{});
}

void informer_state::retry(const messages::retry_filters&) {
  will_retry_filters_ = false;
  filters_rest_ = std::min(filters_rest_ * 2, last_filter_retry);
  subscriptions_.try_again(kind_, revision_);
  // No filter was stopped again by this try.
  if (!will_retry_filters_) filters_rest_ = first_filter_retry;
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
    [this](const messages::stream_lines& x) { take_lines(x); },
    [this](const messages::stream_ended& x) { end_stream(x); },
    [this](const messages::measure_metrics&) { return subscriptions_.measure(); },
    [this](const messages::informer_wait_over& x) { wait_over(x); },
    [this](const messages::retry_filters& x) { retry(x); });
}

messages::informer_actor informer(caf::actor_system& system, const framework::context_ptr& shared,
                                  messages::watch_spec spec, informer_peers peers) {
  auto label = "informer " + spec.key();
  return framework::spawn<informer_state>(system, framework::placement::shared, shared, std::move(label),
                                          std::move(spec), std::move(peers));
}

} // namespace actors::watches
