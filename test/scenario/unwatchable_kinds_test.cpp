// Kinds without a watch in their API.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

TEST_CASE_FIXTURE(operator_fixture, "a kind that cannot be watched holds up its module alone, until it can be") {
  auto metrics = simulation::custom_resource("metrics.example.com", "v1", "Usage", "usages");
  metrics.verbs = {"get", "list"};
  api().add_resource(metrics);
  module("010-web");
  module("020-next");
  hook("web/a.sh", v1("kubernetes: [{name: usages, kind: Usage}]"));
  hook("next/helm.sh", v1("beforeHelm: 1"));
  start();
  CHECK(take_journal() == "next/helm.sh beforeHelm");
  const std::string reason =
    "objects of kind 'Usage' of metrics.example.com/v1 cannot be watched: the API has get, list "
    "for them; take the binding out, and read them in a hook on a schedule";
  CHECK(log().find("watch_failed kind=Usage bindings=") != std::string::npos);
  CHECK(log().find(reason) != std::string::npos);
  const auto problems = describe().problems;
  CHECK(std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.find(reason) != x.npos; }));
  const auto discoveries = [this] {
    const auto& all = api().requests();
    return std::count_if(all.begin(), all.end(), [](const auto& x) { return x.target == "/apis"; });
  };
  advance(1min);
  const auto before = discoveries();
  advance(1h);
  CHECK(discoveries() == before);
  api().remove_resource("metrics.example.com", "usages");
  metrics.verbs.push_back("watch");
  api().add_resource(metrics);
  api().put_object(
    test::object_of("apiextensions.k8s.io/v1", "CustomResourceDefinition", "usages.metrics.example.com", {}, ""));
  advance(1min);
  CHECK(take_journal() == "web/a.sh usages:Synchronization");
}
