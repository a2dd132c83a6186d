#include "core/webhooks/certificate_pace.hpp"

#include <doctest/doctest.h>

using core::webhooks::certificate_pace;
using core::webhooks::certificate_step;
using namespace std::chrono_literals;
using std::chrono::microseconds;

namespace {

std::int64_t at(microseconds time) {
  return time.count();
}

} // namespace

TEST_CASE("the first step of each kind is made at once") {
  certificate_pace pace;
  for (const auto step : {certificate_step::make_all, certificate_step::issue_server, certificate_step::drop_former}) {
    CHECK(pace.wait_before(step, at(1h)) == 0s);
    pace.made(step, at(1h));
  }
  CHECK(pace.pause(at(1h)) == 0s);
  CHECK_FALSE(pace.next_step(at(1h)));
  CHECK_FALSE(pace.next_end(at(1h)));
}

TEST_CASE("a step that comes again waits longer each time, up to five minutes") {
  certificate_pace pace;
  constexpr auto step = certificate_step::issue_server;
  auto now = at(1h);
  pace.made(step, now);
  for (const auto pause : {1s, 2s, 4s, 8s, 16s, 32s, 64s, 128s, 256s, 300s, 300s}) {
    CHECK(pace.wait_before(step, now) == pause);
    CHECK_MESSAGE(pace.pause(now) == (pause == 1s ? 0s : pause), "a single pause is no contest");
    CHECK(pace.next_step(now) == pause);
    now += at(pause) / 2;
    CHECK(pace.wait_before(step, now) == microseconds(pause) / 2);
    now += at(pause) / 2;
    CHECK(pace.wait_before(step, now) == 0s);
    CHECK_FALSE(pace.next_step(now));
    pace.made(step, now);
  }
}

TEST_CASE("steps of two kinds in turn wait, too") {
  certificate_pace pace;
  auto now = at(1h);
  int made = 0;
  for (; now < at(2h); now += at(100ms))
    for (const auto step : {certificate_step::make_all, certificate_step::issue_server})
      if (pace.wait_before(step, now) == 0s) {
        pace.made(step, now);
        ++made;
      }
  CHECK(made > 2);
  CHECK(made < 50);
}

TEST_CASE("a step that could not be made does not wait again") {
  certificate_pace pace;
  constexpr auto step = certificate_step::make_all;
  pace.made(step, at(1h));
  CHECK(pace.wait_before(step, at(1h)) == 1s);
  CHECK(pace.wait_before(step, at(1h + 1s)) == 0s);
  CHECK(pace.wait_before(step, at(1h + 2s)) == 0s);
}

TEST_CASE("ten quiet minutes end the pauses") {
  certificate_pace pace;
  constexpr auto step = certificate_step::issue_server;
  pace.made(step, at(1h));
  CHECK(pace.wait_before(step, at(1h)) == 1s);
  pace.made(step, at(1h + 1s));
  CHECK(pace.wait_before(step, at(1h + 1s)) == 2s);
  pace.made(step, at(1h + 3s));
  CHECK(pace.pause(at(1h + 10min)) == 2s);
  CHECK(pace.next_end(at(1h + 10min)) == 3s);
  CHECK(pace.pause(at(1h + 10min + 3s)) == 0s);
  CHECK_FALSE(pace.next_end(at(1h + 10min + 3s)));
  CHECK(pace.wait_before(step, at(1h + 10min + 3s)) == 0s);
}
