#include "setup/program_run.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <string>

namespace {

setup::ended_program run(const std::string& commands, std::optional<std::chrono::seconds> limit = {}) {
  sys::process::process_spec spec;
  spec.argv = {"/bin/sh", "-c", commands};
  return setup::run_to_its_end(std::move(spec), limit);
}

} // namespace

TEST_CASE("a program is run to its end, and its output is kept apart from its errors") {
  const auto ended = run("echo out; echo err >&2; echo more >&2; exit 3");
  CHECK(ended.exit.exit_code == 3);
  CHECK(ended.exit.collected_stdout == "out\n");
  CHECK(ended.errors == "err\nmore\n");
}

TEST_CASE("a program that needs too long is killed with its descendants") {
  const auto ended = run("tail -f /dev/null & tail -f /dev/null", std::chrono::seconds(0));
  CHECK(ended.exit.exit_code != 0);
}

TEST_CASE("of very long errors the beginning is kept") {
  const auto ended = run("i=0; while [ $i -lt 300 ]; do printf '%08000d\\n' 1 >&2; i=$((i+1)); done");
  CHECK(ended.exit.exit_code == 0);
  CHECK(ended.errors.size() >= (1U << 20U));
  CHECK(ended.errors.size() < (1U << 20U) + 10'000);
}
