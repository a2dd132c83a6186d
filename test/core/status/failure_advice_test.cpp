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
  }

  TEST_CASE("of several causes that of the others comes first") {
    const auto advice =
      failure_advice(R"(failed calling webhook "a.b": x509: certificate has expired, dial: connection refused)", {});
    CHECK_MESSAGE(advice.find("admission webhook a.b") != advice.npos, advice);
  }
}
