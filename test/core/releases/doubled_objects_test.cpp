#include "core/releases/doubled_objects.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

namespace {

std::string document(const std::string& file, const std::string& value, const std::string& name = "db") {
  return "---\n# Source: web/templates/" + file + "\napiVersion: v1\nkind: Secret\nmetadata:\n  name: " + name
         + "\nstringData:\n  pw: " + value + "\n";
}

/// `NAME FIRST LAST`, with `!` if the last replaces the former document.
std::string doubled(const std::string& now, const std::string& before) {
  std::string text;
  for (const auto& x : doubled_objects(now, before, "apps"))
    text += x.object.name + " " + x.first + " " + x.last + (x.is_replaced ? "!" : "") + ";";
  return text;
}

} // namespace

TEST_CASE("a second document of an object is found, and replaces the former if its content is another") {
  const auto former = document("a.yaml", "new");
  const auto both = former + document("z.yaml~", "old");
  CHECK(doubled(both, former) == "db web/templates/a.yaml web/templates/z.yaml~!;");
  CHECK_MESSAGE(doubled(both, document("a.yaml", "old")) == "db web/templates/a.yaml web/templates/z.yaml~;",
                "the content is as before");
  CHECK_MESSAGE(doubled(both, both) == "db web/templates/a.yaml web/templates/z.yaml~;", "both were there before");
  CHECK_MESSAGE(doubled(both, "") == "db web/templates/a.yaml web/templates/z.yaml~;", "the object is new");
}

TEST_CASE("objects with a document each are not doubled") {
  CHECK(doubled(document("a.yaml", "new") + document("b.yaml", "new", "other"), "").empty());
  CHECK(doubled(document("a.yaml", "new") + "---\nkind: List\n---\n}\n", "").empty());
  const auto hook =
    "---\napiVersion: v1\nkind: Secret\nmetadata: {name: db, annotations: {helm.sh/hook: pre-install}}\n";
  CHECK(doubled(document("a.yaml", "new") + hook, "").empty());
  const auto elsewhere = "---\napiVersion: v1\nkind: Secret\nmetadata: {name: db, namespace: other}\n";
  CHECK(doubled(document("a.yaml", "new") + elsewhere, "").empty());
  const auto of_group = "---\napiVersion: x.io/v1\nkind: Secret\nmetadata: {name: db}\n";
  CHECK(doubled(document("a.yaml", "new") + of_group, "").empty());
}

TEST_CASE("a document in another version of its kind is of the same object") {
  CHECK(doubled("apiVersion: apps/v1\nkind: Set\nmetadata: {name: a}\n---\napiVersion: apps/v2\nkind: Set\n"
                "metadata: {name: a}\n",
                "")
        == "a  ;");
}

TEST_CASE("lines of dashes in texts do not end a document") {
  const auto map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: |\n    ---\n    kind: Secret\n";
  CHECK(doubled(std::string(map) + "---  \n" + map, map) == "a  ;");
}

TEST_CASE("the first few doubled objects are named") {
  const doubled_object x{{"v1", "Secret", "apps", "db"}, "web/templates/a.yaml", "web/templates/b.yaml"};
  CHECK(words_of_doubled({x}) == "apps/Secret/db (in web/templates/a.yaml and web/templates/b.yaml)");
  CHECK(words_of_doubled({x, x, x, x}).ends_with(" and 1 more"));
  CHECK(words_of_doubled({}).empty());
}
