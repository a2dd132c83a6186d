#include "actors/http_server.hpp"

#include "core/metrics/text.hpp"
#include "core/text/json.hpp"

#include <fmt/format.h>

#include <utility>

namespace actors {

namespace {

constexpr const char* index_page = R"(<!DOCTYPE html>
<html><head><title>addon-operator</title></head><body>
<h1>addon-operator</h1>
<ul>
<li><a href="/healthz">/healthz</a> the process answers</li>
<li><a href="/readyz">/readyz</a> the first converge is done, and what is wrong</li>
<li><a href="/metrics">/metrics</a> metrics of the operator</li>
<li><a href="/metrics/hooks">/metrics/hooks</a> metrics of hooks</li>
<li><a href="/status/converge">/status/converge</a> how far the converge is (<a href="/status/converge?output=json">JSON</a>)</li>
</ul></body></html>
)";

} // namespace

sys::http_reply readiness_page(const operator_description& x) {
  if (!x.first_converge_done) {
    std::string body = "Startup converge in progress\n";
    for (const auto& problem : x.problems) body += problem + "\n";
    return {500, "text/plain; charset=utf-8", std::move(body)};
  }
  if (x.problems.empty()) return {200, "text/plain; charset=utf-8", "Startup converge done.\n"};
  std::string body;
  for (const auto& problem : x.problems) body += problem + "\n";
  return {200, "text/plain; charset=utf-8", std::move(body)};
}

sys::http_reply converge_page(const operator_description& x, bool as_json) {
  const auto tasks = static_cast<std::int64_t>(x.converge_tasks);
  const bool startup = x.first_converge_started && !x.first_converge_done;
  const auto running = x.first_converge_done ? tasks : 0;
  if (as_json) {
    const auto body = core::json::object({{"STARTUP_CONVERGE_NOT_STARTED", !x.first_converge_started},
                                          {"STARTUP_CONVERGE_IN_PROGRESS", startup ? tasks : std::int64_t{0}},
                                          {"STARTUP_CONVERGE_DONE", x.first_converge_done},
                                          {"CONVERGE_IN_PROGRESS", running},
                                          {"CONVERGE_WAIT_TASK", x.first_converge_done && tasks == 0}});
    return {200, "application/json", body.dump()};
  }
  std::string text;
  if (!x.first_converge_started)
    text = "STARTUP_CONVERGE_NOT_STARTED\n";
  else if (startup)
    text = fmt::format("STARTUP_CONVERGE_IN_PROGRESS: {} tasks\n", tasks);
  else
    text = "STARTUP_CONVERGE_DONE\n" +
           (running > 0 ? fmt::format("CONVERGE_IN_PROGRESS: {} tasks\n", running) : std::string("CONVERGE_WAIT_TASK\n"));
  return {200, "text/plain; charset=utf-8", std::move(text)};
}

http_server_state::http_server_state(base<http_server_actor>* self, http_server_peers peers)
    : self_(self), peers_(std::move(peers)) {}

void http_server_state::serve(const http_asked& x) {
  const auto& path = x.request->path;
  if (x.request->method != "GET" && x.request->method != "HEAD")
    return x.reply({405, "text/plain; charset=utf-8", "only GET is answered here\n"});
  if (path == "/") return x.reply({200, "text/html; charset=utf-8", index_page});
  if (path == "/healthz") return x.reply({200, "text/plain; charset=utf-8", ""});
  if (path == "/readyz") return with_operator(x, readiness_page);
  if (path == "/metrics") return serve_metrics(x, false);
  if (path == "/metrics/hooks") return serve_metrics(x, true);
  if (path == "/status/converge") {
    const auto output = x.request->query.find("output");
    const bool as_json = output != x.request->query.end() && output->second == "json";
    return with_operator(x, [as_json](const operator_description& state) { return converge_page(state, as_json); });
  }
  x.reply({404, "text/plain; charset=utf-8", "there is no such page; / lists those that exist\n"});
}

void http_server_state::with_operator(const http_asked& x,
                                      std::function<sys::http_reply(const operator_description&)> page) {
  self_->ask(
    peers_.supervisor, describe_operator{},
    [reply = x.reply, page = std::move(page)](const operator_description& state) { reply(page(state)); },
    [reply = x.reply](const std::string&) {
      reply({503, "text/plain; charset=utf-8", "the operator is stopping\n"});
    });
}

void http_server_state::serve_metrics(const http_asked& x, bool of_hooks) {
  self_->ask(
    peers_.metrics, render_metrics{{}, of_hooks},
    [reply = x.reply](const metrics_rendered& rendered) {
      reply({200, std::string(core::metrics_content_type), rendered.text});
    },
    [reply = x.reply](const std::string&) {
      reply({503, "text/plain; charset=utf-8", "the operator is stopping\n"});
    });
}

http_server_actor::behavior_type http_server_state::make_behavior() {
  return behavior(self_, [this](const http_asked& x) { serve(x); });
}

http_server_actor http_server(caf::actor_system& system, const context_ptr& shared, http_server_peers peers) {
  return spawn<http_server_state>(system, placement::shared, shared, "http server", std::move(peers));
}

} // namespace actors
