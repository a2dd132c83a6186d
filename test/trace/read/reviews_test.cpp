#include "trace/read/reviews.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::read::is_consent;
using trace::read::made_run;
using trace::read::recorded_reviews;
using trace::read::recorded_run;
using trace::read::words_of_decision;
using trace::read::words_of_review;

namespace {

trace::trace_facts facts(const char* outcome, const char* reason = "") {
  return {{"for", "validating"}, {"binding", "a.x.io"},   {"hook", "hooks/a.sh"},
          {"module", "web"},     {"operation", "CREATE"}, {"object", "ConfigMap default/b"},
          {"outcome", outcome},  {"reason", reason}};
}

trace::event ended(const char* outcome, std::int64_t duration_us, const char* reason = "") {
  return {.type = trace::trace_span::review, .duration_us = duration_us, .facts = facts(outcome, reason)};
}

} // namespace

TEST_CASE("a review has the runs of its hooks, and those of other work are left out") {
  made_run made;
  const auto asked = made.add({.receiver = "webhook_server", .type = {"http_asked"}});
  const auto question = made.add({.cause = asked, .type = {"review_asked"}, .summary = "CREATE ConfigMap default/b"});
  made.add({.cause = question, .type = trace::trace_span::hook});
  made.add({.cause = question, .type = trace::trace_span::review});
  const auto order = made.add({.receiver = "debug_server", .type = {"http_asked"}});
  made.add({.cause = order, .type = trace::trace_span::hook});
  const auto open = made.add({.receiver = "webhook_server", .type = {"http_asked"}});
  made.add({.cause = open, .type = {"review_asked"}});
  const recorded_run run(made.events);
  const recorded_reviews reviews(run);
  REQUIRE(reviews.all().size() == 1);
  REQUIRE(reviews.all().front().hooks.size() == 1);
  CHECK(reviews.all().front().hooks.front()->id == 3);
  CHECK(reviews.all().front().asked->id == asked);
  CHECK(reviews.is_part(run.events()[2]));
  CHECK_FALSE(reviews.is_part(run.events()[5]));
  REQUIRE(reviews.open().size() == 1);
  CHECK(reviews.open().front()->id == open + 1);
}

TEST_CASE("a review is told with its request, its webhook and its end") {
  const auto refused = ended("refused", 55'000, "no limits");
  CHECK(trace::read::words_of_review(refused)
        == "review of CREATE ConfigMap default/b by hook 'hooks/a.sh' of module 'web' for a.x.io");
  CHECK(trace::read::words_of_decision(refused) == "CREATE ConfigMap default/b: refused: no limits");
  CHECK_FALSE(trace::read::is_consent(refused));
  CHECK(trace::read::words_of_reviews({&refused})
        == "review of CREATE ConfigMap default/b by hook 'hooks/a.sh' of module 'web' for a.x.io: refused in 0.055 s: "
           "no limits");
}

TEST_CASE("several reviews are counted by their ends, with the longest time") {
  const auto allowed = ended("allowed", 412'000);
  const auto refused = ended("refused", 55'000, "no limits");
  const auto failed = ended("failed", 1'000);
  CHECK(
    trace::read::words_of_reviews({&failed, &allowed, &refused, &allowed})
    == "4 reviews by hook 'hooks/a.sh' of module 'web' for a.x.io: 2 allowed, 1 refused, 1 failed, 0.412 s at most");
}

TEST_CASE("a conversion is told with its definition and the wanted version") {
  const trace::event x{.type = trace::trace_span::review,
                       .duration_us = 1'000,
                       .facts = {{"for", "conversion"},
                                 {"binding", "tabs.x.io"},
                                 {"object", "3 objects"},
                                 {"version", "x.io/v2"},
                                 {"outcome", "converted"}}};
  CHECK(trace::read::words_of_review(x) == "conversion of 3 objects of tabs.x.io to x.io/v2");
  CHECK(trace::read::words_of_decision(x) == "3 objects to x.io/v2: converted");
  CHECK(trace::read::is_consent(x));
  CHECK(trace::read::words_of_reviews({&x, &x}) == "2 conversions of tabs.x.io: 2 converted, 0.001 s at most");
}
