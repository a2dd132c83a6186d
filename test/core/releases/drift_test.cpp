#include "core/releases/drift.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::releases;

namespace {

text::json json(const std::string& words) {
  const auto x = text::parse_json(words);
  REQUIRE_MESSAGE(x, words);
  return *x;
}

/// `spec.replicas: 2 -> 5 by kubectl`, a line for each field.
std::vector<std::string> lines_of(
  const text::json& wanted, const text::json& live, const object_view& view = [](const text::json& x) { return x; }) {
  std::vector<std::string> lines;
  for (const auto& x : drift_of(wanted, live, {"helm"}, view)) lines.push_back(describe(x.field) + " by " + x.manager);
  return lines;
}

/// A Deployment of a chart.
const char* const chart = R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web",
  "labels": {"app": "web"}}, "spec": {"replicas": 2, "paused": "", "template": {"spec": {"containers": [
  {"name": "web", "image": "web:1", "ports": [{"containerPort": 80}]}, {"name": "log", "image": "log:1"}]}}}})";

/// The object of the cluster: `spec` and `labels` as given, and an entry of `managedFields` beside the entry
/// of Helm.
text::json live(const std::string& labels, const std::string& spec, const std::string& entry) {
  return json(R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "uid": "7", "labels": )"
              + labels + R"(, "managedFields": [{"manager": "helm", "operation": "Update", "fieldsV1": {"f:spec":
              {"f:replicas": {}}}}, )"
              + entry + R"(]}, "spec": )" + spec + "}");
}

std::string entry(const std::string& manager, const std::string& fields, const std::string& more = "") {
  return R"({"manager": ")" + manager + R"(", "operation": "Update", "fieldsType": "FieldsV1", "fieldsV1": )" + fields
         + more + "}";
}

constexpr auto replicas = R"({"f:spec": {"f:replicas": {}}})";
constexpr auto of_scale = R"(, "subresource": "scale")";
constexpr auto five = R"({"replicas": 5, "paused": ""})";
constexpr auto web_label = R"({"app": "web"})";
using lines = std::vector<std::string>;

} // namespace

TEST_SUITE("core/drift") {
  TEST_CASE("a field of the chart that another client owns with another value is drift") {
    const auto wanted = json(chart);
    CHECK(lines_of(wanted, live(web_label, five, entry("kubectl", replicas, of_scale)))
          == lines{"spec.replicas: 2 -> 5 by kubectl"});
    CHECK(lines_of(wanted, live(web_label, five, entry("kubectl-edit", replicas)))
          == lines{"spec.replicas: 2 -> 5 by kubectl-edit"});
    CHECK(lines_of(wanted, live(R"({"app": "other"})", R"({"replicas": 2})",
                                entry("kubectl-label", R"({"f:metadata": {"f:labels": {"f:app": {}}}})")))
          == lines{"metadata.labels.app: \"web\" -> \"other\" by kubectl-label"});
  }

  TEST_CASE("the number of replicas is no drift if an autoscaler has set it") {
    const auto wanted = json(chart);
    for (const auto& by : {entry("kube-controller-manager", replicas, of_scale),
                           entry("keda-operator", replicas, of_scale), entry("kube-controller-manager", replicas)}) {
      CAPTURE(by);
      CHECK(lines_of(wanted, live(web_label, five, by)).empty());
    }
  }

  TEST_CASE("no drift is a field that Helm owns, that the chart leaves out or empty, or that has its value") {
    const auto wanted = json(chart);
    CHECK_MESSAGE(lines_of(wanted, live(web_label, five, entry("helm", replicas))).empty(),
                  "another revision may be under way");
    CHECK(lines_of(wanted, live(web_label, five, entry("x", R"({"f:spec": {"f:strategy": {"f:type": {}}}})"))).empty());
    CHECK(lines_of(wanted, live(web_label, R"({"replicas": 2})", entry("x", replicas))).empty());
    CHECK(lines_of(wanted, live(web_label, R"({"replicas": 2, "paused": "yes"})",
                                entry("x", R"({"f:spec": {"f:paused": {}}})")))
            .empty());
    CHECK_MESSAGE(lines_of(wanted, live(web_label, five, entry("x", replicas, R"(, "subresource": "status")"))).empty(),
                  "the state of an object");
    CHECK_MESSAGE(lines_of(wanted, json(R"({"spec": {"replicas": 5}})")).empty(), "nothing says who has changed it");
  }

  TEST_CASE("items of lists are found by their keys") {
    const auto wanted = json(chart);
    const auto now = R"({"replicas": 2, "template": {"spec": {"containers": [{"name": "side", "image": "side:1"},
      {"name": "log", "image": "log:1"}, {"name": "web", "image": "web:2", "ports": [{"containerPort": 80,
      "protocol": "TCP", "hostPort": 80}]}]}}})";
    const auto owned = R"({"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\"name\":\"web\"}":
      {".": {}, "f:image": {}, "f:ports": {"k:{\"containerPort\":80,\"protocol\":\"TCP\"}": {"f:hostPort": {}}}},
      "k:{\"name\":\"side\"}": {".": {}, "f:image": {}}}}}}})";
    CHECK(lines_of(wanted, live(web_label, now, entry("kubectl-patch", owned)))
          == lines{R"(spec.template.spec.containers[web].image: "web:1" -> "web:2" by kubectl-patch)"});
  }

  TEST_CASE("two clients that own a field together are a single difference") {
    const auto wanted = json(chart);
    CHECK(lines_of(wanted, live(web_label, five, entry("a", replicas) + "," + entry("b", replicas)))
          == lines{"spec.replicas: 2 -> 5 by a"});
  }

  TEST_CASE("a changed secret is drift, and its content is hidden") {
    const auto wanted = json(R"({"kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "old"}})");
    const auto now = json(R"({"kind": "Secret", "metadata": {"name": "s", "managedFields": [{"manager": "kubectl-edit",
      "fieldsV1": {"f:data": {"f:a": {}}}}]}, "data": {"a": "bmV3"}})");
    const auto hides = [](const text::json& x) {
      return x.with("data", text::json::object({{"a", text::json("<redacted>")}}));
    };
    CHECK(lines_of(wanted, now, hides) == lines{"data.a: \"<redacted>\" (differs) by kubectl-edit"});
  }

  TEST_CASE("another spelling of a quantity is no drift") {
    const auto wanted = json(R"({"spec": {"resources": {"limits": {"cpu": "1000m", "memory": "1Gi"}}}})");
    const auto owned = R"({"f:spec": {"f:resources": {"f:limits": {"f:cpu": {}, "f:memory": {}}}}})";
    const auto limits = [&](const std::string& cpu) {
      return lines_of(wanted,
                      live(web_label, R"({"resources": {"limits": {"cpu": ")" + cpu + R"(", "memory": "1024Mi"}}})",
                           entry("kubectl-edit", owned)));
    };
    CHECK(limits("1").empty());
    CHECK(limits("2") == lines{R"(spec.resources.limits.cpu: "1000m" -> "2" by kubectl-edit)"});
  }

  TEST_CASE("drift has the time of the client's last write") {
    const auto now = live(web_label, five, entry("kubectl", replicas, R"(, "time": "2026-11-26T03:00:00Z")"));
    const auto found = drift_of(json(chart), now, {"helm"}, [](const text::json& x) { return x; });
    REQUIRE(found.size() == 1);
    CHECK(found[0].since_us == 1'795'662'000'000'000);
  }

  TEST_CASE("a patch gives the fields the values of the chart, and nothing else") {
    const auto patch = [](const std::string& now, const std::string& entries) {
      const auto made = patch_to_chart(json(chart), live(web_label, now, entries), {"helm"});
      return made ? made->dump() : "none";
    };
    CHECK_EQ(patch(five, entry("kubectl", replicas)), R"({"spec":{"replicas":2}})");
    CHECK_EQ(patch(R"({"replicas": 2})", entry("kubectl", replicas)), "none");
    CHECK_EQ(patch(R"({"replicas": 5})", entry("keda", replicas, of_scale)), "none");
    CHECK_MESSAGE(patch(R"({"paused": "yes", "more": 1})", entry("x", R"({"f:spec": {"f:paused": {}, "f:more": {}}})"))
                    == "none",
                  "fields that the chart leaves out or empty");
    const auto owned = R"({"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\"name\":\"log\"}":
      {".": {}, "f:image": {}}}}}}})";
    // A merge patch replaces a list as a whole; the version keeps changes that come meanwhile.
    CHECK_EQ(patch(R"({"template": {"spec": {"containers": [{"name": "log", "image": "log:2", "tty": true}]}}})",
                   entry("kubectl-set", owned)),
             R"({"spec":{"template":{"spec":{"containers":[{"image":"log:1","name":"log","tty":true}]}}}})");
  }

  TEST_CASE("a patch counts for the version that was read only") {
    auto now = live(web_label, five, entry("kubectl", replicas));
    now = now.with("metadata", now.find("metadata")->with("resourceVersion", "7"));
    CHECK_EQ(patch_to_chart(json(chart), now, {"helm"})->dump(),
             R"({"metadata":{"resourceVersion":"7"},"spec":{"replicas":2}})");
  }

  TEST_CASE("entries that cannot be read name no drift") {
    const auto wanted = json(chart);
    for (const auto* strange : {"7", R"({"manager": "x"})", R"({"manager": "x", "fieldsV1": []})",
                                R"({"manager": "x", "fieldsV1": {"f:spec": {"f:template": {"f:spec": {"f:containers":
                                {"k:not json": {"f:image": {}}, "v:1": {}}}}}}})"}) {
      CAPTURE(strange);
      CHECK(lines_of(wanted, live(web_label, R"({"replicas": 2, "template": {"spec": {"containers": []}}})", strange))
              .empty());
    }
  }
}
