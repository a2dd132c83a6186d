// An API group whose server takes requests and does not answer them.
#include "support/hanging_transport.hpp"
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr int modules = 20;

/// Twenty modules whose hooks watch objects of the group, each in a namespace of its own, and a last module
/// without such a hook.
struct hung_fixture : test::operator_fixture {
  hung_fixture() {
    setup.transport = line;
    api().add_resource(simulation::custom_resource("example.com", "v1", "Thing", "things"));
    for (int i = 1; i <= modules; ++i) {
      const auto name = "m" + std::to_string(i);
      module(std::to_string(100 + i) + "-" + name);
      hook(name + "/things.sh",
           v1("beforeHelm: 1\nkubernetes: [{name: things, apiVersion: example.com/v1, kind: Thing, namespace: "
              "{nameSelector: {matchNames: [n"
              + std::to_string(i) + "]}}}]"));
    }
    module("900-last");
    hook("last/helm.sh", v1("beforeHelm: 1"));
  }
  [[nodiscard]] bool says(std::string_view text) {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.find(text) != x.npos; });
  }

  std::shared_ptr<test::hanging_transport> line =
    std::make_shared<test::hanging_transport>(*this, std::shared_ptr<kube::api::transport>(setup.transport));
};

} // namespace

TEST_CASE_FIXTURE(hung_fixture, "modules whose lists hang wait side by side, and hold up other modules once") {
  SUBCASE("the lists hang") {
    line->hang("/things");
  }
  SUBCASE("the whole group hangs") {
    line->hang("/apis/example.com");
  }
  start();
  advance(90s);
  CHECK(take_journal() == "last/helm.sh beforeHelm");
  CHECK(describe().first_reload_done);
  for (int i = 1; i <= modules; ++i) CHECK(says("module 'm" + std::to_string(i) + "' waits for objects"));

  line->hang("");
  advance(2min);
  const auto journal = take_journal();
  for (int i = 1; i <= modules; ++i)
    CHECK(journal.find("m" + std::to_string(i) + "/things.sh things:Synchronization") != journal.npos);
  CHECK_FALSE(says("waits for objects"));
}
