#include "sys/process/program_end.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <string>

using base::error_code;

TEST_SUITE_BEGIN("sys/process/program_end");

TEST_CASE("the end of a program is named by its reason") {
  using std::chrono::milliseconds;
  struct row {
    sys::process::process_exit exit;
    sys::process::interruption by_us;
    error_code code;
    std::string message;
  };
  const row rows[] = {
    {{.start_error = "no such file: a.sh"}, {}, error_code::process_failed, "no such file: a.sh"},
    {{.exit_code = 0},
     {milliseconds(1500), false},
     error_code::timeout,
     "took longer than its time limit of 1.5 s and was ended"},
    {{.exit_code = 3}, {}, error_code::process_failed, "cmd run: exit status 3"},
    {{.exit_code = 3}, {{}, true}, error_code::cancelled, "was ended because the operator stops"},
    {{.signal = SIGKILL}, {}, error_code::process_failed, "cmd run: ended by signal 9 (Killed)"},
  };
  for (const auto& x : rows) {
    CAPTURE(x.message);
    const auto ended = sys::process::end_of_program(x.exit, x.by_us, sys::process::work_after_stop::counts);
    REQUIRE_FALSE(ended);
    CHECK(ended.error().code == x.code);
    CHECK(ended.error().message == x.message);
  }
}

TEST_CASE("a program that ends well while the operator stops has ended well") {
  CHECK(sys::process::end_of_program({.exit_code = 0}, {{}, true}, sys::process::work_after_stop::counts));
}

TEST_CASE("a program whose work is in doubt after a stop has not ended well") {
  using sys::process::work_after_stop;
  const auto ended = sys::process::end_of_program({.exit_code = 0}, {{}, true}, work_after_stop::is_in_doubt);
  REQUIRE_FALSE(ended);
  CHECK(ended.error().code == error_code::cancelled);
  CHECK(sys::process::end_of_program({.exit_code = 0}, {}, work_after_stop::is_in_doubt));
}

TEST_SUITE_END();
