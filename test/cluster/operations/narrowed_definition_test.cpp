#include "cluster/operations/narrowed_definition.hpp"

#include "support/yaml.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

namespace {

using test::yaml;
using answer = base::result<kube::api::http_response>;

text::json definition(const std::string& properties, const std::string& subresources = "{}") {
  return yaml("spec: {group: x.io, scope: Namespaced, names: {kind: Widget, plural: widgets}, versions: [{name: v1, "
              "served: true, storage: true, subresources: "
              + subresources + ", schema: {openAPIV3Schema: {properties: {spec: {properties: " + properties
              + "}}}}}]}");
}

answer page(const std::string& items, const std::string& metadata = "{}") {
  kube::api::http_response x;
  x.status = 200;
  x.body = R"({"kind":"WidgetList","apiVersion":"x.io/v1","metadata":)" + metadata + R"(,"items":[)" + items + "]}";
  return x;
}

const std::string with_extra =
  R"({"metadata":{"namespace":"a","name":"w"},"spec":{"extra":1},"status":{"ready":true}})";

/// The parts that are found, or the failure, with the answers of an API server in turn.
struct outcome {
  outcome(const text::json& wanted, const text::json& current, std::vector<answer> answers) {
    cluster::operations::find_used_parts(
      [this, answers = std::move(answers)](const kube::api::http_request& request, const kube::api::on_response& done) {
        targets.push_back(request.target);
        REQUIRE(targets.size() <= answers.size());
        done(answers[targets.size() - 1]);
      },
      {"widgets.x.io", "/a.yaml", wanted}, current,
      [this](const base::result<std::vector<std::string>>& found) {
        if (!found) text = "failed: " + found.error().message;
        for (const auto& x : found.value_or(std::vector<std::string>())) text += x + ";";
        is_done = true;
      });
    CHECK(is_done);
  }
  std::vector<std::string> targets;
  std::string text;
  bool is_done = false;
};

text::json wide() {
  return definition("{a: {}, extra: {}}");
}

text::json narrow() {
  return definition("{a: {}}");
}

} // namespace

TEST_CASE("objects are read only if a version gets narrower, up to the first with a lost field") {
  CHECK(outcome(wide(), narrow(), {}).text.empty());
  const auto next = page(R"({"spec":{"a":1}})", R"({"continue":"t"})");
  const outcome found(narrow(), wide(), {next, page(with_extra, R"({"continue":"u"})")});
  CHECK(found.text == "spec.extra of v1, which Widget a/w has;");
  CHECK(found.targets.back().find("continue=t") != std::string::npos);
  CHECK(outcome(narrow(), wide(), {page(R"({"spec":{"a":1}})")}).text.empty());
}

TEST_CASE("a subresource goes only without objects that need it") {
  const auto before = definition("{extra: {}}", "{status: {}}");
  const auto after = definition("{extra: {}}");
  CHECK(outcome(after, before, {page(with_extra)}).text == "subresources.status of v1, which Widget a/w has;");
  CHECK(outcome(after, before, {page(R"({"spec":{"extra":1}})")}).text.empty());
  const answer refused = base::fail(base::error_code::forbidden, "no right");
  CHECK(outcome(after, before, {refused}).text
        == "subresources.status of v1 (objects with them cannot be ruled out: no right);");
}

TEST_CASE("a list that is cut off, or not answered, is no end of the objects") {
  CHECK(outcome(narrow(), wide(), {page("", R"({"remainingItemCount":6})")}).text.find("failed: ") == 0);
  CHECK(outcome(narrow(), wide(), {base::fail(base::error_code::unavailable, "no answer")}).text.find("failed: ") == 0);
}
