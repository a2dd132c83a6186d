#include "actors/api/kube_client.hpp"

#include "actors/api/object_operation_log.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/metrics/builtin.hpp"
#include "kube/api_path.hpp"
#include "kube/response.hpp"

#include <cstddef>
#include <utility>

namespace actors {

namespace {

/// Requests in flight; streams are not counted.
constexpr std::size_t transfers_max = 64;

std::string summary_of(const operation_report& x) {
  return core::describe(x.operation) + " " + (x.result ? name(*x.result) : core::name(x.result.error().code));
}

} // namespace

kube_client_state::kube_client_state(base<kube_client_actor>* self, kube_client_source source)
  : self_(self), source_(std::move(source)), discovery_([this](kube::http_request request, on_response done) {
      send(std::move(request), api_component::main, std::move(done));
    }),
    outage_({[this](kube::http_request request, on_response done) {
               // Requests that wait for a server that is gone must not keep the probe from it.
               start({std::move(request), std::move(done), api_component::main, self_->current_id()});
             },
             [this](std::chrono::milliseconds time, std::function<void()> then) { wait(time, std::move(then)); },
             [this] { return self_->shared().wall_time_us(); },
             [this] { self_->tell(source_.supervisor, api_server_returned{}); }},
            self_->shared().random()) {}

kube_client_state::~kube_client_state() {
  for (const auto& [stream, id] : streams_) source_.transport->cancel(id);
}

// -- transfers -----------------------------------------------------------------

void kube_client_state::send(kube::http_request request, const char* component, on_response done) {
  waiting_request x{std::move(request), std::move(done), component, self_->current_id()};
  if (transfers_.size() < transfers_max)
    start(std::move(x));
  else
    waiting_.push_back(std::move(x));
}

void kube_client_state::start(waiting_request x) {
  const auto number = ++last_number_;
  transfers_.emplace(number, transfer{std::move(x.done), x.request.method, x.request.target, x.component,
                                      self_->shared().wall_time_us()});
  source_.transport->start(std::move(x.request),
                           {nullptr, [shared = self_->shared_ptr(), to = kube_client_actor(self_), number,
                                      cause = x.cause](core::result<kube::http_response> response) {
                              post(shared, to, transfer_done{{}, number, std::move(response)}, cause);
                            }});
}

void kube_client_state::done(const transfer_done& x) {
  auto node = transfers_.extract(x.number);
  if (node.empty()) return;
  const auto& ended = node.mapped();
  report(ended, x);
  if (!waiting_.empty()) {
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    start(std::move(next));
  }
  outage_.heard(x.response);
  ended.done(x.response);
}

void kube_client_state::report(const transfer& ended, const transfer_done& x) {
  const auto duration = std::chrono::microseconds(self_->shared().wall_time_us() - ended.begun_us);
  self_->record_span(std::string(core::trace_span::http_request), ended.method + " " + ended.target + " " + summary(x),
                     0, duration);
  namespace names = core::metric_name;
  // As client-go names an answer that has not come.
  const auto code = x.response ? std::to_string(x.response->status) : std::string("<error>");
  count_metric result{
    std::string(names::kubernetes_client_request_result_total),
    {{"code", code}, {"method", ended.method}, {"host", source_.host}, {"component", ended.component}}};
  observe_metric latency{
    std::string(names::kubernetes_client_request_latency_seconds),
    {{"verb", ended.method}, {"url", kube::path_template(ended.target)}, {"component", ended.component}},
    std::chrono::duration<double>(duration).count()};
  self_->tell(source_.metrics, update_metrics{{std::move(result), std::move(latency)}});
}

promise<api_server_awaited> kube_client_state::await(const await_api_server& x) {
  auto to = self_->later<api_server_awaited>();
  outage_.await(x.retry_in, [this, to](bool after_outage) mutable {
    self_->answer(to, api_server_awaited{{}, after_outage});
  });
  return to;
}

void kube_client_state::wait(std::chrono::milliseconds time, std::function<void()> then) {
  const auto number = ++last_number_;
  waits_.emplace(number, std::move(then));
  self_->remind(time, operation_wait_over{{}, number});
}

promise<api_answered> kube_client_state::call(const call_api& x) {
  auto to = self_->later<api_answered>();
  send(x.request, x.component, [this, to](const core::result<kube::http_response>& response) mutable {
    self_->answer(to, api_answered{{}, response});
  });
  return to;
}

// -- streams -------------------------------------------------------------------

template <class Receiver>
kube::response_events kube_client_state::events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause) {
  const auto shared = self_->shared_ptr();
  auto inbox = std::make_shared<line_inbox>();
  return {[=](std::string_view line) {
            if (inbox->put(line)) post(shared, to, stream_lines{{}, stream, inbox}, line_cause);
          },
          [shared, to, stream, cause = self_->current_id()](core::result<kube::http_response> response) {
            post(shared, to, stream_ended{{}, stream, std::move(response)}, cause);
          }};
}

stream_opened kube_client_state::open(const open_stream& x) {
  const auto stream = ++last_number_;
  // What the cluster reports begins a chain of causes of its own.
  auto events = events_to(x.receiver, stream, 0);
  events.on_begin = [shared = self_->shared_ptr(), to = x.receiver, stream, cause = self_->current_id()] {
    post(shared, to, stream_begun{{}, stream}, cause);
  };
  streams_.emplace(stream, source_.transport->start(x.request, std::move(events)));
  return {{}, stream};
}

std::function<void()> kube_client_state::follow(kube::http_request request, followed_watch events) {
  const auto stream = ++last_number_;
  followed_.emplace(stream, std::make_shared<const followed_watch>(std::move(events)));
  streams_.emplace(stream, source_.transport->start(std::move(request),
                                                    events_to(kube_client_actor(self_), stream, self_->current_id())));
  return [this, stream] {
    followed_.erase(stream);
    close({{}, stream});
  };
}

void kube_client_state::take(const stream_lines& x) {
  const auto found = followed_.find(x.stream);
  if (found == followed_.end()) return;
  // A line may end the watch.
  const auto events = found->second;
  for (const auto& line : x.inbox->take())
    if (followed_.contains(x.stream)) events->on_line(line);
}

void kube_client_state::end(const stream_ended& x) {
  streams_.erase(x.stream);
  const auto node = followed_.extract(x.stream);
  if (!node.empty()) node.mapped()->on_end(x.response);
}

void kube_client_state::close(const close_stream& x) {
  auto node = streams_.extract(x.stream);
  if (!node.empty()) source_.transport->cancel(node.mapped());
}

// -- kinds ---------------------------------------------------------------------

promise<kind_resolved> kube_client_state::resolve(const resolve_kind& x) {
  auto to = self_->later<kind_resolved>();
  discovery_.find(x.api_version, x.kind, self_->shared().wall_time_us(),
                  [this, to](const kube::lookup_result& found) mutable {
                    self_->answer(to, kind_resolved{{}, found});
                  });
  return to;
}

promise<cluster_described> kube_client_state::describe() {
  auto to = self_->later<cluster_described>();
  read_version([this, to](const core::result<std::string>& version) mutable {
    if (!version) return self_->answer(to, cluster_described{{}, version, {}});
    discovery_.table(self_->shared().wall_time_us(), [this, to, version](const auto& table) mutable {
      if (table)
        self_->answer(to, cluster_described{{}, version, (*table)->api_versions()});
      else
        self_->answer(to, cluster_described{{}, tl::unexpected(table.error()), {}});
    });
  });
  return to;
}

void kube_client_state::read_version(std::function<void(const core::result<std::string>&)> done) {
  if (server_version_) return done(*server_version_);
  send({.target = "/version"}, api_component::main,
       [this, done = std::move(done)](const core::result<kube::http_response>& response) {
         const auto document = kube::json_of(response);
         if (!document) return done(core::fail("reading the API server's version", document.error()));
         server_version_ = document->string_at("gitVersion").value_or("");
         done(*server_version_);
       });
}

// -- object operations ---------------------------------------------------------

operation_seams kube_client_state::seams(const std::string& by) {
  operation_seams made;
  made.send = [this](kube::http_request request, on_response done) {
    send(std::move(request), api_component::object_patcher, std::move(done));
  };
  made.resolve = [this](const std::string& api_version, const std::string& kind, known_kinds::on_lookup done) {
    discovery_.find(api_version, kind, self_->shared().wall_time_us(), std::move(done));
  };
  made.kinds_changed = [this] { discovery_.doubt(); };
  made.wait = [this](std::chrono::milliseconds delay, std::function<void()> then) { wait(delay, std::move(then)); };
  made.follow = [this](kube::http_request request, followed_watch events) {
    return follow(std::move(request), std::move(events));
  };
  made.now_us = [this] { return self_->shared().wall_time_us(); };
  made.report = [this, by](const operation_report& x) {
    log_object_operation(by, x);
    self_->record_span(std::string(core::trace_span::object_operation), summary_of(x), 0, x.duration);
  };
  made.filter_limit = source_.filter_limit;
  return made;
}

promise<object_operations_done> kube_client_state::execute(const execute_object_operations& x) {
  auto to = self_->later<object_operations_done>();
  object_operations::execute(x.operations, x.default_namespace, seams(x.by),
                             [this, to](std::vector<core::error> failures) mutable {
                               self_->answer(to, object_operations_done{{}, std::move(failures)});
                             });
  return to;
}

void kube_client_state::wait_over(const operation_wait_over& x) {
  auto node = waits_.extract(x.wait);
  if (!node.empty()) node.mapped()();
}

kube_client_actor::behavior_type kube_client_state::make_behavior() {
  return behavior(
    self_, [this](const call_api& x) { return call(x); }, [this](const resolve_kind& x) { return resolve(x); },
    [this](const describe_cluster&) { return describe(); },
    [this](const execute_object_operations& x) { return execute(x); }, [this](const open_stream& x) { return open(x); },
    [this](const close_stream& x) { close(x); }, [this](const await_api_server& x) { return await(x); },
    [this](const transfer_done& x) { done(x); }, [this](const stream_lines& x) { take(x); },
    [this](const stream_ended& x) { end(x); }, [this](const operation_wait_over& x) { wait_over(x); });
}

kube_client_actor kube_client(caf::actor_system& system, const context_ptr& shared, kube_client_source source) {
  return spawn<kube_client_state>(system, placement::shared, shared, "kube client", std::move(source));
}

} // namespace actors
