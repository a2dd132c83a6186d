#include "actors/supervision/running_operator.hpp"

#include "actors/framework/sparing_workers.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/supervision/supervisor.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "actors/telemetry/http_server.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/telemetry/trace_recorder.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "sys/http/https_identity.hpp"
#include "sys/log/log.hpp"
#include "sys/time/clock.hpp"
#include "sys/time/time_zones.hpp"

#include <future>
#include <mutex>
#include <random>
#include <utility>
#include <variant>

namespace actors::supervision {

namespace {

/// CAF's defaults poll (work stealing) and start a thread for each core, which is wasteful for an operator
/// that mostly waits.
class configuration : public caf::actor_system_config {
public:
  configuration() {
    module_factories.emplace_back(framework::sparing_scheduler);
    set("scheduler.max-threads", std::size_t{2});
    set("scheduler.max-throughput", std::size_t{100});
  }
};

std::int64_t wall_time_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now().time_since_epoch()).count();
}

std::int64_t steady_time_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch())
    .count();
}

framework::context_ptr make_context(const running_operator_options& options) {
  auto shared = std::make_shared<framework::context>();
  shared->wall_time_us = options.wall_time_us ? options.wall_time_us : wall_time_us;
  shared->steady_time_us = options.steady_time_us ? options.steady_time_us : steady_time_us;
  // Ids begin with the clock in microseconds. So they are unique over restarts, because no operator handles a
  // million messages a second for long.
  shared->last_id = static_cast<std::uint64_t>(shared->wall_time_us());
  shared->time_zones = sys::time::find_time_zone;
  // Guarded, because actors on different threads draw numbers from it.
  struct source {
    std::mutex guard;
    std::mt19937_64 numbers;
  };
  auto random = std::make_shared<source>();
  random->numbers.seed(options.seed);
  shared->random = [random] {
    const std::lock_guard lock(random->guard);
    return random->numbers();
  };
  return shared;
}

/// The listener only passes requests to the server's actor.
template <class Server>
sys::http::http_handler hand_over_to(const framework::context_ptr& shared, const Server& server) {
  return [shared, server](sys::http::server_request request, sys::http::reply_function reply) {
    framework::post(shared, server,
                    messages::http_asked{
                      {}, std::make_shared<const sys::http::server_request>(std::move(request)), std::move(reply)});
  };
}

/// The maximal wait at the end for events that are still exported.
constexpr auto export_end_max = std::chrono::seconds(2);

/// The limits of the answers on the live page: its viewers read, and do not copy whole clusters.
constexpr telemetry::debug_limits page_limits{.json_bytes_max = std::size_t{8} << 20,
                                              .yaml_bytes_max = std::size_t{1} << 20};

/// Only a few connections at a time, because an answer may have 128 MiB.
sys::http::listener_options debug_listener_options(const std::string& path) {
  return {.address = sys::http::unix_address{path}, .connections_max = 4, .answers_bytes_max = std::size_t{256} << 20};
}

} // namespace

class running_operator::parts {
public:
  parts() : system(config) {}

  base::result<void> listen(const running_operator_options& options);
  base::result<void> listen_for_reviews(const sys::http::listener_options& options);

  configuration config;
  caf::actor_system system;
  framework::context_ptr shared;
  void end_recording();

  messages::trace_recorder_actor recorder; ///< invalid: no events are kept
  messages::trace_exporter_actor exporter; ///< invalid: no events are exported
  messages::supervisor_actor top;
  messages::http_server_actor http;
  messages::debug_server_actor debug;
  messages::debug_server_actor page; ///< invalid: there is no live page
  std::unique_ptr<sys::http::listener> listener;
  std::unique_ptr<sys::http::listener> page_listener;  ///< null: there is no live page
  std::unique_ptr<sys::http::listener> debug_listener; ///< null: no debug socket
  messages::webhook_server_actor webhooks;
  std::mutex webhook_guard;
  std::unique_ptr<sys::http::listener> webhook_listener; ///< null: no webhook is claimed
  std::promise<int> stopped;
  std::future<int> exit_code = stopped.get_future();
};

/// Called by the WEBHOOK SERVER, which ends before the parts.
base::result<void> running_operator::parts::listen_for_reviews(const sys::http::listener_options& options) {
  const auto identity = options.identity;
  const auto changed = [shared = shared, server = webhooks](const std::string& why_not) {
    framework::post(shared, server, messages::certificate_changed{{}, why_not});
  };
  identity->notify(changed);
  const auto why_not = identity->why_not();
  const auto answer = [pass_on = hand_over_to(shared, webhooks)](sys::http::server_request request,
                                                                 sys::http::reply_function reply) {
    if (webhooks::is_health_question(request)) return reply(sys::http::text_reply(200, "ok\n"));
    pass_on(std::move(request), std::move(reply));
  };
  auto listening = sys::http::listener::start(options, answer);
  if (!listening) return base::fail("listener for webhooks", listening.error());
  if (!why_not.empty()) changed(why_not);
  sys::log::log_info("webhooks_listening", {{"address", std::get<sys::http::tcp_address>(options.address).host},
                                            {"port", std::int64_t{(*listening)->port()}}});
  const std::lock_guard lock(webhook_guard);
  webhook_listener = std::move(*listening);
  return {};
}

base::result<void> running_operator::parts::listen(const running_operator_options& options) {
  auto for_http = sys::http::listener::start(options.listen, hand_over_to(shared, http));
  if (!for_http) return tl::unexpected(for_http.error());
  listener = std::move(*for_http);
  if (options.page) {
    auto for_page = sys::http::listener::start(*options.page, options.page_of(hand_over_to(shared, page)));
    if (!for_page) return base::fail("live page", for_page.error());
    page_listener = std::move(*for_page);
  }
  if (options.debug_socket.empty()) return {};
  auto for_debug =
    sys::http::listener::start(debug_listener_options(options.debug_socket), hand_over_to(shared, debug));
  if (!for_debug) return base::fail("debug socket", for_debug.error());
  debug_listener = std::move(*for_debug);
  return {};
}

base::result<std::unique_ptr<running_operator>> running_operator::start(operator_setup setup,
                                                                        const running_operator_options& options) {
  auto all = std::make_unique<parts>();
  all->shared = make_context(options);
  const auto blocking = setup.blocking;
  auto trace = options.trace;
  if (options.trace_export.collector) {
    all->exporter = telemetry::trace_exporter(all->system, all->shared, options.trace_export);
    trace.exporter = all->exporter;
  }
  if (trace.keeps_anything()) {
    auto recording = telemetry::trace_recorder(all->system, blocking, all->shared, trace);
    all->recorder = recording.recorder;
    all->shared->record = std::move(recording.record);
  }
  // A plain pointer is safe, because the parts live until the supervisor has ended.
  setup.on_stopped = [raw = all.get()](int code) { raw->stopped.set_value(code); };
  // Created first, because both the HTTP server and the supervisor use it.
  setup.metrics = telemetry::metrics(all->system, all->shared, setup.metrics_prefix);
  const auto registry = setup.metrics;
  webhooks::webhook_server_options reviews{.why_not = options.why_no_webhooks};
  if (options.webhooks) {
    // A part of the memory for bodies is enough for the objects that many clients read.
    reviews.conversions = {options.review_bodies.all / 8, setup.filter_limit};
    reviews.refused = options.webhooks->identity->refused();
    reviews.review_bytes_max = options.review_bodies.review;
    reviews.reviews_max.bytes = options.review_bodies.all;
    reviews.listen = [me = all.get(), listen = *options.webhooks] { return me->listen_for_reviews(listen); };
  }
  setup.webhooks = webhooks::webhook_server(all->system, all->shared, registry, std::move(reviews));
  all->webhooks = setup.webhooks;
  all->top = supervisor(all->system, all->shared, std::make_shared<const operator_setup>(std::move(setup)));
  all->http = telemetry::http_server(all->system, all->shared, all->top, registry,
                                     options.webhooks ? options.webhooks->identity->refused() : nullptr);
  all->debug = telemetry::debug_server(all->system, blocking, all->shared,
                                       {all->top, all->recorder, options.look_around, options.look_at_process},
                                       telemetry::debug_limits{}, options.settings);
  // A server and a thread of its own, so that a viewer delays neither the debug commands nor /readyz.
  if (options.page)
    all->page = telemetry::debug_server(all->system, blocking, all->shared,
                                        {all->top, all->recorder, options.look_around, options.look_at_process},
                                        page_limits, options.settings);
  // `start_operator` was not sent yet, so all actors can simply be ended.
  if (auto listening = all->listen(options); !listening) {
    all->listener.reset();
    all->page_listener.reset();
    if (all->page) framework::stop_now(all->page);
    framework::stop_now(all->http);
    framework::stop_now(all->webhooks);
    framework::stop_now(all->debug);
    framework::stop_now(all->top);
    framework::stop_now(registry);
    all->end_recording();
    return tl::unexpected(listening.error());
  }
  framework::post(all->shared, all->top, messages::start_operator{});
  return std::unique_ptr<running_operator>(new running_operator(std::move(all)));
}

running_operator::running_operator(std::unique_ptr<parts> all) : parts_(std::move(all)) {}

running_operator::~running_operator() {
  // `wait` has not returned, so the operator may still work.
  if (parts_->exit_code.valid()) {
    stop("nobody needs the operator any more");
    static_cast<void>(wait());
  }
  // Listeners are stopped first, so that no request goes to an actor that has ended.
  parts_->listener.reset();
  {
    const std::lock_guard lock(parts_->webhook_guard);
    parts_->webhook_listener.reset();
  }
  parts_->page_listener.reset();
  parts_->debug_listener.reset();
  if (parts_->page) framework::stop_now(parts_->page);
  framework::stop_now(parts_->http);
  framework::stop_now(parts_->debug);
  framework::stop_now(parts_->top);
  parts_->end_recording();
}

void running_operator::parts::end_recording() {
  if (!recorder) return;
  // The exit message comes after all messages in the mailbox, so the last events still reach the file and the
  // exporter.
  caf::scoped_actor here(system);
  here->monitor(recorder);
  caf::anon_send_exit(recorder, caf::exit_reason::user_shutdown);
  if (!exporter) return;
  here->receive([](const caf::down_msg&) {});
  auto ended = std::make_shared<std::promise<void>>();
  auto end = ended->get_future();
  caf::anon_send(exporter, messages::end_export{[ended] { ended->set_value(); }});
  // The wait is limited, so that a collector that does not answer cannot keep the Pod from ending.
  static_cast<void>(end.wait_for(export_end_max));
  framework::stop_now(exporter);
}

void running_operator::stop(const std::string& reason) {
  framework::post(parts_->shared, parts_->top, messages::stop_operator{{}, reason});
}

void running_operator::write_trace(const std::string& path) {
  if (parts_->recorder) caf::anon_send(parts_->recorder, messages::write_trace{path});
}

int running_operator::wait() {
  return parts_->exit_code.get();
}

std::uint16_t running_operator::http_port() const {
  return parts_->listener->port();
}

std::optional<std::uint16_t> running_operator::page_port() const {
  if (!parts_->page_listener) return std::nullopt;
  return parts_->page_listener->port();
}

} // namespace actors::supervision
