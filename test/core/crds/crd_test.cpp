#include "core/crds/crd.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

constexpr auto header = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n";

std::string definition_text(const std::string& name, const std::string& more = {}) {
  return header + ("metadata: {name: " + name + more + "}\nspec: {group: example.com}\n");
}

core::crds::crd_source source(std::vector<core::crds::crd_file> files) {
  return {std::move(files), core::crds::crd_options{}.labels, {}, {}};
}

std::string refusal_of(const core::crds::crd_source& x) {
  const auto read = core::crds::read_definitions(x);
  return read ? "accepted" : read.error().message;
}

} // namespace

TEST_CASE("files of definitions are called *.yaml or *.yml and begin with none of the prefixes") {
  const core::crds::crd_options plain;
  for (const auto* path : {"a.yaml", "a.yml", "deep/er/a.yaml", "doc/a.yaml", "a.doc-.yaml", ".a.yaml"})
    CHECK_MESSAGE(core::crds::is_definition_file(path, plain), path);
  for (const auto* path :
       {"doc-ru-a.yaml", "doc-ru-a.yml", "deep/doc-a.yaml", "_a.yaml", "a.json", "README.md", "yaml"})
    CHECK_MESSAGE(!core::crds::is_definition_file(path, plain), path);
  CHECK(core::crds::is_definition_file("doc-a.yaml", {{"x-"}, {}}));
  CHECK_FALSE(core::crds::is_definition_file("x-a.yaml", {{"x-"}, {}}));
}

TEST_CASE("what a prefix leaves out is passed by, and any other file that is not read is named") {
  const core::crds::crd_options plain;
  for (const auto* path : {"doc-ru-a.yaml", "deep/_a.yml", "..data", "..2026_11_25"})
    CHECK_MESSAGE(core::crds::is_passed_by(path, plain), path);
  for (const auto* path : {"a.yaml", "doc", "_folder", ".hidden", "doc-a.json"})
    CHECK_MESSAGE(!core::crds::is_passed_by(path, plain), path);
  CHECK(core::crds::may_be_meant("deep/a.json"));
  CHECK_FALSE(core::crds::may_be_meant("deep/README.md"));
  CHECK_FALSE(core::crds::may_be_meant("deep/.gitkeep"));
  auto found = source({{"/m/crds/a.yaml", definition_text("a")}});
  found.passed_over = {"/m/crds/b.json"};
  const auto read = core::crds::read_definitions(found);
  REQUIRE(read);
  CHECK_EQ(read->warnings, std::vector<std::string>{"/m/crds/b.json: is not read: only *.yaml and *.yml in crds/ are"});
  CHECK_FALSE(core::crds::crd_source{.files = {}, .labels = {}, .unreadable = {}, .passed_over = {"x"}}.empty());
}

TEST_CASE("a file has several definitions, and what is only a comment is none") {
  const auto read =
    core::crds::read_definitions(source({{"/m/crds/a.yaml", "# a licence\n---\n" + definition_text("a") + "---\n"
                                                              + "# nothing\n---\n" + definition_text("b")},
                                         {"/m/crds/b.yaml", definition_text("c")}}));
  REQUIRE(read);
  REQUIRE(read->definitions.size() == 3);
  CHECK(read->definitions[1].name == "b");
  CHECK(read->definitions[1].file == "/m/crds/a.yaml");
  CHECK(read->definitions[2].name == "c");
  CHECK(read->warnings.empty());
}

TEST_CASE("definitions get the labels, and lose what only an object in a cluster has") {
  const auto read = core::crds::read_definitions(
    source({{"/a.yaml", definition_text("a", ", creationTimestamp: null, uid: x, labels: {own: '1', heritage: other}, "
                                             "annotations: {b: c}")
                          + "status: {conditions: []}\n"}}));
  REQUIRE(read);
  CHECK(read->definitions[0].object.dump()
        == R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"annotations":)"
           R"({"b":"c"},"labels":{"heritage":"addon-operator","own":"1"},"name":"a"},"spec":{"group":"example.com"}})");
}

TEST_CASE("of definitions with the same name the last one counts, with a warning") {
  const auto read =
    core::crds::read_definitions(source({{"/a.yaml", definition_text("a")}, {"/b.yaml", definition_text("a")}}));
  REQUIRE(read);
  REQUIRE(read->definitions.size() == 1);
  CHECK(read->definitions[0].file == "/b.yaml");
  REQUIRE(read->warnings.size() == 1);
  CHECK(read->warnings[0] == "/a.yaml: CustomResourceDefinition 'a' is left out: it comes again in /b.yaml");
}

TEST_CASE("everything that is wrong with the files is named at once") {
  const auto text = refusal_of(source({{"/a.yaml", "a: [\n"},
                                       {"/b.yaml", definition_text("b") + "---\nkind: ConfigMap\n"},
                                       {"/c.yaml", "[]\n"},
                                       {"/d.yaml", header + std::string("spec: {}\n")},
                                       {"/e.yaml", header + std::string("metadata: {name: e}\n")},
                                       {"/f.yaml", header + std::string("metadata: {name: ..}\n")}}));
  for (const auto* part :
       {"/a.yaml: invalid YAML: line 2",
        "/b.yaml: document 2: its kind is 'ConfigMap', but only CustomResourceDefinition",
        "/c.yaml: document 1: it is no object", "/d.yaml: document 1: it has no metadata.name",
        "/e.yaml: document 1: it has no spec", "/f.yaml: document 1: its metadata.name must not be '..'"})
    CHECK_MESSAGE(text.find(part) != std::string::npos, text, " lacks ", part);
  CHECK(refusal_of(source({{"/a.yaml", "apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\n"}}))
          .find("'apiextensions.k8s.io/v1beta1', which API servers since 1.22 do not serve")
        != std::string::npos);
  CHECK(refusal_of({{}, {}, "/m/crds: permission denied"}) == "/m/crds: permission denied");
}
