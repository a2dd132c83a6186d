#include "core/hooks/logger_line.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::hooks::failure_of_logger;

TEST_SUITE("core/logger_line") {
  TEST_CASE("a level of failure is found where loggers write it") {
    struct row {
      const char* line;
      const char* level;
      const char* message;
    };
    for (const auto& x : std::vector<row>{
           {"2026-11-27 05:00:00,000 ERROR no answer", "ERROR", "no answer"},
           {"2026-11-27T05:00:00Z CRITICAL no answer", "CRITICAL", "no answer"},
           {"2026-11-27T05:00:00.000Z\tERROR\tmain.go:3\tno answer", "ERROR", "main.go:3\tno answer"},
           {"2026-11-27 05:00:00,000 - root - ERROR - no answer", "ERROR", "- no answer"},
           {"2026-11-27 05:00:00.000 [main] ERROR com.example.Main - no answer", "ERROR",
            "com.example.Main - no answer"},
           {"[2026-11-27 05:00:00] ERROR: no answer", "ERROR", "no answer"},
           {"2026-11-27 05:00:00 [FATAL] no answer", "FATAL", "no answer"},
           {"2026-11-27 ERROR", "ERROR", ""},
           {"ERROR:root:no answer", "ERROR", "no answer"},
           {"[ERROR] no answer", "ERROR", " no answer"},
           {R"(time="2026-11-27T05:00:00Z" level=error msg="no answer")", "level=error", R"( msg="no answer")"},
           {R"({"level":"error","msg":"no answer"})", R"("level":"error")", R"(,"msg":"no answer"})"}}) {
      CAPTURE(x.line);
      const auto found = failure_of_logger(x.line);
      REQUIRE(found);
      CHECK(found->level == x.level);
      CHECK(found->message == x.message);
    }
  }

  TEST_CASE("warnings, and levels that are words of a message, are no failures") {
    for (const std::string line : {"",
                                   "2026-11-27",
                                   "2026-11-27 ",
                                   "2026-11-27 05:00:00 WARNING no answer",
                                   "WARNING:root:no answer",
                                   "2026-11-27 05:00:00 INFO ERROR pages are on",
                                   "2026-11-27 05:00:00 3 pods in ERROR state",
                                   "2026-11-27 05:00:00 - root - INFO - ERROR",
                                   "3 pods in ERROR",
                                   "ERROR: no answer",
                                   "ERROR:",
                                   "ERROR::a",
                                   "ERROR:no answer: a",
                                   "[ERROR no answer",
                                   "ERRORS:root:a",
                                   "level=errors",
                                   "loglevel=error",
                                   "level=warning",
                                   R"({"level":"warn","msg":"error"})",
                                   "11-27 05:00:00 a ERROR"}) {
      CAPTURE(line);
      CHECK_FALSE(failure_of_logger(line));
    }
  }
}
