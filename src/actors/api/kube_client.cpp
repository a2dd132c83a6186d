#include "actors/api/kube_client.hpp"

#include "actors/api/definition_installation.hpp"
#include "actors/api/object_operation_log.hpp"
#include "actors/messages/supervisor.hpp"
#include "kube/response.hpp"

#include <utility>

namespace actors {

namespace {

std::string outcome_of(const operation_report& x) {
  return x.result ? name(x.result->outcome) : std::string(core::name(x.result.error().code));
}

std::string summary_of(const operation_report& x) {
  return core::describe(x.operation) + " " + outcome_of(x);
}

/// An event that tells of this version of the object comes from this operation.
core::trace_facts facts_of(const std::string& by, const operation_report& x) {
  const auto& at = core::target_of(x.operation);
  core::trace_facts all{{"by", by}, {"kind", at.kind}, {"name", at.name}, {"outcome", outcome_of(x)}};
  if (!at.namespace_name.empty()) all.emplace_back("namespace", at.namespace_name);
  if (x.result && !x.result->version.empty()) all.emplace_back("version", x.result->version);
  return all;
}

} // namespace

kube_client_state::kube_client_state(base<kube_client_actor>* self, kube_client_source source)
  : self_(self), source_(std::move(source)),
    transfers_(self, {source_.transport, source_.host, source_.metrics,
                      [this](const core::result<kube::http_response>& response) { hear(response); }}),
    streams_(self, source_.transport), version_(sender(api_component::main)), kinds_(sender(api_component::main)),
    outage_(seams_of_outage(), self->shared().random()) {}

void kube_client_state::hear(const core::result<kube::http_response>& response) {
  outage_.heard(response);
  // So answers a server that does not serve the path, and many a proxy.
  if (response && response->status == 404 && !kube::is_of_api_server(*response)) kinds_.doubt_presence();
}

send_request kube_client_state::sender(const char* component) {
  return [this, component](kube::http_request request, on_response done) {
    transfers_.send(std::move(request), component, std::move(done));
  };
}

promise<api_answered> kube_client_state::call(const call_api& x) {
  auto to = self_->later<api_answered>();
  transfers_.send(x.request, x.component, [this, to](const core::result<kube::http_response>& response) mutable {
    self_->answer(to, api_answered{{}, response});
  });
  return to;
}

void kube_client_state::wait(std::chrono::milliseconds time, std::function<void()> then) {
  const auto number = ++last_wait_;
  waits_.emplace(number, std::move(then));
  self_->remind(time, operation_wait_over{{}, number});
}

void kube_client_state::wait_over(const operation_wait_over& x) {
  auto node = waits_.extract(x.wait);
  if (!node.empty()) node.mapped()();
}

// -- the API server ------------------------------------------------------------

promise<kind_resolved> kube_client_state::resolve(const resolve_kind& x) {
  auto to = self_->later<kind_resolved>();
  const auto answer = [this, to](const kube::lookup_result& found) mutable {
    self_->answer(to, kind_resolved{{}, found});
  };
  const auto now_us = self_->shared().steady_time_us();
  if (x.before)
    kinds_.find_again(x.api_version, *x.before, now_us, answer);
  else if (x.wants == kind_knowledge::fresh)
    kinds_.find_anew(x.api_version, x.kind, now_us, answer);
  else
    kinds_.find(x.api_version, x.kind, now_us, answer);
  return to;
}

promise<cluster_described> kube_client_state::describe(const describe_cluster& x) {
  auto to = self_->later<cluster_described>();
  const auto failure_is = x.wants == kind_knowledge::fresh ? when_unanswered::failure : when_unanswered::last_known;
  const auto now_us = self_->shared().steady_time_us();
  version_.read(now_us, failure_is, [this, to, failure_is, now_us](const core::result<std::string>& version) mutable {
    if (!version) return self_->answer(to, cluster_described{{}, version, {}});
    kinds_.table(now_us, failure_is, [this, to, version](const auto& table) mutable {
      if (table)
        self_->answer(to, cluster_described{{}, version, (*table)->api_versions()});
      else
        self_->answer(to, cluster_described{{}, tl::unexpected(table.error()), {}});
    });
  });
  return to;
}

outage_seams kube_client_state::seams_of_outage() {
  outage_seams made;
  // Requests that wait for a server that is gone must not keep the probe from it.
  made.send = [this](kube::http_request request, on_response done) {
    transfers_.send_now(std::move(request), api_component::main, std::move(done));
  };
  made.wait = [this](std::chrono::milliseconds time, std::function<void()> then) { wait(time, std::move(then)); };
  made.now_us = [this] { return self_->shared().steady_time_us(); };
  made.on_over = [this](std::chrono::microseconds outage) {
    self_->tell(source_.supervisor, api_server_returned{{}, outage});
  };
  return made;
}

promise<api_server_awaited> kube_client_state::await(const await_api_server& x) {
  auto to = self_->later<api_server_awaited>();
  outage_.await(x.retry_in, [this, to](kube::outage_verdict verdict) mutable {
    self_->answer(to, api_server_awaited{{}, verdict});
  });
  return to;
}

// -- object operations ---------------------------------------------------------

operation_seams kube_client_state::seams_of_operations(const std::string& by) {
  operation_seams made;
  made.send = sender(api_component::object_patcher);
  made.resolve = [this](const std::string& api_version, const std::string& kind, known_kinds::on_lookup done) {
    kinds_.find(api_version, kind, self_->shared().steady_time_us(), std::move(done));
  };
  made.kinds_changed = [this] { kinds_.doubt_absence(); };
  made.wait = [this](std::chrono::milliseconds delay, std::function<void()> then) { wait(delay, std::move(then)); };
  made.follow = [this](kube::http_request request, followed_watch events) {
    return streams_.follow(std::move(request), std::move(events));
  };
  made.now_us = [this] { return self_->shared().steady_time_us(); };
  made.report = [this, by](const operation_report& x) {
    log_object_operation(by, x);
    core::trace_event event;
    event.type = core::trace_span::object_operation;
    event.summary = summary_of(x);
    event.facts = facts_of(by, x);
    self_->record_span(std::move(event), x.duration);
  };
  made.filter_limit = source_.filter_limit;
  return made;
}

promise<object_operations_done> kube_client_state::execute(const execute_object_operations& x) {
  auto to = self_->later<object_operations_done>();
  object_operations::execute(x.operations, x.default_namespace, seams_of_operations(x.by),
                             [this, to](std::vector<object_failure> failures) mutable {
                               self_->answer(to, object_operations_done{{}, std::move(failures)});
                             });
  return to;
}

promise<definitions_installed> kube_client_state::install(const install_definitions& x) {
  auto to = self_->later<definitions_installed>();
  auto seams = seams_of_operations("definitions");
  seams.send = sender(api_component::main);
  definition_installation::begin(x.definitions, std::move(seams),
                                 [this, to](std::vector<definition_outcome> outcomes) mutable {
                                   self_->answer(to, definitions_installed{{}, std::move(outcomes)});
                                 });
  return to;
}

kube_client_actor::behavior_type kube_client_state::make_behavior() {
  return behavior(
    self_, [this](const call_api& x) { return call(x); }, [this](const resolve_kind& x) { return resolve(x); },
    [this](const describe_cluster& x) { return describe(x); },
    [this](const execute_object_operations& x) { return execute(x); },
    [this](const install_definitions& x) { return install(x); },
    [this](const open_stream& x) { return streams_.open(x); },
    [this](const close_stream& x) { streams_.close(x.stream); }, [this](const await_api_server& x) { return await(x); },
    [this](const transfer_done& x) { transfers_.done(x); }, [this](const stream_lines& x) { streams_.take(x); },
    [this](const stream_ended& x) { streams_.end(x); }, [this](const operation_wait_over& x) { wait_over(x); });
}

kube_client_actor kube_client(caf::actor_system& system, const context_ptr& shared, kube_client_source source) {
  return spawn<kube_client_state>(system, placement::shared, shared, "kube client", std::move(source));
}

} // namespace actors
