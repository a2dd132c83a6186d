#include "sys/http/connection_places.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace {

using namespace std::chrono_literals;
using sys::http::connection_places, sys::http::credit;
using sockets = std::vector<int>;

/// Three places, on a clock that a test moves. A connection is named by its socket.
struct fixture {
  connection_places places{{.places = 3, .ask = 10s, .answer = 60s}};
  connection_places::clock::time_point now{1h};
  std::array<char, 16> names{};

  connection_places::id name(int socket) { return &names.at(static_cast<std::size_t>(socket)); }
  int open(int socket) {
    now += 1ms;
    return places.open(name(socket), socket, now).value_or(0);
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a newcomer gets the place of the one that has asked for the longest time") {
  CHECK_EQ(open(1), 0);
  CHECK_EQ(open(2), 0);
  CHECK_EQ(open(3), 0);
  CHECK_EQ(open(4), 1);
  places.close(name(1));
  CHECK_EQ(open(5), 2);
}

TEST_CASE_FIXTURE(fixture, "those that have only just come give way last, however many come") {
  for (int i = 1; i < 16; ++i) CHECK_EQ(open(i), i > 3 ? i - 3 : 0);
}

TEST_CASE_FIXTURE(fixture, "clients that have had an answer give way before newcomers") {
  for (int i = 1; i <= 3; ++i) open(i);
  CHECK(places.has_slow());
  for (int i = 2; i <= 3; ++i) {
    places.wait(name(i));
    places.answer(name(i), now, credit::none);
    places.ask_again(name(i), now + std::chrono::milliseconds(i));
  }
  CHECK_EQ(open(4), 2);
  CHECK_EQ(open(5), 3);
  CHECK_EQ(open(6), 1);
  for (int i = 4; i <= 6; ++i) places.wait(name(i));
  CHECK_FALSE(places.has_slow());
}

TEST_CASE_FIXTURE(fixture, "clients that read an answer give way after those that ask") {
  for (int i = 1; i <= 3; ++i) open(i);
  places.wait(name(1));
  places.answer(name(1), now, credit::none);
  places.wait(name(2));
  places.answer(name(2), now + 1ms, credit::none);
  CHECK_EQ(open(4), 3);
  CHECK_EQ(open(5), 4);
  places.wait(name(5));
  CHECK_EQ(open(6), 1);
}

TEST_CASE_FIXTURE(fixture, "who waits for the handler keeps its place and has no time limit") {
  for (int i = 1; i <= 3; ++i) {
    open(i);
    places.wait(name(i));
  }
  CHECK_EQ(open(4), 0);
  places.wait(name(4));
  CHECK_FALSE(places.next_deadline());
  CHECK_EQ(places.take_late(now + 1h), sockets{});
}

namespace {

/// Eight places that addresses share.
struct shared_fixture : fixture {
  shared_fixture() { places = connection_places({.places = 8, .ask = 10s, .answer = 60s, .by_peer = true}); }

  int open(int socket, const std::string& peer) {
    now += 1ms;
    return places.open(name(socket), socket, now, peer).value_or(0);
  }
};

} // namespace

TEST_CASE_FIXTURE(shared_fixture, "an address with many connections loses its own, and leaves places for others") {
  for (int i = 1; i <= 6; ++i) CHECK_EQ(open(i, "stranger"), 0);
  CHECK_EQ(open(7, "stranger"), 1);
  CHECK_EQ(open(8, "server"), 0);
  CHECK_EQ(open(9, "stranger"), 2);
  CHECK_EQ(open(10, "server"), 0);
  CHECK_EQ(open(11, "server"), 3);
  CHECK_EQ(places.busiest(), "stranger");
}

TEST_CASE_FIXTURE(shared_fixture, "an address whose connections all wait for the handler gets no further place") {
  for (int i = 1; i <= 6; ++i) {
    CHECK_EQ(open(i, "stranger"), 0);
    places.wait(name(i));
  }
  CHECK_EQ(open(7, "stranger"), 7);
  places.wait(name(7));
  CHECK_EQ(open(8, "server"), 0);
  CHECK_EQ(open(9, "server"), 0);
  places.close(name(7));
  CHECK_EQ(open(10, "other"), 8);
}

TEST_CASE_FIXTURE(shared_fixture, "a connection that is idle between its requests outlasts those without a request") {
  CHECK_EQ(open(1, "server"), 0);
  places.wait(name(1));
  places.answer(name(1), now, credit::none);
  places.ask_again(name(1), now);
  for (int i = 2; i <= 5; ++i) CHECK_EQ(open(i, "stranger"), 0);
  CHECK_EQ(places.take_slowest(), 2);
  for (int i = 6; i <= 15; ++i) CHECK_NE(open(i, std::to_string(i)), 1);
}

TEST_CASE_FIXTURE(fixture, "a request has its time as a whole, and so has an answer") {
  open(1);
  const auto begun = now;
  CHECK_EQ(places.next_deadline(), begun + 10s);
  CHECK_EQ(places.take_late(begun + 9s), sockets{});
  places.wait(name(1));
  places.answer(name(1), begun + 9s, credit::none);
  CHECK_EQ(places.next_deadline(), begun + 69s);
  places.ask_again(name(1), begun + 20s);
  CHECK_EQ(places.next_deadline(), begun + 30s);
  CHECK_EQ(places.take_late(begun + 30s), sockets{1});
  CHECK_EQ(places.take_late(begun + 31s), sockets{});
  CHECK_FALSE(places.next_deadline());
}

TEST_CASE_FIXTURE(fixture, "who was told to end holds no place, and nothing that it still does gives it one") {
  for (int i = 1; i <= 3; ++i) open(i);
  CHECK_EQ(places.take_slowest(), 1);
  CHECK_EQ(open(4), 0);
  places.ask_again(name(1), now);
  places.answer(name(1), now, credit::none);
  CHECK_EQ(open(5), 2);
}

TEST_CASE_FIXTURE(fixture, "a named connection loses its place once, whatever it does") {
  for (int i = 1; i <= 3; ++i) open(i);
  places.wait(name(2));
  CHECK_EQ(places.take(name(2)), 2);
  CHECK_FALSE(places.take(name(2)));
  CHECK_FALSE(places.take(name(5)));
  CHECK_EQ(open(4), 0);
}

namespace {

/// Four places for clients with a handshake, shared by addresses.
struct handshakes_fixture : fixture {
  handshakes_fixture() {
    places =
      connection_places({.places = 4, .ask = 30s, .answer = 60s, .idle = 10min, .by_peer = true, .handshake = 10s});
  }
  int open_from(int socket, const std::string& address) {
    now += 1ms;
    return places.open(name(socket), socket, now, address).value_or(0);
  }
  /// The client has had an answer, and keeps its connection.
  void answer(int socket, credit earned = credit::known) {
    places.shake_hands(name(socket), now);
    places.begin(name(socket), now);
    places.wait(name(socket));
    places.answer(name(socket), now, earned);
    places.ask_again(name(socket), now);
  }
};

} // namespace

TEST_CASE_FIXTURE(handshakes_fixture, "a handshake has its time, and the request has its own afterwards") {
  CHECK_EQ(open_from(1, "a"), 0);
  CHECK_EQ(open_from(2, "a"), 0);
  const auto opened = now;
  places.shake_hands(name(2), opened + 9s);
  CHECK(places.take_late(opened + 9s) == sockets{});
  CHECK(places.take_late(opened + 10s) == sockets{1});
  CHECK(places.next_deadline() == opened + 39s);
  CHECK(places.take_late(opened + 39s - 1ms) == sockets{});
  CHECK(places.take_late(opened + 39s) == sockets{2});
}

TEST_CASE_FIXTURE(handshakes_fixture, "the head of a request ends a handshake that was not seen to end") {
  open_from(1, "a");
  const auto opened = now;
  places.begin(name(1), opened + 5s);
  CHECK(places.next_deadline() == opened + 35s);
}

TEST_CASE_FIXTURE(handshakes_fixture,
                  "connections without a finished handshake give way to a newcomer, the oldest first") {
  CHECK_EQ(open_from(1, "server"), 0);
  CHECK_EQ(open_from(2, "server"), 0);
  answer(1);
  answer(2);
  CHECK_EQ(open_from(3, "x"), 0);
  CHECK_EQ(open_from(4, "y"), 0);
  // The server is the busiest address, and keeps its connections.
  CHECK_EQ(open_from(5, "z"), 3);
  now += 1s;
  CHECK_EQ(open_from(6, "server"), 4);
  CHECK_EQ(open_from(7, "v"), 5);
  places.shake_hands(name(6), now);
  CHECK_EQ(*places.take_slowest(), 7);
}

TEST_CASE_FIXTURE(handshakes_fixture, "an address with more than its share takes no handshake of another address") {
  for (int i = 1; i <= 3; ++i) CHECK_EQ(open_from(i, "busy"), 0);
  CHECK_EQ(open_from(4, "server"), 0);
  CHECK_EQ(open_from(5, "busy"), 1);
  CHECK_EQ(open_from(6, "busy"), 2);
}

TEST_CASE_FIXTURE(handshakes_fixture, "many strangers with an address each take no place of a known address") {
  CHECK_EQ(open_from(1, "server"), 0);
  answer(1);
  // Without this, the server would be the busiest address: it has two connections.
  CHECK_EQ(open_from(2, "server"), 0);
  for (int i = 3; i <= 4; ++i) {
    CHECK_EQ(open_from(i, std::to_string(i)), 0);
    places.shake_hands(name(i), now);
  }
  for (int i = 5; i < 10; ++i) {
    CHECK_EQ(open_from(i, std::to_string(i)), i - 2);
    places.shake_hands(name(i), now);
  }
  CHECK_NE(places.busiest(), "server");
}

TEST_CASE_FIXTURE(handshakes_fixture, "a known address gets the places of strangers, up to half of all") {
  CHECK_EQ(open_from(1, "server"), 0);
  answer(1);
  places.close(name(1));
  for (int i = 2; i <= 5; ++i) {
    CHECK_EQ(open_from(i, std::to_string(i)), 0);
    places.shake_hands(name(i), now);
  }
  CHECK_EQ(open_from(6, "server"), 2);
  CHECK_EQ(open_from(7, "server"), 3);
  // More than half: the address is as any other, and takes no further place.
  CHECK_EQ(open_from(8, "server"), 6);
}

TEST_CASE_FIXTURE(handshakes_fixture, "an answer without credit makes no address known") {
  CHECK_EQ(open_from(1, "server"), 0);
  answer(1, credit::none);
  CHECK_EQ(open_from(2, "server"), 0);
  for (int i = 3; i <= 4; ++i) {
    CHECK_EQ(open_from(i, std::to_string(i)), 0);
    places.shake_hands(name(i), now);
  }
  CHECK_EQ(places.busiest(), "server");
}

TEST_CASE("a known address is guarded with an eighth of the places at most") {
  connection_places places({.places = 32, .ask = 30s, .answer = 60s, .by_peer = true});
  const connection_places::clock::time_point now{};
  std::array<char, 32> names{};
  const auto open = [&](std::size_t socket, const std::string& peer) {
    return places.open(&names.at(socket), static_cast<int>(socket), now, peer).value_or(0);
  };
  for (std::size_t i = 0; i < 5; ++i) CHECK_EQ(open(i, "server"), 0);
  places.wait(&names.at(0));
  places.answer(&names.at(0), now, credit::known);
  for (std::size_t i = 5; i < 11; i += 2) {
    CHECK_EQ(open(i, std::to_string(i)), 0);
    CHECK_EQ(open(i + 1, std::to_string(i)), 0);
  }
  CHECK_EQ(places.busiest(), "server");
  places.close(&names.at(4));
  CHECK_EQ(places.busiest(), "5");
}

TEST_CASE_FIXTURE(handshakes_fixture, "a stranger is refused if all other strangers wait for the handler") {
  CHECK_EQ(open_from(1, "server"), 0);
  answer(1);
  for (int i = 2; i <= 4; ++i) {
    CHECK_EQ(open_from(i, std::to_string(i)), 0);
    places.wait(name(i));
  }
  CHECK_EQ(open_from(5, "5"), 5);
  CHECK_EQ(places.take_slowest(), 1);
}
