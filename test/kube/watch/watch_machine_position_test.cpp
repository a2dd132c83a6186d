#include "watch_machine_steps.hpp"

using namespace test::watch_machine;

TEST_SUITE_BEGIN("kube/watch_machine");

namespace {

struct asking_fixture : fixture {
  asking_fixture() { keeps_history = false; }
};

} // namespace

TEST_CASE_FIXTURE(asking_fixture, "after a failure a watch goes on if the server's version is not lower") {
  list_two();
  break_off();
  CHECK_EQ(waited(), texts{"position?"});
  CHECK_EQ(position_is(10), texts{"watch from 10"});
  break_off();
  waited();
  CHECK_EQ(position_is(500), texts{"watch from 10"});
}

TEST_CASE_FIXTURE(asking_fixture, "an API server that was restored from a backup is listed anew, and all differs") {
  list_two();
  line(event("MODIFIED", pod("a", 20)));
  break_off();
  CHECK_EQ(step(inputs::server_returned{}), texts{"position?"});
  CHECK_EQ(position_is(7), texts{"limit=2"});
  // b has the version that it had, and may have another state.
  CHECK_EQ(page(list_of(7, {pod("a", 1), pod("b", 2), pod("c", 6)})),
           texts{"went back from 20 to 7", "modified a@1", "modified b@2", "added c@6", "watch from 7"});
  CHECK_EQ(line(event("MODIFIED", pod("a", 9))), texts{"modified a@9"});
}

TEST_CASE_FIXTURE(asking_fixture, "a refusal, and the end of a watch that has sent something, cause no question") {
  list_two();
  end(403, status(403, "Forbidden"));
  CHECK_EQ(waited(), texts{"watch from 10"});
  line(event("MODIFIED", pod("a", 11)));
  CHECK_EQ(end(), texts{"watch from 11"});
}

TEST_CASE_FIXTURE(asking_fixture,
                  "a watch that has ended without an event may wait for a version that the server has lost") {
  list_two();
  CHECK_EQ(end(), texts{"position?"});
  CHECK_EQ(position_is(3), texts{"limit=2"});
}

TEST_CASE_FIXTURE(asking_fixture, "a server that finds the position too large has lost it, or is behind") {
  list_two();
  CHECK_EQ(line(event("ERROR", status(504, "Timeout"))), texts{"close", "failed timeout", "wait"});
  CHECK_EQ(waited(), texts{"position?"});
  CHECK_EQ(position_is(10), texts{"watch from 10"});
}

TEST_CASE_FIXTURE(asking_fixture, "a question about the position that fails is asked again") {
  list_two();
  break_off();
  waited();
  CHECK_EQ(answer_position(base::fail(error_code::unavailable, "cut")), texts{"failed unavailable", "wait"});
  CHECK_EQ(waited(), texts{"position?"});
  CHECK_EQ(answer_position(kube::api::http_response{200, "<html>", {}}), texts{"failed unavailable", "wait"});
  CHECK_EQ(waited(), texts{"position?"});
  CHECK_EQ(answer_position(kube::api::http_response{503, "", {}}), texts{"failed unavailable", "wait"});
  CHECK_EQ(waited(), texts{"position?"});
  CHECK_EQ(position_is(10), texts{"watch from 10"});
  CHECK_EQ(begun(), texts{"restored"});
}

TEST_CASE_FIXTURE(asking_fixture, "a question that meets a 404 is decided by a list") {
  list_two();
  break_off();
  waited();
  CHECK_EQ(answer_position(kube::api::http_response{404, "404 page not found\n", {}}), texts{"limit=2"});
}

TEST_CASE_FIXTURE(asking_fixture, "an event or a bookmark of an older version is of another history") {
  list_two();
  SUBCASE("an event") {
    CHECK_EQ(line(event("MODIFIED", pod("a", 4))), texts{"close", "failed unavailable", "wait"});
  }
  SUBCASE("a bookmark") {
    CHECK_EQ(line(event("BOOKMARK", R"({"metadata":{"resourceVersion":"4"}})")),
             texts{"close", "failed unavailable", "wait"});
  }
  CHECK_EQ(waited(), texts{"limit=2"});
  CHECK_EQ(page(list_of(5, {pod("a", 4)})),
           texts{"went back from 10 to 5", "deleted b@2", "modified a@4", "watch from 5"});
}

TEST_CASE_FIXTURE(asking_fixture, "a deletion that shows the version before it does not move the position back") {
  list_two();
  CHECK_EQ(line(event("DELETED", pod("a", 1))), texts{"deleted a@1"});
  CHECK_EQ(machine.position(), "10");
}

TEST_CASE_FIXTURE(asking_fixture, "the question is small, and within the rights of the list") {
  list_two();
  break_off();
  waited();
  const auto& asked_for = std::get<effects::ask_position>(last.front()).request;
  CHECK_EQ(asked_for.target, "/api/v1/namespaces/n/pods?limit=1");
  CHECK_NE(asked_for.accept.find("PartialObjectMetadataList"), asked_for.accept.npos);
}

TEST_SUITE_END();

TEST_CASE_FIXTURE(asking_fixture, "a server that has lost its history and all objects is doubted for some looks") {
  list_two();
  break_off();
  step(inputs::server_returned{});
  CHECK_EQ(position_is(7), texts{"limit=2"});
  CHECK_EQ(page(list_of(7, {})), texts{"went back from 10 to 7", "failed invalid_input", "wait"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(wait_time(), kube::watch::loss_look_interval);
  SUBCASE("the objects come back") {
    waited();
    CHECK_EQ(page(list_of(12, {pod("a", 1), pod("b", 2)})), texts{"modified a@1", "modified b@2", "watch from 12"});
    CHECK_EQ(begun(), texts{"restored"});
  }
  SUBCASE("they do not come back") {
    for (unsigned i = 1; i < kube::watch::looks_at_loss_max; ++i) {
      CHECK_EQ(waited(), texts{"limit=2"});
      CHECK_EQ(page(list_of(8, {})), texts{"failed invalid_input", "wait"});
    }
    waited();
    CHECK_EQ(page(list_of(8, {})), texts{"deleted a@1", "deleted b@2", "watch from 8"});
  }
}

TEST_CASE_FIXTURE(asking_fixture, "a list of another history with some objects counts at once") {
  list_two();
  break_off();
  step(inputs::server_returned{});
  position_is(7);
  CHECK_EQ(page(list_of(7, {pod("b", 2)})),
           texts{"went back from 10 to 7", "deleted a@1", "modified b@2", "watch from 7"});
}
