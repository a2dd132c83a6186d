#include "actors/messages/program_failure.hpp"

#include <doctest/doctest.h>

#include <string>

using actors::messages::program_failure;

TEST_CASE("the words of a program are in the log without secrets") {
  for (const std::string words : {R"(cannot parse: {"password":"a1b2c3d4"})", "Authorization: Bearer a1b2c3d4",
                                  "postgres://user:a1b2c3d4@host/db refused"}) {
    CAPTURE(words);
    const auto failure = program_failure::with({base::error_code::process_failed, "exit status 1"}, words);
    CHECK_MESSAGE(failure.log_text().starts_with("exit status 1: "), failure.log_text());
    CHECK_EQ(failure.log_text().find("a1b2c3d4"), std::string::npos);
    CHECK_EQ(failure.decisive().find("a1b2c3d4"), std::string::npos);
  }
}
