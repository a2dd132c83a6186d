#include "trace/formats/otlp_spans.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace {

trace::event event(std::uint64_t id, std::uint64_t cause, trace::event_type type, trace::trace_facts facts = {}) {
  trace::event x;
  x.id = id;
  x.cause = cause;
  x.time_us = static_cast<std::int64_t>(id) * 1'000;
  x.type = type;
  x.facts = std::move(facts);
  return x;
}

trace::event request(std::uint64_t id, std::uint64_t cause) {
  auto x = event(id, cause, "execute_task", {{"task", "ModuleHookRun"}, {"queue", "main"}, {"hook", "a.sh"}});
  x.sender = "queue main";
  return x;
}

/// The spans that a collector gets, by the id of the span.
struct collected {
  explicit collected(trace::formats::otlp_spans& from) {
    body = *text::parse_json(from.take());
    const auto& resource = body.find("resourceSpans")->as_array().at(0);
    for (const auto& x : resource.find("scopeSpans")->as_array().at(0).find("spans")->as_array())
      spans.emplace(*x.string_at("spanId"), x);
  }
  const text::json& span(std::uint64_t id) const { return spans.at(hex(id)); }
  static std::string hex(std::uint64_t id) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(id));
    return text;
  }
  static std::string attribute(const text::json& span, std::string_view key) {
    for (const auto& x : span.find("attributes")->as_array())
      if (x.string_at("key") == key) return x.find("value")->string_at("stringValue").value_or("");
    return "";
  }

  text::json body;
  std::map<std::string, text::json> spans;
};

const trace::formats::otlp_resource resource{.version = "1.2", .instance = "pod-1", .location = "ops"};

} // namespace

TEST_CASE("a review is the parent of the run of its hook, with the id of the message by which it came") {
  trace::formats::otlp_spans spans(resource);
  auto asked = event(1, 0, "http_asked");
  asked.receiver = "webhook_server";
  spans.add(asked);
  spans.add(event(2, 1, "review_asked"));
  spans.add(event(3, 2, "run_hook"));
  spans.add(event(4, 3, "hook_run", {{"hook", "a.sh"}, {"binding", "a.x.io"}}));
  spans.add(event(5, 2, "review_answered"));
  spans.add(event(6, 5, "review", {{"for", "validating"}, {"binding", "a.x.io"}, {"outcome", "allowed"}}));
  const collected got(spans);
  REQUIRE(got.spans.size() == 2);
  CHECK(got.span(1).string_at("name") == "validating a.x.io");
  CHECK(got.span(3).string_at("parentSpanId") == collected::hex(1));
  CHECK(got.span(3).string_at("traceId") == got.span(1).string_at("traceId"));
}

TEST_CASE("a task is a span from its request to its end, below what has come from outside") {
  trace::formats::otlp_spans spans(resource);
  spans.add(event(10, 0, "object_changed", {{"event", "Added"}, {"kind", "Pod"}, {"name", "a"}}));
  spans.add(event(11, 10, "append_task"));
  spans.add(request(12, 11));
  spans.add(event(13, 12, "run_hook", {{"hook", "a.sh"}, {"binding", "pods"}}));
  auto hook = event(15, 13, trace::trace_span::hook,
                    {{"hook", "a.sh"}, {"binding", "pods"}, {"words", "of the hook, for this machine alone"}});
  hook.duration_us = 500;
  spans.add(hook);
  spans.add(event(16, 12, "task_outcome"));
  auto task = event(17, 16, trace::trace_span::task, {{"task", "ModuleHookRun"}, {"outcome", "done"}});
  task.duration_us = 700;
  spans.add(task);
  CHECK(spans.size() == 3);
  const collected all(spans);
  CHECK(spans.size() == 0);
  const auto& outside = all.span(10);
  CHECK_FALSE(outside.find("parentSpanId"));
  const auto& of_task = all.span(12);
  CHECK(of_task.string_at("parentSpanId") == collected::hex(10));
  CHECK(of_task.string_at("traceId") == outside.string_at("traceId"));
  CHECK(of_task.string_at("traceId")->size() == 32);
  CHECK(of_task.string_at("startTimeUnixNano") == "17000000");
  CHECK(of_task.string_at("endTimeUnixNano") == "17700000");
  CHECK(collected::attribute(of_task, "addon_operator.outcome") == "done");
  CHECK(all.span(13).string_at("parentSpanId") == collected::hex(12));
  CHECK(collected::attribute(all.span(13), "addon_operator.hook") == "a.sh");
  CHECK(collected::attribute(all.span(13), "addon_operator.words") == "");
  const auto attributes = all.body.find("resourceSpans")->as_array().at(0).find("resource");
  CHECK(collected::attribute(*attributes, "service.name") == "addon-operator");
  CHECK(collected::attribute(*attributes, "service.instance.id") == "pod-1");
}

TEST_CASE("further causes are links, also those of a note") {
  trace::formats::otlp_spans spans(resource);
  for (std::uint64_t id : {10, 20, 30}) spans.add(event(id, 0, "schedule_fired", {{"crontab", "* * * * *"}}));
  auto asked = request(40, 10);
  asked.also = {20};
  spans.add(asked);
  auto note = event(41, 40, trace::trace_span::reasons);
  note.also = {30};
  spans.add(note);
  spans.add(event(42, 40, "task_outcome"));
  spans.add(event(43, 42, trace::trace_span::task));
  const collected all(spans);
  const auto& links = all.span(40).find("links")->as_array();
  REQUIRE(links.size() == 2);
  CHECK(links.at(0).string_at("spanId") == collected::hex(20));
  CHECK(links.at(0).string_at("traceId") == all.span(20).string_at("traceId"));
  CHECK(links.at(1).string_at("spanId") == collected::hex(30));
}

TEST_CASE("a failure is the status of its span, and a request that of a client") {
  trace::formats::otlp_spans spans(resource);
  spans.add(event(10, 0, trace::trace_span::helm,
                  {{"operation", "upgrade"}, {"module", "web"}, {"outcome", "failed"}, {"error", "no"}}));
  spans.add(event(11, 0, trace::trace_span::http_request, {{"method", "GET"}, {"status", "200"}}));
  const collected all(spans);
  CHECK(all.span(10).find("status")->find("code")->as_int() == 2);
  CHECK(all.span(10).find("status")->string_at("message") == "no");
  CHECK(all.span(11).find("kind")->as_int() == 3);
  CHECK_FALSE(all.span(11).find("status"));
}

TEST_CASE("spans that were dropped leave the places of what follows") {
  trace::formats::otlp_spans spans(resource);
  spans.add(event(10, 0, "start_operator"));
  spans.drop();
  CHECK(spans.bytes() == 0);
  spans.add(event(11, 10, trace::trace_span::http_request));
  CHECK(collected(spans).span(11).string_at("parentSpanId") == collected::hex(10));
}
