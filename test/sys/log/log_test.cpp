#include "sys/log/log.hpp"

#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

/// Catches the lines of a test and puts the log back afterwards.
struct fixture {
  fixture() {
    sys::log::configure_log({.with_time = false});
    sys::log::replace_log_sink([this](std::string_view line) { lines.emplace_back(line); });
  }
  ~fixture() {
    sys::log::replace_log_sink({});
    sys::log::configure_log({});
  }

  std::vector<std::string> lines;
};

} // namespace

TEST_CASE_FIXTURE(fixture, "only levels that are wanted are logged, and that can change at any time") {
  sys::log::log_debug("watch_failed");
  sys::log::log_info("http_listening", {{"key", 1}});
  sys::log::set_log_level(sys::log::log_level::debug);
  sys::log::log_debug("watch_failed");
  sys::log::set_log_level(sys::log::log_level::error);
  sys::log::log_warning("no_modules");
  sys::log::log_error("actor_failed");
  CHECK(lines
        == std::vector<std::string>{"INFO http_listening key=1\n", "DEBUG watch_failed\n", "ERROR actor_failed\n"});
}

TEST_CASE_FIXTURE(fixture, "the format is the configured one") {
  sys::log::configure_log({.format = sys::log::log_format::json, .with_time = false});
  sys::log::log_warning("no_modules");
  sys::log::configure_log({.format = sys::log::log_format::json, .with_time = true});
  sys::log::log_warning("no_modules");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == "{\"level\":\"warning\",\"event\":\"no_modules\"}\n");
  CHECK(lines[1].starts_with("{\"time\":\"2"));
}

TEST_CASE_FIXTURE(fixture, "lines of many threads stay whole") {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < 250; ++n) sys::log::log_info("operator_started", {{"text", "with space"}});
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(lines == std::vector<std::string>(1000, "INFO operator_started text=\"with space\"\n"));
}
