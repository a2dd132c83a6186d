#include "sys/http/connection_intake.hpp"

#include "support/captured_log.hpp"
#include "support/http_client.hpp"
#include "support/no_descriptors.hpp"
#include "sys/http/listen_socket.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace std::chrono_literals;

/// A listening socket, and clients that were made before the descriptors are gone.
struct fixture {
  static constexpr int clients_max = 6;

  fixture() {
    auto listening = sys::http::listen_at(sys::http::tcp_address{"127.0.0.1", 0});
    REQUIRE(listening);
    for (int i = 0; i < clients_max; ++i) clients.push_back(test::connect_tcp(listening->port));
    intake.emplace(std::move(listening->descriptor), "127.0.0.1:9650");
  }
  bool accept() {
    auto client = intake->accept(now);
    if (client) accepted.push_back(std::move(*client));
    return client.has_value();
  }

  std::vector<sys::files::file_descriptor> clients;
  std::vector<sys::files::file_descriptor> accepted;
  std::optional<sys::http::connection_intake> intake;
  sys::http::connection_intake::clock::time_point now{1h};
};

} // namespace

TEST_CASE_FIXTURE(fixture, "without descriptors some clients are accepted with the reserve, and then it pauses") {
  const test::captured_log log;
  test::no_descriptors none;
  CHECK_FALSE(intake->is_short_of_descriptors());
  for (int i = 0; i < 4; ++i) CHECK(accept());
  CHECK(intake->is_short_of_descriptors());
  CHECK(intake->descriptor(now));
  CHECK_FALSE(accept());
  CHECK_FALSE(intake->descriptor(now));
  CHECK_EQ(intake->pause_end(), now + 1s);
  CHECK_FALSE(accept());
  now += 1s;
  CHECK(intake->descriptor(now));
  CHECK_FALSE(accept());
  CHECK_EQ(log.count({"file_descriptors_exhausted"}), 1);
}

TEST_CASE_FIXTURE(fixture, "where nobody waits, a lack of descriptors is no matter of the intake") {
  while (accept()) {
  }
  const test::captured_log log;
  test::no_descriptors none;
  CHECK_FALSE(accept());
  CHECK_FALSE(intake->is_short_of_descriptors());
  CHECK_FALSE(intake->pause_end());
  CHECK(log.lines().empty());
}

TEST_CASE_FIXTURE(fixture,
                  "a connection that is closed ends the pause, and the reserve is filled when there are enough") {
  const test::captured_log log;
  test::no_descriptors none;
  while (accept()) {
  }
  accepted.pop_back();
  intake->resume();
  CHECK(accept());
  CHECK(intake->is_short_of_descriptors());
  none.free(20);
  now += 1s;
  CHECK(accept());
  CHECK(intake->is_short_of_descriptors());
  now += 10s;
  CHECK_FALSE(accept());
  CHECK_FALSE(intake->is_short_of_descriptors());
  CHECK_EQ(log.count({"file_descriptors_found"}), 1);
}
