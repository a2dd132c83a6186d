// The result of a rendering is kept in the cluster, so the next start does not render.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

const std::string chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// A module with a chart that uses no values.
struct proofs_fixture : operator_fixture {
  explicit proofs_fixture(const std::string& manifest = chart_of_web) {
    module("web");
    chart("web", manifest);
  }

  /// Takes over the cluster of another operator.
  void take_over(operator_fixture& before) {
    for (const auto* kind : {"Secret", "ConfigMap"})
      for (const auto& object : before.api().objects(kind, namespace_name)) api().put_object(object);
  }
  void edit(const std::string& values) {
    set_config("web", values);
    run();
  }
  [[nodiscard]] std::map<std::string, std::string> labels(std::uint32_t revision = 1) {
    return helm().stored("web", revision).value().labels;
  }
  /// The number of labels that the operator has written.
  [[nodiscard]] std::ptrdiff_t writes() {
    const auto& all = api().requests();
    return std::count_if(all.begin(), all.end(), [](const auto& request) {
      return request.method == "PATCH" && request.target.find("/secrets/") != std::string::npos;
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(proofs_fixture, "inputs that a rendering has proven are those of the release after a restart") {
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  const auto before = labels();
  edit("unused: 1");
  CHECK_EQ(take_journal(), "helm template web");
  advance(5s);
  CHECK_NE(labels().at("inputsChecksum"), before.at("inputsChecksum"));
  CHECK_EQ(labels().at("moduleRevision"), "1");
  CHECK_EQ(writes(), 1);
  advance(1h);
  CHECK_MESSAGE(writes() == 1, "its own write is no change of somebody else");
  CHECK_EQ(take_journal(), "");
  stop();

  proofs_fixture second;
  second.take_over(*this);
  second.start();
  CHECK_EQ(second.take_journal(), "");
  second.advance(1h);
  CHECK_EQ(second.writes(), 0);
}

TEST_CASE_FIXTURE(proofs_fixture, "of many proofs the last is written, and none before it is known to hold") {
  start();
  for (int i = 0; i < 5; ++i) {
    edit("unused: " + std::to_string(i));
    advance(500ms);
  }
  advance(5s);
  CHECK_EQ(writes(), 1);
  stop();

  proofs_fixture second;
  second.take_over(*this);
  second.start();
  CHECK_EQ(second.take_journal(), "");
}

TEST_CASE_FIXTURE(proofs_fixture, "a rendering that ends while an older proof is written is noted after it") {
  create_config_map();
  start();
  const auto first = labels();
  edit("unused: 1");
  api().hold({"PATCH", "/secrets/"});
  advance(5s);
  SUBCASE("it proves what the label says") {
    remove_config("web");
  }
  SUBCASE("it proves something else") {
    set_config("web", "unused: 2");
  }
  run();
  CHECK_EQ(labels().at("inputsChecksum"), first.at("inputsChecksum"));
  api().release();
  run();
  stop();

  proofs_fixture second;
  second.take_over(*this);
  second.start();
  CHECK_EQ(second.take_journal(), "");
}

TEST_CASE_FIXTURE(proofs_fixture,
                  "a proof that cannot be written costs a rendering after the restart, and nothing else") {
  start();
  api().fail_next(
    {{"PATCH", "/secrets/"}, simulation::response_of(simulation::api_failure{403, "Forbidden", "no"}), 9});
  edit("unused: 1");
  static_cast<void>(take_journal());
  advance(1h);
  CHECK_EQ(take_journal(), "");
  CHECK(describe().problems.empty());
  stop();

  proofs_fixture second;
  second.take_over(*this);
  second.start();
  CHECK_EQ(second.take_journal(), "helm template web");
  second.advance(5s);
  CHECK_EQ(second.writes(), 1);
}

TEST_CASE_FIXTURE(proofs_fixture, "a proof does not hide the revision that somebody else makes over it") {
  start();
  edit("unused: 1");
  advance(5s);
  stop();

  // With the operator's labels, because Helm copies labels.
  proofs_fixture second;
  second.take_over(*this);
  second.helm().store({"web", 2, "deployed", "", labels()});
  second.start();
  CHECK_EQ(second.take_journal(), "helm template web; helm upgrade web");
}

TEST_CASE_FIXTURE(proofs_fixture, "a proof is bound to the Helm that has rendered") {
  setup.helm.identity = "one";
  start();
  stop();

  proofs_fixture second;
  second.setup.helm.identity = "another";
  second.take_over(*this);
  second.start();
  CHECK_EQ(second.take_journal(), "helm template web");
}

TEST_CASE("a chart whose rendering depends on more than its inputs is rendered by every start") {
  const auto manifest = chart_of_web + "# {{ now }}\n";
  proofs_fixture first(manifest);
  first.start();
  first.edit("unused: 1");
  first.advance(5s);
  CHECK_EQ(first.writes(), 0);
  first.stop();

  proofs_fixture second(manifest);
  second.take_over(first);
  second.start();
  CHECK_EQ(second.take_journal(), "helm template web");
}

TEST_CASE_FIXTURE(proofs_fixture, "a release of somebody else does not become the operator's by a proof") {
  helm().store({.name = "web", .manifest = "---\n# Source: chart/templates/all.yaml\n" + chart_of_web + "\n"});
  api().put_object(
    test::object_of("v1", "ConfigMap", "web", {{"app.kubernetes.io/managed-by", "Helm"}}, namespace_name));
  start();
  CHECK_EQ(take_journal(), "helm template web");
  advance(1h);
  CHECK_EQ(writes(), 0);
}
