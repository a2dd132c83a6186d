#include "core/hooks/script_words.hpp"

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
  }

  TEST_CASE("a run is doubtful by words of a lost tool, right, file or server, and not by any other") {
    const auto* const hook = "/m/010-web/hooks/a.sh";
    const auto doubt_of = [&](const std::string& line) { return doubt_of_run("begins\n" + line + "\nends\n", hook); };
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: jq: command not found") == "line 3: command not found");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: 3: jq: not found") == "line 3: not found");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3:   123 Killed                  jq . x") == "line 3: Killed");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 99 Segmentation fault (core dumped) jq .")
          == "line 3: Segmentation fault");
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12 pods: Killed by me").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12 Terminated              sleep 9").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3: 12").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 3").empty());
    CHECK(doubt_of("Killed 3 pods").empty());
    CHECK(doubt_of("/m/010-web/hooks/a.sh: line 9: echo: write error: No space left on device")
          == "line 9: No space left on device");
    CHECK(doubt_of("jq: error: Could not open file /tmp/hunter2: No such file or directory") == "jq: error");
    CHECK(doubt_of("cat: /etc/hunter2: Permission denied") == "Permission denied");
    CHECK(doubt_of("Error from server (Forbidden): pods is forbidden: User \"hunter2\" cannot list")
          == "Error from server (Forbidden)");
    CHECK(doubt_of("Error from server (ServiceUnavailable): try again") == "Error from server (ServiceUnavailable)");
    CHECK(doubt_of("Unable to connect to the server: dial tcp 10.0.0.1:443") == "Unable to connect to the server");
    CHECK(doubt_of("curl: (7) Failed to connect to hunter2") == "curl");
    CHECK(doubt_of("open /etc/hunter2: no such file or directory") == "no such file or directory");
    CHECK(doubt_of("cat: /mnt/hunter2: Stale file handle") == "Stale file handle");
    CHECK(doubt_of("ModuleNotFoundError: No module named 'hunter2'") == "ModuleNotFoundError");
    CHECK(doubt_of("error: the server doesn't have a resource type \"hunter2\"")
          == "error: the server doesn't have a resource type");
    for (const auto* line :
         {"Error from server (NotFound): pods \"a\" not found", "Error from server (Conflict): again",
          "Error from server (hunter 2): a", "+ jq . /tmp/a: command not found", "INFO: 3 pods found",
          "cache entry not found", "Warning: v1beta1 is deprecated", ""}) {
      CAPTURE(line);
      CHECK(doubt_of(line).empty());
    }
  }
}
