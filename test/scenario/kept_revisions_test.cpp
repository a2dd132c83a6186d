// `--helm-history-max` is missing at a start.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;

namespace {

struct history_fixture : operator_fixture {
  history_fixture() {
    module("web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: \"{{ .Values.web.a }}\"}\n");
    setup.helm.history_max = 4;
    start();
    for (int i = 0; i < 3; ++i) edit(i);
    stop();
    REQUIRE(helm().stored("web", 1));
    setup.helm.history_max = 2;
  }
  void edit(int i) {
    set_config("web", "a: " + std::to_string(i) + "\n");
    run();
  }
  [[nodiscard]] bool names(const std::string& text) {
    for (const auto& line : describe().problems)
      if (line.find(text) != std::string::npos) return true;
    return false;
  }
};

} // namespace

TEST_CASE_FIXTURE(history_fixture, "revisions of a larger maximum stay if the option is missing now") {
  setup.helm.is_history_max_given = false;
  start();
  edit(7);
  const auto last = helm().revision("web");
  CHECK_MESSAGE(helm().stored("web", last - 3), "as many as before");
  CHECK_FALSE(helm().stored("web", last - 4));
  CHECK(names("release 'web' has 4 revisions, and --helm-history-max is not given, whose default is 2"));
  CHECK_NE(log().find("WARN release_history_kept"), std::string::npos);
}

TEST_CASE_FIXTURE(history_fixture, "a smaller maximum that is given counts") {
  start();
  edit(7);
  const auto last = helm().revision("web");
  CHECK(helm().stored("web", last - 1));
  CHECK_FALSE(helm().stored("web", last - 2));
  CHECK_FALSE(names("--helm-history-max"));
}
