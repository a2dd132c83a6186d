#include "trace/read/why_review.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

struct reviewed {
  const char* object = "ConfigMap default/b";
  const char* outcome = "allowed";
  const char* reason = "";
  const char* uid = "u1";
  const char* hook = "hooks/a.sh";
  const char* binding = "a.x.io";
};

/// A review whose hook waits 2 s for objects and 2 s for a place. Events are a second apart.
void add(made_run& to, const reviewed& x) {
  const trace::trace_facts of_hook{{"hook", x.hook}, {"module", "web"}, {"binding", x.binding}, {"outcome", "done"}};
  const auto asked = to.add({.receiver = "webhook_server", .type = {"http_asked"}});
  const auto question =
    to.add({.cause = asked, .type = {"review_asked"}, .summary = std::string("CREATE ") + x.object});
  const auto read = to.add({.cause = question, .type = {"snapshot_read"}});
  const auto order = to.add({.cause = read, .type = {"run_hook"}, .facts = of_hook});
  const auto values = to.add({.cause = order, .type = {"values_read"}});
  to.add({.cause = values, .type = trace::trace_span::hook, .duration_us = 500'000, .facts = of_hook});
  const auto answered = to.add({.cause = question, .type = {"review_answered"}});
  to.add({.cause = answered,
          .type = trace::trace_span::review,
          .duration_us = 8'000'000,
          .facts = {{"for", "validating"},
                    {"binding", x.binding},
                    {"hook", x.hook},
                    {"module", "web"},
                    {"operation", "CREATE"},
                    {"object", x.object},
                    {"uid", x.uid},
                    {"by", "alice"},
                    {"outcome", x.outcome},
                    {"reason", x.reason}}});
}

std::string why(const made_run& made, const std::string& name) {
  const auto answer = trace::read::why_review(recorded_run(made.events), name);
  return answer ? *answer : "no answer: " + answer.error().message;
}

} // namespace

TEST_CASE("a refusal is told with the words of the hook, the client, and the parts of the time") {
  made_run run;
  add(run, {.outcome = "refused", .reason = "no limits", .uid = "u7"});
  const std::string answer =
    "00:00:08.000 (+7.000 s)  review of CREATE ConfigMap default/b by hook 'hooks/a.sh' of module 'web' for a.x.io: "
    "refused in 8.000 s\n"
    "    no limits\n"
    "    the request came from alice\n"
    "    uid u7\n"
    "    waited 2.000 s for objects and snapshots of hook 'hooks/a.sh' of module 'web'\n"
    "    waited 2.000 s for a place, while 0 other hooks of reviews ran (--webhook-parallel-runs)\n"
    "    hook 'hooks/a.sh' of module 'web' ran for 0.500 s\n";
  for (const auto* name : {"u7", "ConfigMap/default/b", "configmap default/b", "default/b", "hooks/a.sh", "a.sh",
                           "web/hooks/a.sh", "a.x.io"})
    CHECK_MESSAGE(why(run, name) == answer, name, ": ", why(run, name));
}

TEST_CASE("of several webhooks that were asked about an object, the refusal comes first") {
  made_run run;
  add(run, {.outcome = "refused", .reason = "no", .binding = "a.x.io"});
  add(run, {.hook = "hooks/b.sh", .binding = "b.x.io"});
  add(run, {.object = "ConfigMap default/other"});
  const auto answer = why(run, "default/b");
  CHECK_MESSAGE(answer.find("for a.x.io: refused in 8.000 s\n    no\n") != std::string::npos, answer);
  CHECK_MESSAGE(answer.find("the last answers of other webhooks:\n  00:00:16.000 (+15.000 s)  review of CREATE "
                            "ConfigMap default/b by hook 'hooks/b.sh' of module 'web' for b.x.io: allowed in 8.000 s\n")
                  != std::string::npos,
                answer);
  CHECK(answer.find("of 2 such reviews in this trace: 1 allowed, 1 refused\n") != std::string::npos);
  CHECK(answer.find("other'") == std::string::npos);
}

TEST_CASE("earlier reviews are counted, and the last of them shown") {
  made_run run;
  for (int i = 0; i < 9; ++i) add(run, {.outcome = i == 2 ? "failed" : "allowed"});
  const auto answer = why(run, "a.x.io");
  CHECK_MESSAGE(
    answer.find("of 9 such reviews in this trace: 8 allowed, 1 failed\nbefore that:\n") != std::string::npos, answer);
  CHECK_MESSAGE(std::count(answer.begin(), answer.end(), '\n') == 6 + 2 + 5, answer);
}

TEST_CASE("a review without an answer is told, and an unknown name lists the known names") {
  made_run run;
  add(run, {});
  const auto asked = run.add({.receiver = "webhook_server", .type = {"http_asked"}});
  run.add({.cause = asked, .type = {"review_asked"}, .summary = "DELETE Pod shop/p"});
  CHECK(why(run, "Pod/shop/p").ends_with("the API server asked about DELETE Pod shop/p: not answered in this trace\n"));
  CHECK(why(run, "x") == "no answer: this trace has no review 'x'; it has a.x.io, configmap/default/b, hooks/a.sh");
  CHECK(why({}, "x") == "no answer: this trace has no review 'x', and none of another name");
}
