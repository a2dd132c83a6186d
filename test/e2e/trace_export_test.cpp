#include "given.hpp"
#include "run.hpp"

#include "sys/files/files.hpp"
#include "sys/http/listener.hpp"
#include "text/json/json.hpp"
#include "trace/read/recorded_run.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <mutex>
#include <string>

namespace {

/// An OpenTelemetry collector, as far as it takes traces.
class collector {
public:
  collector() {
    listener_ = *sys::http::listener::start(
      {.address = sys::http::tcp_address{"127.0.0.1", 0}, .body_bytes_max = 8 << 20},
      [this](const sys::http::server_request& request, const sys::http::reply_function& reply) {
        const std::lock_guard lock(mutex_);
        const bool is_wanted =
          request.method == "POST" && request.path == "/v1/traces" && request.content_type == "application/json";
        if (is_wanted) take(*text::parse_json(request.body));
        reply(sys::http::text_reply(is_wanted ? 200 : 404, "{}"));
      });
  }
  [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(listener_->port()); }
  /// By id.
  [[nodiscard]] std::map<std::string, text::json> spans() {
    const std::lock_guard lock(mutex_);
    return spans_;
  }

private:
  void take(const text::json& body) {
    for (const auto& resource : body.find("resourceSpans")->as_array())
      for (const auto& scope : resource.find("scopeSpans")->as_array())
        for (const auto& span : scope.find("spans")->as_array()) spans_.emplace(*span.string_at("spanId"), span);
  }

  std::mutex mutex_;
  std::map<std::string, text::json> spans_;
  std::unique_ptr<sys::http::listener> listener_;
};

e2e::platform with_a_chart() {
  e2e::platform files;
  files.add_chart("010-web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: page}\n");
  return files;
}

std::string span_id(std::uint64_t id) {
  return fmt::format("{:016x}", id);
}

} // namespace

TEST_CASE("a collector gets a span for each task of a run, with the ids of the trace file"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("trace-export");
  const auto files = with_a_chart();
  collector target;
  {
    e2e::operator_run run(
      files,
      {.space = space, .arguments = {"--otlp-endpoint", target.endpoint(), "--trace-file", files.path("run.jsonl")}});
    run.await_converged();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  const auto spans = target.spans();
  const trace::read::recorded_run run(trace::read::parse_trace(*sys::files::read_file(files.path("run.jsonl"))).events);
  std::size_t tasks = 0;
  std::string start;
  for (const auto& x : run.events()) {
    if (x.type == "start_operator") start = span_id(x.id);
    if (!trace::read::is_request_of_queue(x) || run.task_of(x) == nullptr) continue;
    ++tasks;
    CHECK_MESSAGE(spans.contains(span_id(x.id)), x.summary);
  }
  CHECK(tasks > 3);
  REQUIRE(spans.contains(start));

  // The release of the module, up to the start.
  std::string upgrade;
  for (const auto& [id, span] : spans)
    if (span.string_at("name")->starts_with("upgrade web")) upgrade = id;
  REQUIRE(spans.contains(upgrade));
  std::string at = upgrade;
  while (spans.contains(at) && spans.at(at).string_at("parentSpanId")) {
    CHECK(spans.at(at).string_at("traceId") == spans.at(start).string_at("traceId"));
    at = *spans.at(at).string_at("parentSpanId");
  }
  CHECK_EQ(at, start);
}

TEST_CASE("a collector that is not there keeps nobody waiting" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("trace-export-away");
  const auto files = with_a_chart();
  const auto nobody = "http://127.0.0.1:" + std::to_string(e2e::free_port());
  e2e::operator_run run(files, {.space = space, .arguments = {"--otlp-endpoint", nobody}});
  run.await({{"event", "trace_export_failing"}, {"endpoint", nobody}});
  CHECK_EQ(run.stop().exit_code, 0);
}
