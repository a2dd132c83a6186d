#include "actors/telemetry/http_server.hpp"

#include "actors/telemetry/status_pages.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/name_escaping.hpp"

#include <optional>
#include <utility>

namespace actors::telemetry {

namespace {

std::string crowded_words(const std::string& address) {
  return "port for webhooks: address " + address
         + " asks for more than its share, and clients were refused within a minute; if it is no API server, keep it "
           "away: --validating-webhook-client-ca, or networkPolicy.webhooksFrom of the chart";
}

} // namespace

void http_server_state::answer(const messages::http_asked& x) {
  const auto& path = x.request->path;
  const auto& reply = x.reply;
  if (x.request->method != "GET" && x.request->method != "HEAD")
    return reply(sys::http::text_reply(405, "only GET is allowed\n"));
  if (path == "/") return reply(index_page());
  if (path == "/healthz") return reply(liveness(*x.request));
  if (path == "/readyz")
    return with_description(reply, [refused = refused_](const auto& description) {
      const auto busiest = refused ? refused->recent() : std::nullopt;
      if (!busiest) return readiness(description);
      auto shown = description;
      shown.problems.push_back(crowded_words(*busiest));
      return readiness(shown);
    });
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
  const bool waits = page(which).ask(names, [reply = by.reply, names](const auto& made) {
    if (!made) return reply(no_answer(made.error().message));
    reply({.content_type = core::metrics::metrics_content_type(names), .shared_body = *made});
  });
  if (!waits) return by.reply(sys::http::text_reply(503, "too many clients wait for this page: ask again\n"));
  count_refused();
  make_next(which);
}

void http_server_state::count_refused() {
  if (!refused_) return;
  const auto counts = refused_->take();
  messages::update_metrics all;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts.at(i) > 0)
      all.updates.emplace_back(
        messages::count_metric{std::string(core::metrics::own_metric("webhook_clients_refused_total")),
                               {{"room", std::string(name(static_cast<sys::http::refused_room>(i)))}},
                               static_cast<double>(counts.at(i))});
  if (!all.updates.empty()) self_->tell(metrics_, std::move(all));
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
                                        const messages::metrics_actor& metrics,
                                        std::shared_ptr<sys::http::refused_clients> refused) {
  return framework::spawn<http_server_state>(system, framework::placement::shared, shared, "http_server", supervisor,
                                             metrics, std::move(refused));
}

} // namespace actors::telemetry
