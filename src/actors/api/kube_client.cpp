#include "actors/api/kube_client.hpp"

#include "actors/api/definition_installation.hpp"
#include "actors/api/object_operation_log.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/status.hpp"
#include "actors/messages/supervisor.hpp"
#include "cluster/operations/throttled_sender.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>

namespace actors::api {

namespace {

std::string outcome_of(const cluster::operations::operation_report& x) {
  return x.result ? name(x.result->outcome) : std::string(base::name(x.result.error().code));
}

std::string summary_of(const cluster::operations::operation_report& x) {
  return core::hooks::describe(x.operation) + " " + outcome_of(x);
}

std::optional<std::chrono::milliseconds> in_milliseconds(std::optional<std::chrono::microseconds> x) {
  if (!x) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(*x);
}

void note_older(const std::string& older, const std::string& counted) {
  sys::log::log_warning(
    "kube_version_older",
    {{"version", older},
     {"counted", counted},
     {"counted_for_seconds",
      std::chrono::duration_cast<std::chrono::seconds>(kube::discovery::older_version_time).count()},
     {"hint", "charts that ask for the version see the newer version until only older versions have answered for that "
              "time: an upgrade of the control plane may be under way"}});
}

std::optional<std::chrono::microseconds> first_of(std::optional<std::chrono::microseconds> a,
                                                  std::optional<std::chrono::microseconds> b) {
  return a && b ? std::min(a, b) : a ? a : b;
}

/// Describes an operation for traces. The resourceVersion of its result, if it has a result, links the
/// operation to the watch event that it causes.
trace::trace_facts facts_of(const std::string& by, const cluster::operations::operation_report& x) {
  const auto& at = core::hooks::target_of(x.operation);
  trace::trace_facts all{{"by", by}, {"kind", at.kind}, {"name", at.name}, {"outcome", outcome_of(x)}};
  if (!at.namespace_name.empty()) all.push_back({"namespace", at.namespace_name});
  if (x.result && !x.result->version.empty()) all.push_back({"version", x.result->version});
  return all;
}

} // namespace

kube_client_state::kube_client_state(framework::actor_base<messages::kube_client_actor>* self,
                                     kube_client_source source)
  : self_(self), source_(std::move(source)),
    transfers_(self, {source_.transport, source_.host, source_.metrics, source_.own_namespace, source_.places,
                      [this](const auto& target, const auto& response) { hear(target, response); },
                      [this](const auto& target) { return outage_.is_broken(target); }}),
    streams_(self, source_.transport), version_(sender(messages::api_component::main), note_older),
    kinds_(sender(messages::api_component::main)),
    outage_(seams_of_outage(), self->shared().random(), source_.own_namespace) {}

void kube_client_state::hear(const std::string& target, const base::result<kube::api::http_response>& response) {
  outage_.heard(target, response);
  // A 404 without a Status comes from a proxy, or from a server that does not serve the path: a kind may have
  // been removed.
  if (response && response->status == 404 && !kube::api::is_of_api_server(*response)) kinds_.doubt_presence();
}

kube::api::send_request kube_client_state::sender(const char* component) {
  return [this, component](kube::api::http_request request, kube::api::on_response done) {
    transfers_.send(std::move(request), component, std::move(done));
  };
}

framework::promise<messages::api_answered> kube_client_state::call(const messages::call_api& x) {
  auto to = self_->later<messages::api_answered>();
  transfers_.send(x.request, x.component, [this, to](const base::result<kube::api::http_response>& response) mutable {
    self_->answer(to, messages::api_answered{{}, response});
  });
  return to;
}

void kube_client_state::wait(std::chrono::milliseconds time, std::function<void()> then) {
  const auto number = ++last_wait_;
  // A message cannot carry a callback, so it carries a number that finds the callback here.
  waits_.emplace(number, std::move(then));
  self_->remind(time, messages::operation_wait_over{{}, number});
}

void kube_client_state::wait_over(const messages::operation_wait_over& x) {
  auto node = waits_.extract(x.wait);
  if (!node.empty()) node.mapped()();
}

// -- the API server ------------------------------------------------------------

framework::promise<messages::kind_resolved> kube_client_state::resolve(const messages::resolve_kind& x) {
  auto to = self_->later<messages::kind_resolved>();
  const auto answer = [this, to](const kube::api::lookup_result& found) mutable {
    self_->answer(to, messages::kind_resolved{{}, found});
  };
  const auto now_us = self_->shared().steady_time_us();
  // A watch that has lost its kind needs the current state of that kind.
  if (x.before)
    kinds_.find_again(x.api_version, *x.before, now_us, answer);
  else if (x.wants == messages::kind_knowledge::fresh)
    kinds_.find_anew(x.api_version, x.kind, now_us, answer);
  else if (x.is_expected)
    kinds_.find_expected(x.api_version, x.kind, now_us, answer);
  else
    kinds_.find(x.api_version, x.kind, now_us, answer);
  return to;
}

framework::promise<messages::cluster_described> kube_client_state::describe(const messages::describe_cluster& x) {
  auto to = self_->later<messages::cluster_described>();
  const auto failure_is = x.wants == messages::kind_knowledge::fresh ? kube::discovery::when_unanswered::failure
                                                                     : kube::discovery::when_unanswered::last_known;
  const auto now_us = self_->shared().steady_time_us();
  std::vector<kube::discovery::kind_id> expected;
  for (const auto& type : x.expected) expected.push_back(kube::discovery::id_of(type));
  version_.read(now_us, failure_is, [=, this](const base::result<std::string>& version) mutable {
    if (!version) return self_->answer(to, messages::cluster_described{{}, version, {}});
    kinds_.table(now_us, failure_is, [=, this](const auto& table) mutable {
      if (!table) return self_->answer(to, messages::cluster_described{{}, tl::unexpected(table.error()), {}});
      kinds_.expect(expected);
      const auto settles_in = first_of(kinds_.settles_in(now_us), version_.settles_in(now_us));
      self_->answer(to, messages::cluster_described{{},
                                                    version,
                                                    (*table)->api_versions(),
                                                    in_milliseconds(settles_in),
                                                    (*table)->unknown_versions(),
                                                    in_milliseconds(kinds_.matures_in(now_us))});
    });
  });
  return to;
}

outage_seams kube_client_state::seams_of_outage() {
  outage_seams made;
  // The probe is sent even if the budget is used up, because requests that wait for the same server must not
  // delay it.
  made.send = [this](kube::api::http_request request, kube::api::on_response done) {
    transfers_.send_now(std::move(request), messages::api_component::main, std::move(done));
  };
  made.wait = [this](std::chrono::milliseconds time, std::function<void()> then) { wait(time, std::move(then)); };
  made.now_us = [this] { return self_->shared().steady_time_us(); };
  made.on_over = [this](std::chrono::microseconds outage) {
    self_->tell(source_.supervisor, messages::api_server_returned{{}, outage});
  };
  return made;
}

framework::promise<messages::api_server_awaited> kube_client_state::await(const messages::await_api_server& x) {
  auto to = self_->later<messages::api_server_awaited>();
  outage_.await(x.retry_in, [this, to](kube::watch::outage_verdict verdict) mutable {
    self_->answer(to, messages::api_server_awaited{{}, verdict});
  });
  return to;
}

framework::promise<messages::outage_found> kube_client_state::find(const messages::find_outage& x) {
  auto to = self_->later<messages::outage_found>();
  outage_.find(x.began_us, x.ended_us, [this, to](const std::optional<time_without_answers>& found) mutable {
    const auto wall_us = self_->shared().wall_time_us() - self_->shared().steady_time_us();
    self_->answer(to, messages::outage_found{{}, found ? actors::api::describe(*found, wall_us) : std::string()});
  });
  return to;
}

/// The wait is limited, because a server that does not answer must not keep the Pod from ending.
framework::promise<messages::writes_ended> kube_client_state::end_writes(const messages::end_writes& x) {
  auto to = self_->later<messages::writes_ended>();
  const auto answer = [this, to]() mutable { self_->answer(to, messages::writes_ended{{}, transfers_.writes()}); };
  wait(x.within, answer);
  transfers_.end_writes(answer);
  return to;
}

// -- object operations ---------------------------------------------------------

cluster::operations::operation_seams kube_client_state::seams_of_operations(const std::string& by) {
  cluster::operations::operation_seams made;
  made.send = cluster::operations::throttled_sender(
    sender(messages::api_component::object_patcher),
    [this](std::chrono::milliseconds time, auto then) { wait(time, std::move(then)); });
  made.resolve = [this](const std::string& api_version, const std::string& kind, known_kinds::on_lookup done) {
    kinds_.find(api_version, kind, self_->shared().steady_time_us(), std::move(done));
  };
  made.kinds_changed = [this] { kinds_.doubt_absence(); };
  made.wait = [this](std::chrono::milliseconds delay, std::function<void()> then) { wait(delay, std::move(then)); };
  made.follow = [this](kube::api::http_request request, cluster::operations::followed_watch events) {
    return streams_.follow(std::move(request), std::move(events));
  };
  made.now_us = [this] { return self_->shared().steady_time_us(); };
  made.report = [this, by](const cluster::operations::operation_report& x) {
    operation_log_.write(by, x);
    trace::event event;
    event.type = trace::trace_span::object_operation;
    event.summary = summary_of(x);
    event.facts = facts_of(by, x);
    self_->record_span(std::move(event), x.duration);
  };
  made.filter_limit = source_.filter_limit;
  // Shared by all runs, because a creation of an earlier run may have had no response.
  made.lost = lost_;
  return made;
}

framework::promise<messages::object_operations_done>
kube_client_state::execute(const messages::execute_object_operations& x) {
  auto to = self_->later<messages::object_operations_done>();
  ordered_operations what{.list = x.operations, .default_namespace = x.default_namespace, .idle_max = x.idle_max};
  if (x.observer)
    what.on_advanced = [this, to = x.observer, work = x.work](std::string state) {
      self_->tell(to, messages::operations_advanced{{}, work, std::move(state)});
    };
  what.await_server = [this](auto then) { outage_.await(std::chrono::milliseconds(0), std::move(then)); };
  object_operations::execute(std::move(what), seams_of_operations(x.by),
                             [this, to](std::vector<messages::object_failure> failures) mutable {
                               self_->answer(to, messages::object_operations_done{{}, std::move(failures)});
                             });
  return to;
}

framework::promise<messages::definitions_installed> kube_client_state::install(const messages::install_definitions& x) {
  auto to = self_->later<messages::definitions_installed>();
  for (const auto& definition : *x.definitions)
    if (const auto problem = definition_files_.take(definition); !problem.empty())
      sys::log::log_warning("definition_suspicious", {{"error", problem}});
  auto seams = seams_of_operations("definitions");
  // The operator itself installs definitions, so metrics must not count these requests as requests of hooks.
  seams.send = sender(messages::api_component::main);
  definition_installation::begin(x.definitions, std::move(seams),
                                 [this, to](std::vector<messages::definition_outcome> outcomes) mutable {
                                   self_->answer(to, messages::definitions_installed{{}, std::move(outcomes)});
                                 });
  return to;
}

messages::kube_client_actor::behavior_type kube_client_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::call_api& x) { return call(x); },
    [this](const messages::resolve_kind& x) { return resolve(x); },
    [this](const messages::describe_cluster& x) { return describe(x); },
    [this](const messages::execute_object_operations& x) { return execute(x); },
    [this](const messages::install_definitions& x) { return install(x); },
    [this](const messages::list_definitions&) {
      return messages::definitions_listed{{}, definition_files_.names()};
    },
    [this](const messages::open_stream& x) { return streams_.open(x); },
    [this](const messages::close_stream& x) { streams_.close(x.stream); },
    [this](const messages::await_api_server& x) { return await(x); },
    [this](const messages::find_outage& x) { return find(x); },
    [this](const messages::end_writes& x) { return end_writes(x); },
    [this](const messages::describe_answers&) {
      const auto found = transfers_.answer_time();
      return messages::answers_described{{}, {found.time, found.answers}};
    },
    [this](const messages::transfer_done& x) { transfers_.done(x); },
    [this](const messages::stream_lines& x) { streams_.on_lines(x); },
    [this](const messages::stream_ended& x) { streams_.end(x); },
    [this](const messages::operation_wait_over& x) { wait_over(x); });
}

messages::kube_client_actor kube_client(caf::actor_system& system, const framework::context_ptr& shared,
                                        kube_client_source source) {
  return framework::spawn<kube_client_state>(system, framework::placement::shared, shared, "kube client",
                                             std::move(source));
}

} // namespace actors::api
