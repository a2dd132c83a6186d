#include "core/hooks/decisive_line.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::hooks::decisive_line;

TEST_CASE("the line that says why a program has failed") {
  struct row {
    const char* words;
    const char* line;
  };
  for (const auto& r : std::vector<row>{
         {"", ""},
         {"\n \n", ""},
         {"no such host\n", "no such host"},
         {"+ jq .a\n+ exit 3\n", ""},
         {"nothing special\n+ exit 3\n", "nothing special"},
         // the exception stands behind the frames, also if the interpreter adds a remark
         {"begin\nTraceback (most recent call last):\n  File \"a.py\", line 12, in <module>\n    x['host']\n"
          "KeyError: 'host'\n",
          "KeyError: 'host'"},
         {"Traceback (most recent call last):\n  File \"a.py\", line 1\n    y\nValueError: first\n\nDuring handling of "
          "the "
          "above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line "
          "2\n"
          "    z\nRuntimeError: second\n",
          "RuntimeError: second"},
         // words of a failure come before the lines of a clean-up behind them
         {"hooks/a.sh: line 3: kubectll: command not found\ncleaning up\n",
          "hooks/a.sh: line 3: kubectll: command not found"},
         {"Error from server (Forbidden): pods is forbidden\ndone with it",
          "Error from server (Forbidden): pods is forbidden"},
         {"one\ntwo", "two"},
       }) {
    CAPTURE(r.words);
    CHECK_EQ(decisive_line(r.words), r.line);
  }
}

TEST_CASE("the line has no secret, and a bound") {
  CHECK_EQ(decisive_line("curl: (22) https://bob:hunter2@host refused"),
           "curl: (22) https://bob:<redacted>@host refused");
  CHECK_EQ(decisive_line("password=hunter2"), "password=<redacted>");
  CHECK(decisive_line(std::string(10'000, 'x')).size() < 700);
}
