#include "sys/process/process_variable.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdlib>
#include <string>

TEST_CASE("a variable of a process is read by its whole name") {
  const auto* path = std::getenv("PATH");
  REQUIRE(path != nullptr);
  CHECK(sys::process::variable_of_process(::getpid(), "PATH") == path);
  CHECK(sys::process::variable_of_process(::getpid(), "PAT").empty());
  CHECK(sys::process::variable_of_process(::getpid(), "ATH").empty());
  CHECK(sys::process::variable_of_process(0, "PATH").empty());
}
