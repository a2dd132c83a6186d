#include "core/hooks/script_stderr.hpp"

#include <doctest/doctest.h>

using namespace core::hooks;

TEST_SUITE("core/script_words") {
  TEST_CASE("words of a script are shown without secrets, and only the end of many") {
    CHECK(script_words("") == "");
    CHECK(script_words("one\n\ntwo\n") == "one\ntwo");
    CHECK(script_words("login with password=hunter2 failed") == "login with password=<redacted> failed");
    const auto long_words = script_words(std::string(100'000, 'a') + "the end");
    CHECK(long_words.size() <= 2000);
    CHECK(long_words.ends_with("the end"));
  }

  TEST_CASE("commands that `set -x` shows are no words") {
    CHECK(script_words("+ values::get a\n++ jq .\n") == "");
    CHECK(script_words("+ values::get a\n+1 is no command\n+\n") == "+1 is no command\n+");
  }

  TEST_CASE("a doubt names the line and the kind of failure, and nothing else of the words") {
    const auto* const script = "/m/010-web/enabled";
    const std::string doubt = "its enabled script said no, but wrote to stderr";
    CHECK(doubt_of_no("a\n/m/010-web/enabled: line 3: jqq: command not found\nb", script)
          == doubt + " (line 3: command not found)");
    CHECK(doubt_of_no("/m/010-web/enabled: 12: jqq: not found", script) == doubt + " (line 12: not found)");
    CHECK(doubt_of_no("  File \"/m/010-web/enabled\", line 7, in <module>\nKeyError: 'hunter2'", script)
          == doubt + " (line 7)");
    CHECK(doubt_of_no("/m/010-web/enabled: line 4: hunter2: is wrong", script) == doubt + " (line 4)");
    CHECK(doubt_of_no("hunter2 is wrong", script) == doubt);
    CHECK(doubt_of_no("/m/010-web/enabled: hunter2", script) == doubt);
    CHECK(doubt_of_no("hunter2", script, "line 3: command not found") == doubt + " (line 3: command not found)");
  }

  TEST_CASE("a run is in doubt by its first failure, however many lines follow") {
    run_words words("/m/a.sh");
    for (const auto* line : {"begins", "+ jq . /tmp/a: command not found", ""}) words.add(line);
    CHECK(words.doubt().empty());
    words.add("/m/a.sh: line 3: jq: command not found");
    for (auto i = 0; i < 1000; ++i) words.add("/m/a.sh: line 4: cat: command not found");
    CHECK(words.doubt() == "line 3: command not found");
  }
}
