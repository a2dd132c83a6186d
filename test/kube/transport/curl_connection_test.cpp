#include "kube/transport/curl_connection.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_SUITE_BEGIN("kube/curl_connection");

namespace {

using namespace std::chrono_literals;
using clock_type = kube::transport::curl_connection::clock;
using ids = std::vector<kube::api::transfer_id>;

constexpr kube::transport::connection_limits limits{.silence = 12s, .answer = 10s};
const base::error refused{base::error_code::unavailable, "refused"};

clock_type::time_point at(std::chrono::seconds time) {
  return clock_type::time_point(time);
}

struct fixture {
  kube::transport::curl_connection connection;

  void attach(kube::api::transfer_id id, std::chrono::seconds time) {
    static_cast<void>(connection.attach(id, at(time)));
  }
  /// Opens a connection over local port 5000 with a single transfer, number 1.
  void open_at(std::chrono::seconds time) {
    attach(1, time);
    connection.carries(1, 5000, at(time));
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "the first transfer makes the connection, and those that come meanwhile wait for it") {
  CHECK(connection.attach(1, at(0s)));
  CHECK_FALSE(connection.attach(2, at(0s)));
  CHECK_FALSE(connection.attach(3, at(0s)));
  CHECK_EQ(connection.take_ready(), ids{});
  connection.carries(1, 5000, at(1s));
  CHECK_EQ(connection.take_ready(), ids{2, 3});
  CHECK_EQ(connection.take_ready(), ids{});
  CHECK(connection.attach(4, at(2s)));
}

TEST_CASE_FIXTURE(fixture, "if the one that makes the connection is cancelled, the next one makes it") {
  for (kube::api::transfer_id id : {1, 2, 3, 4}) attach(id, 0s);
  connection.detach(2, nullptr);
  connection.detach(1, nullptr);
  CHECK_FALSE(connection.take_failed_waiters());
  CHECK_EQ(connection.take_ready(), ids{3});
  CHECK_EQ(connection.take_ready(), ids{});
  connection.carries(3, 5000, at(1s));
  CHECK_EQ(connection.take_ready(), ids{4});
}

TEST_CASE_FIXTURE(fixture, "if the connection cannot be made, those that wait for it learn why") {
  for (kube::api::transfer_id id : {1, 2, 3}) attach(id, 0s);
  connection.detach(1, &refused);
  const auto failed = connection.take_failed_waiters();
  REQUIRE(failed);
  CHECK_EQ(failed->transfers, ids{2, 3});
  CHECK_EQ(failed->reason.message, "refused");
  CHECK_FALSE(connection.take_failed_waiters());
  for (kube::api::transfer_id id : {2, 3}) connection.detach(id, &refused);
  CHECK(connection.is_empty());
  CHECK(connection.attach(4, at(1s)));
}

TEST_CASE_FIXTURE(fixture, "after a failure only one transfer finds out whether the connection is still there") {
  open_at(0s);
  CHECK(connection.attach(2, at(1s)));
  connection.detach(2, &refused);
  CHECK(connection.attach(3, at(2s)));
  CHECK_FALSE(connection.attach(4, at(2s)));
}

TEST_CASE_FIXTURE(fixture, "a connection has room for less than the server allows, and for none once it is given up") {
  for (kube::api::transfer_id id = 1; id <= 90; ++id) {
    CHECK(connection.has_room());
    attach(id, 0s);
  }
  CHECK_FALSE(connection.has_room());
  connection.detach(1, nullptr);
  CHECK(connection.has_room());
  connection.give_up();
  CHECK_FALSE(connection.has_room());
}

TEST_CASE_FIXTURE(fixture, "silence is counted from the last byte, and an answer from the question") {
  open_at(0s);
  CHECK_EQ(connection.next_check(limits), at(12s));
  connection.hear(5000, at(5s));
  CHECK_EQ(connection.next_check(limits), at(17s));
  connection.ask(7, at(17s));
  CHECK_EQ(connection.question(), 7);
  CHECK_EQ(connection.next_check(limits), at(27s));
  CHECK_FALSE(connection.has_answered());
  connection.hear(5000, at(18s));
  CHECK(connection.has_answered());
  connection.forget_question(at(18s));
  CHECK_EQ(connection.next_check(limits), at(30s));
}

TEST_CASE_FIXTURE(fixture, "without transfers nothing is asked, and later not before its time") {
  CHECK_EQ(connection.next_check(limits), clock_type::time_point::max());
  open_at(0s);
  connection.detach(1, nullptr);
  CHECK_EQ(connection.next_check(limits), clock_type::time_point::max());
  attach(2, 100s);
  CHECK_EQ(connection.next_check(limits), at(112s));
}

TEST_CASE_FIXTURE(fixture, "bytes over the connection that the server shuts down prove nothing for its successor") {
  open_at(0s);
  attach(2, 50s);
  connection.carries(2, 6000, at(51s));
  CHECK(connection.has_moved());
  CHECK_FALSE(connection.has_moved());
  CHECK(connection.leads_through(6000));
  CHECK_FALSE(connection.leads_through(5000));
  connection.hear(5000, at(60s));
  CHECK_EQ(connection.next_check(limits), at(63s));
}

TEST_SUITE_END();
