// The end of a lead, and releases that several leaders have made.
#include "core/releases/lead_term.hpp"
#include "scenario/elected_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::lead_term;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct leaders_fixture : test::elected_fixture {
  leaders_fixture() {
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
  }
  [[nodiscard]] std::string term() { return helm().latest("web")->labels["moduleTerm"]; }
  /// A leader with this term has begun to upgrade the release, and has not ended.
  void begin_upgrade_in(const std::string& term) {
    auto next = *helm().latest("web");
    next.revision += 1;
    next.status = "pending-upgrade";
    next.labels["moduleRevision"] = std::to_string(next.revision);
    next.labels["moduleTerm"] = term;
    helm().store(next);
  }
  [[nodiscard]] bool has_problem(const std::string& words) {
    for (const auto& line : describe().problems)
      if (line.find(words) != std::string::npos) return true;
    return false;
  }
};

/// An operator whose Event about a failure has no answer.
struct unanswered_fixture : leaders_fixture {
  unanswered_fixture() {
    setup.has_kubernetes_events = true;
    hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "refused"; });
    api().hold({"POST", "/events"});
  }
};

} // namespace

// -- the term of a revision ------------------------------------------------------

TEST_CASE_FIXTURE(leaders_fixture, "a revision carries the term of its leader") {
  start();
  CHECK_EQ(term(), lead_term(0, "a_1"));
}

TEST_CASE_FIXTURE(leaders_fixture, "after a take-over revisions carry the next term, and others keep theirs") {
  hold_lease("b_1", 3);
  start();
  give_lease_away(3);
  CHECK_EQ(term(), lead_term(4, "a_1"));
  stop();
  start();
  CHECK_EQ(term(), lead_term(4, "a_1"));
  CHECK_EQ(helm().revision("web"), 1);
}

TEST_CASE_FIXTURE(leaders_fixture, "without an election a revision has no term") {
  setup.election.reset();
  start();
  CHECK_EQ(helm().latest("web")->labels.count("moduleTerm"), 0);
}

TEST_CASE_FIXTURE(leaders_fixture, "a pending revision of an earlier leader is recovered at once") {
  start();
  stop();
  begin_upgrade_in(lead_term(0, "b_1"));
  start();
  CHECK_EQ(helm().latest("web")->status, "deployed");
  CHECK_EQ(term(), lead_term(1, "a_1"));
}

TEST_CASE_FIXTURE(leaders_fixture, "a pending revision of another leader that may be at work gets five minutes") {
  start();
  stop();
  begin_upgrade_in(lead_term(9, "b_1"));
  start();
  CHECK(has_problem("another leader may be at work"));
  advance(290s);
  CHECK_EQ(helm().latest("web")->status, "pending-upgrade");
  advance(80s);
  CHECK_EQ(helm().latest("web")->status, "deployed");
  CHECK_FALSE(has_problem("another leader may be at work"));
}

TEST_CASE_FIXTURE(leaders_fixture, "a standby does not take the leader for a second operator of the platform") {
  setup.instance = "web-1.1.a";
  start();
  stop();
  hold_lease("b_1", 5);
  start();
  auto next = *helm().latest("web");
  next.revision += 1;
  next.labels["moduleRevision"] = std::to_string(next.revision);
  next.labels["moduleOperator"] = "web-0.1.b";
  next.labels["moduleTerm"] = lead_term(5, "b_1");
  helm().store(next);
  advance(1s);
  CHECK_EQ(log().find("other_operator"), std::string::npos);
}

TEST_CASE_FIXTURE(leaders_fixture, "a standby is not alarmed by a release that the leader removes") {
  start();
  stop();
  hold_lease("b_1", 5);
  start();
  REQUIRE(describe().is_warm_standby);
  api().delete_object("Secret", namespace_name, test::secret_name("web", 1));
  advance(1s);
  CHECK_EQ(log().find("release_record_lost"), std::string::npos);
  // The same for a leader is a loss.
  give_lease_away(5);
  CHECK_EQ(helm().latest("web")->status, "deployed");
  api().delete_object("Secret", namespace_name, test::secret_name("web", 1));
  advance(1s);
  CHECK_NE(log().find("release_record_lost"), std::string::npos);
}

// -- the last writes of a leader ---------------------------------------------------

TEST_CASE_FIXTURE(unanswered_fixture, "a leader gives the lead away after the answer to its last write") {
  start();
  advance(1s);
  stop();
  CHECK(exit_codes().empty());
  CHECK_EQ(holder(), "a_1");
  api().release();
  run();
  CHECK_EQ(exit_codes().size(), 1);
  CHECK_EQ(holder(), "");
}

TEST_CASE_FIXTURE(unanswered_fixture, "a leader keeps the Lease if a write has no answer, and ends all the same") {
  start();
  advance(1s);
  stop();
  advance(5s);
  CHECK_EQ(exit_codes().size(), 1);
  CHECK_EQ(holder(), "a_1");
  CHECK_NE(log().find("have no answer (1)"), std::string::npos);
}

TEST_CASE_FIXTURE(unanswered_fixture, "an operator without an election waits for no answer at its end") {
  setup.election.reset();
  start();
  advance(1s);
  stop();
  CHECK_EQ(exit_codes().size(), 1);
}
