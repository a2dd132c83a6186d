#include "core/lint/finding.hpp"

#include <doctest/doctest.h>

using namespace core::lint;

TEST_CASE("the line of a file stands behind its path in a message") {
  CHECK(line_in("/p/web/values.yaml: line 3: a key is null", "/p/web/values.yaml") == 3);
  CHECK(line_in("a.yaml: 'x': line 12, column 4: b", "a.yaml") == 12);
  CHECK(line_in("line 9: --config", "") == 9);
  CHECK_FALSE(line_in("line 3 of /p/web/values.yaml", "/p/web/values.yaml"));
  CHECK_FALSE(line_in("/p/a: a baseline differs", "/p/a"));
  CHECK_FALSE(line_in("/p/a: line 0", "/p/a"));
  CHECK_FALSE(line_in("/p/b: line 3", "/p/a"));
}

TEST_CASE("the first path below the platform is found in a message") {
  CHECK(path_in("cannot read /p/modules/010-web/values.yaml: denied", "/p") == "/p/modules/010-web/values.yaml");
  CHECK(path_in("'/p/a b' is no directory", "/p") == "/p/a");
  CHECK(path_in("remove /p/modules/web.", "/p") == "/p/modules/web");
  CHECK(path_in("/other/x: denied", "/p").empty());
  CHECK(path_in("/pq/x: denied", "/p").empty());
  CHECK(path_in("/x", "").empty());
}

TEST_CASE("a file silences a rule with a reason") {
  CHECK(silences("#!/bin/sh\n# lint: off hook-config needs a cluster\n", rule::hook_config));
  CHECK_FALSE(silences("# lint: off hook-config\n", rule::hook_config));
  CHECK_FALSE(silences("# lint: off hook-config  \nexit\n", rule::hook_config));
  CHECK_FALSE(silences("# lint: off hook-config-suspicious on purpose\n", rule::hook_config));
  CHECK(
    silences("# lint: off module-name x\n# lint: off hook-config-suspicious on purpose", rule::hook_config_suspicious));
  CHECK_FALSE(silences("", rule::hook_config));
}
