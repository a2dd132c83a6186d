#include "watch_machine_steps.hpp"

using namespace test::watch_machine;

TEST_SUITE_BEGIN("kube/watch_machine");

TEST_CASE_FIXTURE(fixture, "failures are tried again, later and later, and forgotten once the server is heard") {
  start();
  std::chrono::milliseconds longest{};
  for (auto limit : {1000ms, 2000ms, 4000ms, 8000ms, 8000ms}) {
    CHECK_EQ(refuse_list(503), texts{"failed unavailable", "wait"});
    CHECK_GE(wait_time(), limit / 2);
    CHECK_LE(wait_time(), limit);
    longest = std::max(longest, wait_time());
    CHECK_EQ(waited(), texts{"limit=2"});
  }
  CHECK_GT(longest, 3000ms);
  page(list_of(10, {pod("a", 1)}));
  begun();
  CHECK_EQ(lasted(), texts{});
  line(event("MODIFIED", pod("a", 11)));
  CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
  CHECK_LE(wait_time(), 1000ms);
  CHECK_EQ(waited(), texts{"watch from 11"});
}

TEST_CASE_FIXTURE(fixture, "a watch that has lasted succeeded, even if nothing happened before its connection broke") {
  list_two();
  for (int i = 0; i < 6; ++i) {
    begun();
    lasted();
    CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
    CHECK_LE(wait_time(), 1000ms);
    CHECK_EQ(waited(), texts{"watch from 10"});
  }
}

TEST_CASE_FIXTURE(fixture, "watches that end after a line are begun later and later, and work when one lasts") {
  list_two();
  const auto bookmark = event("BOOKMARK", R"({"metadata":{"resourceVersion":"10"}})");
  std::string ending;
  SUBCASE("after a bookmark") {
    ending = bookmark;
  }
  SUBCASE("after a known object") {
    ending = event("ADDED", pod("a", 1));
  }
  SUBCASE("after a change") {
    ending = "change";
  }
  int version = 11;
  const auto watch = [&] {
    begun();
    line(ending == "change" ? event("MODIFIED", pod("a", ++version)) : ending);
    return end();
  };
  CHECK_EQ(watch().front().substr(0, 10), "watch from");
  CHECK_EQ(watch(), texts{"wait"});
  CHECK_EQ(wait_time(), 1000ms);
  std::chrono::milliseconds longest{};
  for (int i = 0; i < 5; ++i) {
    waited();
    CHECK_EQ(watch(), texts{"failed unavailable", "wait"});
    longest = std::max(longest, wait_time());
  }
  CHECK_GT(longest, 3000ms);
  waited();
  CHECK_EQ(begun(), texts{"age?"});
  CHECK_EQ(lasted(), texts{"restored"});
  CHECK_EQ(end().front().substr(0, 10), "watch from");
}

TEST_CASE_FIXTURE(fixture, "watches that bring many changes may end at any time") {
  list_two();
  for (int version = 11; version < 51;) {
    begun();
    for (int i = 0; i < 4; ++i) line(event("MODIFIED", pod("a", version++)));
    CHECK_EQ(end(), texts{"watch from " + std::to_string(version - 1)});
  }
}

TEST_CASE_FIXTURE(fixture, "a watch that expires after each bookmark is listed later and later") {
  list_two();
  const auto expire = [this] {
    begun();
    line(event("BOOKMARK", R"({"metadata":{"resourceVersion":"10"}})"));
    return line(event("ERROR", status(410, "Expired")));
  };
  CHECK_EQ(expire(), texts{"close", "expired", "limit=2"});
  page_of_two();
  std::chrono::milliseconds longest{};
  for (int i = 0; i < 6; ++i) {
    CHECK_EQ(expire(), texts{"close", "failed expired", "wait"});
    longest = std::max(longest, wait_time());
    waited();
    page_of_two();
  }
  CHECK_GT(longest, 3000ms);
}

TEST_CASE_FIXTURE(fixture, "a list that succeeded ends the failures of lists") {
  start();
  for (int i = 0; i < 5; ++i) {
    refuse_list(503);
    waited();
  }
  page(list_of(10, {pod("a", 1)}));
  break_off();
  CHECK_LE(wait_time(), 1000ms);
}

TEST_CASE_FIXTURE(fixture,
                  "a watch that sends nothing but errors is begun later and later, however often it is listed") {
  list_two();
  std::chrono::milliseconds longest{};
  for (int i = 0; i < 6; ++i) {
    begun();
    line("{\"type\":\"MODI");
    longest = std::max(longest, wait_time());
    waited();
    page(list_of(10, {pod("a", 1)}));
  }
  CHECK_GT(longest, 3000ms);
}

TEST_CASE_FIXTURE(fixture, "a server that names a time is not asked before") {
  start();
  step(inputs::list_answered{kube::api::http_response{429, {}, 17s}});
  CHECK_EQ(wait_time(), 17s);
}

TEST_CASE_FIXTURE(fixture,
                  "a right that is taken keeps the objects, and the watch goes on where it was when it is given") {
  list_two();
  CHECK_EQ(end(403, status(403, "Forbidden")), texts{"failed forbidden", "wait"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(end(401, status(401, "Unauthorized")), texts{"failed unauthorized", "wait"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(begun(), texts{"restored"});
  CHECK_EQ(line(event("MODIFIED", pod("a", 11))), texts{"modified a@11"});
}

TEST_CASE_FIXTURE(fixture, "a watch that failed is restored when the server accepts it, not when it is asked for") {
  list_two();
  CHECK_EQ(begun(), texts{});
  break_off();
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(begun(), texts{"restored"});
  CHECK_EQ(begun(), texts{});
}

TEST_CASE_FIXTURE(fixture, "after an outage a wait is over at once, and the next failure counts as the first") {
  list_two();
  for (int i = 0; i < 5; ++i) {
    break_off();
    waited();
  }
  break_off();
  CHECK_GT(wait_time(), 1000ms);
  CHECK_EQ(step(inputs::server_returned{}), texts{"watch from 10"});
  break_off();
  CHECK_LE(wait_time(), 1000ms);
}

TEST_CASE_FIXTURE(fixture, "after a line that cannot be read the state is listed again") {
  list_two();
  CHECK_EQ(line("{\"type\":\"MODI"), texts{"close", "failed invalid_input", "wait"});
  CHECK_EQ(line(event("ADDED", pod("late", 12))), texts{});
  CHECK_EQ(waited(), texts{"limit=2"});
}

TEST_SUITE_END();
