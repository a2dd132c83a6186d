#include "kube/discovery/hidden_definitions.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/discovery/hidden_definitions");

using kube::discovery::definition_reading;

namespace {

const std::string root = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

std::string definition(const std::string& rest) {
  return text::parse_yaml("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                          "metadata: {name: widgets.a.io}\n"
                          + rest)
    ->dump();
}
std::string widgets(const std::string& served, const std::string& status = "status: {}") {
  return definition("spec: {group: a.io, names: {kind: Widget, plural: widgets, shortNames: [wi]}, versions: [{name: "
                    "v1, served: "
                    + served + "}]}\n" + status + "\n");
}

struct definitions_world {
  std::map<std::string, kube::api::http_response> answers{};
  std::vector<std::string> requests{};
  definition_reading reading{[this](const kube::api::http_request& x, const kube::api::on_response& done) {
    requests.push_back(x.target);
    const auto path = x.target.substr(0, x.target.find('?'));
    const auto next = x.target.find("continue=") == std::string::npos ? path : path + "?next";
    done(answers.at(next));
  }};

  void answer(const std::string& path, const std::string& body, int status = 200) {
    answers[path] = {.status = status, .body = body, .retry_after = {}};
  }
  void list(const std::string& names, const std::string& next = "") {
    answer(root + (next == "last" ? "?next" : ""),
           text::parse_yaml("kind: PartialObjectMetadataList\napiVersion: meta.k8s.io/v1\nmetadata: {resourceVersion: "
                            "'1'"
                            + (next == "more" ? std::string(", continue: t") : "") + "}\nitems: [" + names + "]\n")
             ->dump());
  }
  bool shows_definitions = false; ///< the table has the kind of definitions, as with each real API server
  /// The reason of a doubt about Widget, `no` or `failed`.
  std::string ask(std::int64_t number = 1, const std::string& api_version = "a.io/v1",
                  const std::string& name = "Widget") {
    kube::api::resource_table table;
    table.add({.group = "a.io", .version = "v1", .kind = "Tool", .plural = "tools"});
    if (shows_definitions)
      table.add({.group = "apiextensions.k8s.io",
                 .version = "v1",
                 .kind = "CustomResourceDefinition",
                 .plural = "customresourcedefinitions"});
    std::string got = "none";
    reading.read(number, table, [&](const auto& x) {
      got = x ? kube::discovery::reason_of_doubt(*x, api_version, name).value_or("no") : "failed";
    });
    return got;
  }
};

} // namespace

TEST_CASE_FIXTURE(definitions_world, "a definition that serves no version leaves its kind in doubt") {
  list("{metadata: {name: tools.a.io}}, {metadata: {name: widgets.a.io}}");
  answer(root + "/widgets.a.io", widgets("false"));
  CHECK(ask()
        == "its CustomResourceDefinition widgets.a.io serves no version: set 'served' for one of them, or delete the "
           "definition with its objects");
  CHECK_MESSAGE(requests.size() == 2, "a served kind needs no further answer");
  CHECK(ask(1, "a.io/v7", "wi") != "no");
  CHECK(ask(1, "", "widgets") != "no");
  CHECK(ask(1, "b.io/v1") == "no");
  CHECK(ask(1, "a.io/v1", "Gadget") == "no");
  CHECK_MESSAGE(requests.size() == 2, "the table is the same");
  CHECK(ask(2) != "no");
  CHECK(requests.size() == 4);
}

TEST_CASE_FIXTURE(definitions_world, "the reason says what the definition lacks") {
  list("{metadata: {name: widgets.a.io}}");
  answer(root + "/widgets.a.io", widgets("true"));
  CHECK(ask(1).find("is not established") != std::string::npos);
  answer(root + "/widgets.a.io", widgets("true", "status: {conditions: [{type: Established, status: 'True'}]}"));
  CHECK(ask(2).find("discovery does not show it yet") != std::string::npos);
  answer(root + "/widgets.a.io", definition("spec: {}\n"));
  CHECK_MESSAGE(ask(3) == "no", "it has no names");
}

TEST_CASE_FIXTURE(definitions_world, "all pages of the list count") {
  list("{metadata: {name: tools.a.io}}", "more");
  list("{metadata: {name: widgets.a.io}}", "last");
  answer(root + "/widgets.a.io", widgets("false"));
  CHECK(ask() != "no");
}

TEST_CASE_FIXTURE(definitions_world, "a failure is a failure, and is not kept") {
  answer(root, "{}", 503);
  CHECK(ask() == "failed");
  list("");
  CHECK(ask() == "no");
  answer(root, "404 page not found", 404);
  CHECK_MESSAGE(ask(2) == "no", "a server without definitions");
  shows_definitions = true;
  CHECK_MESSAGE(ask(3) == "failed", "a page of a proxy, because discovery shows definitions");
}

TEST_CASE_FIXTURE(definitions_world, "more definitions than are read are no absence") {
  std::string names;
  for (int i = 0; i < 101; ++i) names += (i > 0 ? ", " : "") + ("{metadata: {name: k" + std::to_string(i)) + ".b.io}}";
  list(names);
  CHECK(ask() == "failed");
  CHECK_MESSAGE(requests.size() == 1, "none of them is read");
}

TEST_CASE_FIXTURE(definitions_world, "a page that names itself as the next page ends the reading") {
  list("{metadata: {name: widgets.a.io}}", "more");
  answers[root + "?next"] = answers.at(root);
  CHECK(ask() == "failed");
  CHECK(requests.size() == 2);
}

TEST_CASE_FIXTURE(definitions_world, "a page that is cut off is no end of the list") {
  answer(root, R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":)"
               R"({"resourceVersion":"1","remainingItemCount":6},"items":[]})");
  CHECK(ask() == "failed");
}

TEST_SUITE_END();
