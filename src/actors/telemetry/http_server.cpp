#include "actors/telemetry/http_server.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "core/metrics/name_escaping.hpp"

namespace actors::telemetry {

void http_server_state::answer(const messages::http_asked& x) {
  const auto& path = x.request->path;
  const auto& reply = x.reply;
  // No page changes anything: orders come by the debug socket, which is private.
  if (x.request->method != "GET" && x.request->method != "HEAD")
    return reply(sys::http::text_reply(405, "only GET is allowed\n"));
  if (path == "/") return reply(index_page());
  if (path == "/healthz") return reply(liveness(*x.request));
  if (path == "/readyz") return with_description(reply, readiness);
  if (path == "/metrics") return with_metrics(x, metrics_of::program);
  if (path == "/metrics/hooks") return with_metrics(x, metrics_of::hooks);
  if (path == "/status/converge") {
    const auto output = x.request->query.find("output");
    const bool json = output != x.request->query.end() && output->second == "json";
    return with_description(reply, json ? converge_status_json : converge_status_text);
  }
  reply(sys::http::text_reply(404, "404 page not found\n"));
}

void http_server_state::with_description(
  const sys::http::reply_function& reply,
  std::function<sys::http::server_response(const messages::operator_description&)> text) {
  self_->ask(
    supervisor_, messages::describe_operator{},
    [reply, text = std::move(text)](const messages::operator_description& x) { reply(text(x)); },
    [reply](const std::string& reason) { reply(no_answer(reason)); });
}

void http_server_state::with_metrics(const messages::http_asked& by, metrics_of which) {
  const auto names = core::metrics::accepted_escaping(by.request->accept);
  // Clients that ask at the same time share a page, because a page of many series takes long.
  const bool waits = page(which).ask(names, [reply = by.reply, names](const auto& made) {
    if (!made) return reply(no_answer(made.error().message));
    reply({.content_type = core::metrics::metrics_content_type(names), .shared_body = *made});
  });
  if (!waits) return by.reply(sys::http::text_reply(503, "too many clients wait for this page: ask again\n"));
  make_next(which);
}

void http_server_state::make_next(metrics_of which) {
  const auto names = page(which).next(self_->shared().steady_time_us());
  if (!names) return;
  self_->ask(
    metrics_, messages::render_metrics{{}, which == metrics_of::hooks, *names},
    [this, which](const messages::metrics_rendered& x) { on_made(which, x.text); },
    [this, which](const std::string& reason) { on_made(which, base::fail(base::error_code::unavailable, reason)); });
}

void http_server_state::on_made(metrics_of which, const core::metrics::shared_page::answer& x) {
  // A page that has taken long is kept for a while, so that many clients do not occupy a processor.
  const auto kept = page(which).made(x, self_->shared().steady_time_us());
  if (kept > std::chrono::microseconds::zero())
    return self_->remind(kept, messages::metrics_page_due{{}, which == metrics_of::hooks});
  make_next(which);
}

void http_server_state::on_due(const messages::metrics_page_due& x) {
  const auto which = x.of_hooks ? metrics_of::hooks : metrics_of::program;
  page(which).forget();
  make_next(which);
}

messages::http_server_actor::behavior_type http_server_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::http_asked& x) { answer(x); },
    [this](const messages::metrics_page_due& x) { on_due(x); });
}

messages::http_server_actor http_server(caf::actor_system& system, const framework::context_ptr& shared,
                                        const messages::supervisor_actor& supervisor,
                                        const messages::metrics_actor& metrics) {
  return framework::spawn<http_server_state>(system, framework::placement::shared, shared, "http_server", supervisor,
                                             metrics);
}

} // namespace actors::telemetry
