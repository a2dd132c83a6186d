#include "core/status/failure_advice.hpp"

#include "core/status/advice_rows.hpp"

#include <doctest/doctest.h>

#include <string>

using core::status::failure_advice;
using core::status::failure_cause;

TEST_SUITE("core/failure_advice") {
  TEST_CASE("other failures have no advice, and foreign text becomes no part of a command") {
    for (const char* failure :
         {"", "exit status 1", "namespaces are listed", R"(namespaces "web" were found, and a file was not found)",
          "metadata.name: Too long: may not be more than 253 bytes", "context deadline exceeded in my program",
          "an authorized user"}) {
      CAPTURE(failure);
      CHECK_EQ(failure_advice(failure, {}), "");
    }
    const auto advice = failure_advice("exceeded quota: a;rm${IFS}b, requested: pods=1", {});
    CHECK_MESSAGE(advice.find("metadata.name=a -o") != advice.npos, advice);
    CHECK(failure_advice("failed calling webhook \"" + std::string(300, 'x') + "\"", {}).find("grep WEBHOOK`")
          != std::string::npos);
  }

  TEST_CASE("a failure without well-known words names the file to look at") {
    using core::status::place_of_repair;
    CHECK_EQ(place_of_repair("hook 'hooks/10-host.py': exit status 1: KeyError: 'host'", {"web"}),
             "repair hook 'hooks/10-host.py', or the thing that it reads: the words are its own");
    CHECK_EQ(
      place_of_repair("helm upgrade web: has failed: (web/templates/a.yaml:5:14): the portal needs a key", {"web"}),
      "give the chart what it asks for at web/templates/a.yaml:5:14, by the ConfigMap, a values file or a hook, or "
      "correct it there (`addon-operator module values web` shows all values)");
    CHECK_EQ(place_of_repair("no", {}), "repair the thing that these words name");
    CHECK_EQ(place_of_repair("hook 'a.sh': cannot be started: fork: a reason", {}),
             "the operator could not start the program, for the reason that its words name");
  }

  TEST_CASE("a hook without a word may lack the objects that it reads") {
    using core::status::place_of_repair;
    CHECK_EQ(place_of_repair("hook 'a.sh': exit status 1", {}),
             "hook 'a.sh' has ended without a word, so it stops at a command that fails: `set -x` in it shows which");
    core::status::hook_reads reads;
    reads.empty.emplace_back("binding 'a': no Secret in namespace web");
    core::status::failure_place place;
    place.reads = &reads;
    CHECK_EQ(
      place_of_repair("hook 'a.sh': exit status 1", place),
      "hook 'a.sh' has ended without a word, so it stops at a command that fails: `set -x` in it shows which; look "
      "first at binding 'a': no Secret in namespace web, which it may need");
  }

  TEST_CASE("of several causes that of the others comes first") {
    const auto advice =
      failure_advice(R"(failed calling webhook "a.b": x509: certificate has expired, dial: connection refused)", {});
    CHECK_MESSAGE(advice.find("admission webhook a.b") != advice.npos, advice);
  }
}
