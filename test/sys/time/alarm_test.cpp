#include "sys/time/alarm.hpp"

#include "sys/time/clock.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <utility>

using namespace std::chrono_literals;

namespace {

std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(sys::time::now());
}

/// Takes a ring; the test waits for it.
struct bell {
  std::shared_ptr<std::promise<sys::time::ring_reason>> rung = std::make_shared<std::promise<sys::time::ring_reason>>();

  [[nodiscard]] sys::time::alarm::on_ring ring() const {
    return [rung = rung](sys::time::ring_reason reason) { rung->set_value(reason); };
  }
  [[nodiscard]] sys::time::ring_reason wait() const { return rung->get_future().get(); }
};

} // namespace

TEST_CASE("an alarm rings when the wall clock shows its time") {
  sys::time::wall_clock_alarm alarm;
  const auto at = now() + 1s;
  bell bell;
  alarm.set(at, bell.ring());
  CHECK(bell.wait() == sys::time::ring_reason::due);
  CHECK(now() >= at);
}

TEST_CASE("a time that has passed rings at once") {
  sys::time::wall_clock_alarm alarm;
  for (auto at : {now(), now() - 24h, std::chrono::sys_seconds{}}) {
    bell bell;
    alarm.set(at, bell.ring());
    CHECK(bell.wait() == sys::time::ring_reason::due);
  }
}

TEST_CASE("a time that is set takes the place of the one before") {
  sys::time::wall_clock_alarm alarm;
  const auto at = now() + 3s;
  alarm.set(at - 1s, [](sys::time::ring_reason) { FAIL_CHECK("was replaced"); });
  bell bell;
  alarm.set(at, bell.ring());
  CHECK(bell.wait() == sys::time::ring_reason::due);
  CHECK(now() >= at);
}

TEST_CASE("an alarm that waits for no time ends quietly") {
  auto alarm = std::make_unique<sys::time::wall_clock_alarm>();
  alarm->set(std::nullopt, [](sys::time::ring_reason) { FAIL_CHECK("nothing was waited for"); });
  alarm.reset();
}
