#include "actors/telemetry/http_server.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "core/metrics/name_escaping.hpp"

namespace actors::telemetry {

void http_server_state::answer(const messages::http_asked& x) {
  const auto& path = x.request->path;
  const auto& reply = x.reply;
  if (x.request->method != "GET" && x.request->method != "HEAD")
    return reply(sys::http::text_reply(405, "only GET is allowed\n"));
  if (path == "/") return reply(index_page());
  if (path == "/healthz") return reply(liveness(*x.request));
  if (path == "/readyz") return with_description(reply, readiness);
  if (path == "/metrics") return with_metrics(x, {});
  if (path == "/metrics/hooks") return with_metrics(x, {{}, true});
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

void http_server_state::with_metrics(const messages::http_asked& by, messages::render_metrics which) {
  which.names = core::metrics::accepted_escaping(by.request->accept);
  self_->ask(
    metrics_, which,
    [reply = by.reply, names = which.names](const messages::metrics_rendered& x) {
      reply({200, core::metrics::metrics_content_type(names), x.text});
    },
    [reply = by.reply](const std::string& reason) { reply(no_answer(reason)); });
}

messages::http_server_actor::behavior_type http_server_state::make_behavior() {
  return framework::behavior(self_, [this](const messages::http_asked& x) { answer(x); });
}

messages::http_server_actor http_server(caf::actor_system& system, const framework::context_ptr& shared,
                                        const messages::supervisor_actor& supervisor,
                                        const messages::metrics_actor& metrics) {
  return framework::spawn<http_server_state>(system, framework::placement::shared, shared, "http_server", supervisor,
                                             metrics);
}

} // namespace actors::telemetry
