#include "actors/telemetry/status_pages.hpp"

#include "actors/framework/actor_failure.hpp"
#include "actors/framework/time_text.hpp"
#include "base/excerpt.hpp"
#include "text/json/json.hpp"
#include "text/plain/printable.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace actors::telemetry {

namespace {

/// The first reload has ended when it has begun and has no tasks left.
bool startup_is_done(const messages::operator_description& x) {
  return x.first_reload_done || (x.first_reload_begun && x.reload_tasks == 0);
}

/// Limits of the page, because probes read it every few seconds, and its lines have names of any length.
constexpr std::size_t page_bytes_max = std::size_t{63} << 10;
constexpr std::size_t line_bytes_max = std::size_t{8} << 10;

void append_problems(std::string& body, const std::vector<std::string>& problems) {
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto line = base::excerpt(text::printable(problems[i]), line_bytes_max);
    if (body.size() + line.size() > page_bytes_max) {
      body += fmt::format("and {} lines more: the log has them\n", problems.size() - i);
      return;
    }
    body.append(line).append("\n");
  }
}

} // namespace

sys::http::server_response index_page() {
  return {200, "text/html; charset=utf-8",
          "<!DOCTYPE html>\n<html><head><title>Addon-operator</title></head><body>\n"
          "<h1>Addon-operator</h1>\n<ul>\n"
          "<li><a href=\"/healthz\">healthz</a></li>\n"
          "<li><a href=\"/readyz\">readyz</a></li>\n"
          "<li><a href=\"/metrics\">metrics</a></li>\n"
          "<li><a href=\"/metrics/hooks\">metrics of hooks</a></li>\n"
          "<li><a href=\"/status/converge\">converge status</a>"
          " (<a href=\"/status/converge?output=json\">json</a>)</li>\n"
          "</ul>\n</body></html>\n"};
}

sys::http::server_response liveness(const sys::http::server_request& request) {
  if (!request.is_short_of_descriptors) return {};
  return {.body =
            "no file descriptors are left: hooks and helm may not start, see file_descriptors_exhausted in the log\n"};
}

sys::http::server_response readiness(const messages::operator_description& x) {
  sys::http::server_response reply;
  if (x.is_warm_standby) {
    // Ready also while no replica leads: a rolling update must not wait for that. But a replica that cannot
    // read or write the Lease must not replace the leader.
    if (x.leadership && !x.leadership->trouble.empty()) reply.status = 500;
    reply.body = standby_text;
    if (x.leadership)
      reply.body += text::printable(describe(*x.leadership, framework::time_text(x.leadership->since_us))) + "\n";
  } else if (!x.first_reload_done) {
    reply.status = 500;
    reply.body = "Startup converge in progress\n";
    // A start may take minutes, and this line shows that it goes on.
    if (!x.running.empty()) reply.body.append(text::printable(x.running)).append("\n");
    append_problems(reply.body, x.lasting);
  } else if (x.problems.empty() && x.slow.empty()) {
    reply.body = ready_text;
  }
  // Not ready while a global hook cannot run, so that the rollout of a broken image is noticed. Modules still
  // run.
  if (x.global_hooks == core::modules::hooks_known::some) reply.status = 500;
  if (x.first_reload_done) append_problems(reply.body, x.slow);
  append_problems(reply.body, x.problems);
  append_problems(reply.body, x.removals);
  return reply;
}

sys::http::server_response no_answer(const std::string& reason) {
  if (framework::is_report_failure(reason))
    return sys::http::text_reply(500, std::string(framework::report_failure) + "\n");
  return sys::http::text_reply(503, "the operator stops\n");
}

sys::http::server_response converge_status_text(const messages::operator_description& x) {
  sys::http::server_response reply;
  if (!x.first_reload_begun)
    reply.body = "STARTUP_CONVERGE_NOT_STARTED\n";
  else if (!startup_is_done(x))
    reply.body = fmt::format("STARTUP_CONVERGE_IN_PROGRESS: {} tasks\n", x.reload_tasks);
  else
    reply.body = "STARTUP_CONVERGE_DONE\n";
  if (!x.first_reload_done) return reply;
  reply.body +=
    x.reload_tasks > 0 ? fmt::format("CONVERGE_IN_PROGRESS: {} tasks\n", x.reload_tasks) : "CONVERGE_WAIT_TASK\n";
  return reply;
}

sys::http::server_response converge_status_json(const messages::operator_description& x) {
  const auto tasks = text::json(static_cast<std::uint64_t>(x.reload_tasks));
  const auto none = text::json(0);
  const bool in_startup = x.first_reload_begun && !startup_is_done(x);
  const auto status = text::json::object({
    {"STARTUP_CONVERGE_NOT_STARTED", !x.first_reload_begun},
    {"STARTUP_CONVERGE_IN_PROGRESS", in_startup ? tasks : none},
    {"STARTUP_CONVERGE_DONE", startup_is_done(x)},
    {"CONVERGE_IN_PROGRESS", x.first_reload_done ? tasks : none},
    {"CONVERGE_WAIT_TASK", x.first_reload_done && x.reload_tasks == 0},
  });
  return {200, "application/json", status.dump()};
}

} // namespace actors::telemetry
