#include "moving/moved.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using e2e::contains;

namespace {

/// The output of a command, or why it fails. The Deployment of the predecessor names the socket by this
/// variable.
std::string asked(const moving::tree& files, std::vector<std::string> words) {
  words.insert(words.begin(), e2e::given().operator_program);
  try {
    return e2e::run_program(std::move(words), {"DEBUG_UNIX_SOCKET=" + files.path("run/debug.socket")});
  } catch (const std::runtime_error& reason) {
    return reason.what();
  }
}

} // namespace

TEST_CASE("the commands that a person on call knows answer as they did" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("commands_on_call");
  const auto space = e2e::cluster().new_namespace("on-call");
  files.apply("addon-operator-cm.yaml", space);
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();

  // The predecessor's member comes first; a table of the modules follows.
  CHECK(asked(files, {"module", "list", "-o", "json"}).starts_with("{\"enabledModules\":[\"db\",\"web\"],"));
  CHECK_EQ(asked(files, {"module", "values", "web", "-o", "json"}),
           "{\"image\":\"registry.example.com/web:1\",\"replicas\":3}\n");
  CHECK_EQ(asked(files, {"module", "config", "web"}), "replicas: 3\n");
  CHECK_EQ(asked(files, {"global", "values", "-o", "json"}), "{\"project\":\"demo\"}\n");
  CHECK(asked(files, {"raw", "/module/list.json"}).starts_with("{\"enabledModules\":[\"db\",\"web\"],"));
  CHECK_MESSAGE(contains(asked(files, {"module", "values", "wep"}), "there are: db, web"),
                asked(files, {"module", "values", "wep"}));
  CHECK_EQ(run.stop().exit_code, 0);
  // Without an operator, a command names the place where it has looked.
  const auto alone = asked(files, {"module", "list"});
  CHECK_MESSAGE(contains(alone, files.path("run/debug.socket")), alone);
}
