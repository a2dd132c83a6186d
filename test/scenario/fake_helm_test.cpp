#include "core/releases/unpacked_record.hpp"
#include "support/manifest_reader.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

namespace {

using test::operator_fixture;

std::string objects_of(const std::string& manifest) {
  const auto objects = test::read_manifest(manifest);
  if (!objects) return objects.error().message;
  std::string text;
  for (const auto& object : *objects) text += object.dump() + "\n";
  return text;
}

} // namespace

TEST_CASE("the manifest reader of tests reads lists in brackets") {
  CHECK_EQ(objects_of("apiVersion: v1\nkind: A\nmetadata: {name: a}\nx: [1, {a: [b]}, \"c\", [ ]]\n"),
           R"({"apiVersion":"v1","kind":"A","metadata":{"name":"a"},"x":[1,{"a":["b"]},"c",[]]})"
           "\n");
  CHECK_EQ(objects_of("a: [b\n"), "line 1: a bracket is not closed");
}

TEST_CASE("the manifest reader of tests reads maps by indentation and in braces, and several documents") {
  CHECK_EQ(objects_of("---\n# Source: a.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n"
                      "    app: 'x y'\ndata: {n: 1, yes: true, text: \"a: b\", empty: }\n---\n---\n"
                      "apiVersion: v1\nkind: Secret\nmetadata: {name: b}\n"),
           R"({"apiVersion":"v1","data":{"empty":null,"n":1,"text":"a: b","yes":true},"kind":"ConfigMap",)"
           R"("metadata":{"labels":{"app":"x y"},"name":"a"}})"
           "\n"
           R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"b"}})"
           "\n");
}

TEST_CASE("the manifest reader of tests refuses what is no manifest, and names the line") {
  CHECK_EQ(objects_of("apiVersion: v1\nkind\n"), "line 2: could not find expected ':'");
  CHECK_EQ(objects_of("apiVersion: v1\n  kind: Secret\n"), "line 2: unexpected indentation");
  CHECK_EQ(objects_of("data:\n    a: b\n  c: d\n"), "line 3: unexpected indentation");
  CHECK_EQ(objects_of("metadata: {name: a\n"), "line 1: a brace is not closed");
  CHECK_EQ(objects_of("a: \"b\n"), "line 1: a quote is not closed");
  CHECK_EQ(objects_of("a: *b\n"), "line 1: this reader does not know '*b'");
  CHECK_EQ(objects_of("\ta: b\n"), "line 1: a tab as indentation");
  CHECK_EQ(objects_of("kind: ConfigMap\n"), "line 1: apiVersion, kind or metadata.name is not set");
}

TEST_CASE_FIXTURE(operator_fixture, "the fake helm fails for a manifest that cannot be read, and releases nothing") {
  module("web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web\n");
  start();
  CHECK_EQ(helm().revision("web"), 0);
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(log().find("a brace is not closed"), std::string::npos);
}

TEST_CASE("what a Secret of Helm's holds is read back as it was written") {
  const test::release_secret written{"web", 3, "failed", "kind: A\n", {{"inputsChecksum", "x"}}, "space"};
  const auto read = test::read_secret(test::secret_of(written));
  CHECK_EQ(read.name, "web");
  CHECK_EQ(read.revision, 3);
  CHECK_EQ(read.status, "failed");
  CHECK_EQ(read.manifest, "kind: A\n");
  CHECK_EQ(read.labels, written.labels);
  CHECK_EQ(read.namespace_name, "space");
}
