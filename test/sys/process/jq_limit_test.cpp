#include "sys/process/jq_limit.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

namespace {

void stop(void* evaluation) noexcept {
  *static_cast<std::atomic<bool>*>(evaluation) = true;
}

/// Takes turns until the limit stops it or the turns say that they are done.
/// @returns the message of the limit.
std::string evaluate(sys::process::jq_limit& limit, const std::function<bool()>& turn) {
  std::atomic<bool> stopped{false};
  limit.begin(stop, &stopped);
  while (!stopped && turn()) {
  }
  return limit.end();
}

bool endless() {
  return true;
}

/// A turn that is over when its thread has used so much processor time.
std::function<bool()> busy_for(std::chrono::nanoseconds wanted) {
  const auto used = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  };
  return [used, until = used() + wanted] { return used() < until; };
}

} // namespace

TEST_CASE("an evaluation without an end is stopped, and so is the next one") {
  sys::process::jq_limit limit({.processor_time = 100ms});
  CHECK(evaluate(limit, endless) == "more than 0.1 s of processor time");
  CHECK(evaluate(limit, endless) == "more than 0.1 s of processor time");
}

TEST_CASE("an evaluation that takes more and more memory is stopped long before its time is over") {
  sys::process::jq_limit limit({.processor_time = 60s, .memory_bytes = std::size_t{32} << 20});
  std::vector<std::string> taken;
  const auto used = evaluate(limit, [&] {
    taken.emplace_back(std::size_t{256} << 10, 'x');
    return true;
  });
  CHECK(used == "more than 32 MiB of memory");
}

TEST_CASE("evaluations below the limit are not stopped, however long they take together") {
  sys::process::jq_limit limit({.processor_time = 200ms});
  for (int i = 0; i < 6; ++i) CHECK(evaluate(limit, busy_for(60ms)) == "");
}

TEST_CASE("what a thread does between evaluations does not count") {
  sys::process::jq_limit limit({.processor_time = 100ms});
  CHECK(evaluate(limit, busy_for(1ms)) == "");
  for (const auto turn = busy_for(200ms); turn();) {
  }
  CHECK(evaluate(limit, busy_for(1ms)) == "");
}

TEST_CASE("an endless evaluation on one thread stops none on another") {
  sys::process::jq_limit limit({.processor_time = 200ms});
  std::string of_other;
  std::thread other([&] { of_other = evaluate(limit, endless); });
  std::vector<std::string> here;
  for (int i = 0; i < 4; ++i) here.push_back(evaluate(limit, busy_for(60ms)));
  other.join();
  CHECK(of_other == "more than 0.2 s of processor time");
  CHECK(here == std::vector<std::string>(4));
}
