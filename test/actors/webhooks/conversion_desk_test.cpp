// Conversions of a WEBHOOK SERVER: runs of hooks that reviews share, results that are kept, programs of jq.
#include "actors/webhooks/conversion_desk.hpp"

#include "actors/messages/conversions.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/hook_rate.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/messages/task.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/actor_fixture.hpp"
#include "sys/http/client_reply.hpp"
#include "trace/packed_event.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace actors::messages;
using namespace std::chrono_literals;

namespace {

/// An owner of hooks that keeps the questions until the test answers them.
struct owner_state {
  using handle_type = hook_owner_actor;
  struct script {
    std::deque<conversion_asked> asked;
    std::deque<actors::framework::promise<conversion_answered>> answers;
    conversion_answered next; ///< the answer to the oldest question, with the next tick
  };

  owner_state(actors::framework::actor_base<handle_type>* self, script* all) : self_(self), all_(all) {}

  handle_type::behavior_type make_behavior() {
    return actors::framework::behavior(
      self_, [](const execute_task&) { return task_outcome{}; }, [](const objects_listed&) {},
      [](const object_changed&) {}, [this](const schedule_fired&) { answer_next(); }, [](const hook_wait_over&) {},
      [](const review_asked&) { return review_answered{}; },
      [this](const conversion_asked& x) {
        all_->asked.push_back(x);
        all_->answers.push_back(self_->later<conversion_answered>());
        return all_->answers.back();
      },
      [](const make_review_context&) { return review_context_made{}; }, [](const review_wait_over&) {},
      [](const describe_hooks&) { return hooks_described{}; },
      [](const dump_snapshots&) { return snapshots_dumped{}; });
  }

  void answer_next() {
    auto to = all_->answers.front();
    all_->answers.pop_front();
    all_->asked.pop_front();
    self_->answer(to, all_->next);
  }

  actors::framework::actor_base<handle_type>* self_;
  script* all_;
};

struct desk_fixture : test::actor_fixture {
  using slot = std::shared_ptr<std::optional<sys::http::server_response>>;

  owner_state::script script;
  hook_owner_actor owner = own(
    actors::framework::spawn<owner_state>(system(), actors::framework::placement::shared, shared(), "owner", &script));
  metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), "ao_"));
  webhook_server_actor server;

  desk_fixture() {
    actors::webhooks::webhook_server_options options;
    options.conversions.cache_bytes_max = 100'000;
    server = own(actors::webhooks::webhook_server(system(), shared(), metrics, options));
  }

  void claim(const std::string& jq = {}, const std::vector<std::string>& snapshots = {}) {
    core::bindings::conversion_binding x;
    x.name = "tabs";
    x.definition = "tabs.x.io";
    x.snapshots_from = snapshots;
    x.steps = {{"v1", "v2", jq}};
    const core::webhooks::hook_conversion conversion{"a.sh",
                                                     std::make_shared<const core::bindings::conversion_binding>(x)};
    CHECK(ask<conversions_claimed>(server, claim_conversions{{}, "web", owner, {conversion}, {}}).why_not.empty());
  }

  static std::string object(const std::string& name, const std::string& version = "x.io/v1") {
    return R"({"apiVersion":")" + version + R"(","kind":"Tab","metadata":{"name":")" + name + R"(","uid":"u-)" + name
           + "\"}}";
  }
  slot send(const std::string& name, const std::string& timeout = "30s") {
    return send_as(name, object(name), timeout);
  }
  /// @param review the name of the review; its object may be in any state
  slot send_as(const std::string& review, const std::string& sent, const std::string& timeout = "30s") {
    auto got = std::make_shared<std::optional<sys::http::server_response>>();
    sys::http::server_request x{.method = "POST", .path = "/tabs.x.io", .query = {{"timeout", timeout}}};
    x.content_type = "application/json";
    x.body = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{"uid":"review-)" + review
             + R"(","desiredAPIVersion":"x.io/v2","objects":[)" + sent + "]}}";
    const auto reply = [got](sys::http::server_response y) { *got = std::move(y); };
    tell(server, http_asked{{},
                            std::make_shared<const sys::http::server_request>(std::move(x)),
                            sys::http::client_reply{reply, "192.0.2.1", {}}});
    run();
    return got;
  }
  /// The names of the objects of each question that has no answer yet: `a | b,c`.
  [[nodiscard]] std::string asked() const {
    std::string text;
    for (const auto& x : script.asked) {
      text += text.empty() ? "" : " | ";
      for (const auto& one : *x.objects) text += (&one == &x.objects->front() ? "" : ",") + one.name;
    }
    return text;
  }
  void answer(conversion_answered x) {
    script.next = std::move(x);
    tell(owner, schedule_fired{});
    run();
  }
  /// The hook converts the objects of the oldest question.
  void convert_next() {
    core::webhooks::conversion_answer made;
    for (const auto& x : *script.asked.front().objects)
      made.objects.push_back(*core::webhooks::read_conversion_object(object(x.name, "x.io/v2")));
    answer({{}, std::make_shared<const core::webhooks::conversion_answer>(std::move(made))});
  }
  void refuse_next() {
    core::webhooks::conversion_answer made;
    made.failure = "no";
    answer({{}, std::make_shared<const core::webhooks::conversion_answer>(std::move(made))});
  }
};

/// `converted`, `refused: REASON` or `waits`. A client gets its own object, and the uid of its own review.
std::string outcome(const desk_fixture::slot& x, const std::string& name) {
  if (!x->has_value()) return "waits";
  const auto body = text::parse_json((*x)->body);
  REQUIRE_MESSAGE(body, (*x)->body);
  const auto& response = *body->find("response");
  CHECK(response.string_at("uid") == "review-" + name);
  if (response.find("result")->string_at("status") != "Success")
    return "refused: " + response.find("result")->string_at("message").value_or("");
  CHECK(response.find("convertedObjects")->dump() == "[" + desk_fixture::object(name, "x.io/v2") + "]");
  return "converted";
}

} // namespace

TEST_CASE_FIXTURE(desk_fixture, "reviews that come while runs of their step are under way share a run") {
  claim();
  std::vector<slot> first;
  for (const auto* name : {"a", "b", "c", "d"}) first.push_back(send(name));
  const auto e = send("e");
  const auto f = send("f");
  CHECK(asked() == "a | b | c | d");
  convert_next();
  CHECK(outcome(first[0], "a") == "converted");
  CHECK(asked() == "b | c | d | e,f");
  for (int i = 0; i < 4; ++i) convert_next();
  CHECK(asked().empty());
  CHECK(outcome(first[3], "d") == "converted");
  CHECK(outcome(e, "e") == "converted");
  CHECK(outcome(f, "f") == "converted");
}

TEST_CASE_FIXTURE(desk_fixture, "two states of an object are converted in runs of their own") {
  claim();
  for (const auto* name : {"a", "b", "c", "d"}) send(name);
  const auto state = [](const std::string& name, int n) {
    return R"({"apiVersion":"x.io/v1","kind":"Tab","metadata":{"name":")" + name + R"(","uid":"u-)" + name
           + R"("},"state":)" + std::to_string(n) + "}";
  };
  send_as("e1", state("e", 1));
  send_as("e2", state("e", 2));
  send_as("f1", state("f", 1));
  convert_next();
  CHECK(asked() == "b | c | d | e,f");
  CHECK(script.asked.back().objects->front().text->find("\"state\":1") != std::string::npos);
  convert_next();
  CHECK(asked() == "c | d | e,f | e");
  CHECK(script.asked.back().objects->front().text->find("\"state\":2") != std::string::npos);
}

TEST_CASE_FIXTURE(desk_fixture, "no review fails because of the object of another review") {
  claim();
  for (const auto* name : {"a", "b", "c", "d"}) send(name);
  const auto e = send("e");
  const auto f = send("f");
  convert_next();
  for (int i = 0; i < 3; ++i) convert_next();
  REQUIRE(asked() == "e,f");
  refuse_next();
  CHECK(outcome(e, "e") == "waits");
  CHECK(asked() == "e | f");
  refuse_next();
  convert_next();
  CHECK(outcome(e, "e") == "refused: Hook failed to convert to x.io/v2: hook 'a.sh' of module 'web': no");
  CHECK(outcome(f, "f") == "converted");
}

TEST_CASE_FIXTURE(desk_fixture,
                  "a review that is late leaves the line, and a shared run leaves time for a second run") {
  claim();
  for (const auto* name : {"a", "b", "c", "d"}) send(name);
  const auto e = send("e", "2s");
  send("f", "20s");
  const auto g = send("g", "30s");
  advance(3s);
  CHECK(outcome(e, "e").starts_with("refused: "));
  const auto before_us = shared()->steady_time_us();
  convert_next();
  CHECK(asked() == "b | c | d | f,g");
  const auto left_us = script.asked.back().deadline_us - before_us;
  CHECK(left_us > 0);
  CHECK(left_us < std::chrono::microseconds(9s).count());
  CHECK(outcome(g, "g") == "waits");
}

TEST_CASE_FIXTURE(desk_fixture, "an equal question is answered without a run, until hooks change") {
  claim();
  const auto first = send("a");
  convert_next();
  CHECK(outcome(first, "a") == "converted");
  CHECK(outcome(send("a"), "a") == "converted");
  CHECK(asked().empty());
  CHECK(outcome(send("b"), "b") == "waits");
  convert_next();
  claim();
  CHECK(outcome(send("a"), "a") == "waits");
  CHECK(asked() == "a");
}

TEST_CASE_FIXTURE(desk_fixture, "a hook that reads snapshots is asked each time, and so is a hook that has refused") {
  claim({}, {"pods"});
  send("a");
  convert_next();
  CHECK(outcome(send("a"), "a") == "waits");
  convert_next();
  claim();
  CHECK(outcome(send("b"), "b") == "waits");
  refuse_next();
  CHECK(outcome(send("b"), "b") == "waits");
}

TEST_CASE_FIXTURE(desk_fixture, "a step with a jq program needs no run of the hook") {
  claim(".");
  CHECK(outcome(send("a"), "a") == "converted");
  CHECK(script.asked.empty());
  claim("del(.metadata.uid)");
  CHECK(
    outcome(send("b"), "b").starts_with("refused: Hook failed to convert to x.io/v2: hook 'a.sh' of module 'web': "));
}

TEST_CASE_FIXTURE(desk_fixture, "converted objects are counted by the source of their results") {
  claim();
  send("a");
  convert_next();
  send("a");
  send("a");
  send("b");
  refuse_next();
  claim(".");
  send("c");
  const auto page = *ask<metrics_rendered>(metrics, render_metrics{}).text;
  const auto count = [&page](const std::string& source) {
    const auto series =
      R"(ao_webhook_converted_objects_total{binding="tabs.x.io",hook="",module="",source=")" + source + "\"} ";
    const auto at = page.find(series);
    return at == std::string::npos ? "none" : page.substr(at + series.size(), page.find('\n', at) - at - series.size());
  };
  CHECK_MESSAGE(count("hook") == "1", page);
  CHECK(count("kept") == "2");
  CHECK(count("jq") == "1");
}

TEST_CASE_FIXTURE(desk_fixture, "the span of a conversion counts the objects that its hook has converted") {
  std::vector<std::string> spans;
  shared()->record = [&spans](trace::packed_event x) {
    const auto event = trace::unpacked(x);
    if (const auto objects = event.fact("object"); !objects.empty()) spans.emplace_back(objects);
  };
  claim();
  send("a");
  convert_next();
  CHECK(spans == std::vector<std::string>{"1 object"});
}
