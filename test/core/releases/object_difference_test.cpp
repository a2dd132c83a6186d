#include "core/releases/object_difference.hpp"

#include "core/store/hidden_secrets.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

text::json yaml(std::string_view text) {
  auto parsed = text::parse_yaml(text);
  REQUIRE_MESSAGE(parsed.has_value(), text);
  return *parsed;
}

text::json as_it_is(const text::json& object) {
  return object;
}

text::json hidden(const text::json& object) {
  return core::store::view_of_rendered(object, {});
}

/// The differences of two objects, a line for each field.
std::string fields(std::string_view before, std::string_view after,
                   core::releases::compared_fields which = core::releases::compared_fields::all,
                   const core::releases::object_view& view = as_it_is) {
  std::string text;
  for (const auto& x : core::releases::field_differences(yaml(before), yaml(after), which, view))
    text += describe(x) + "\n";
  return text;
}

std::string in_cluster(std::string_view before, std::string_view after) {
  return fields(before, after, core::releases::compared_fields::of_second);
}

/// `+` added, `-` removed, `~` changed.
std::string objects(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  const auto parsed = [](const std::vector<std::string>& texts) {
    std::vector<text::json> all;
    for (const auto& text : texts) all.push_back(yaml(text));
    return all;
  };
  std::string text;
  for (const auto& x : core::releases::manifest_differences(parsed(before), parsed(after), "d8", as_it_is)) {
    text += x.what == core::releases::object_difference::change::added     ? "+"
            : x.what == core::releases::object_difference::change::removed ? "-"
                                                                           : "~";
    text += x.object + " ";
  }
  return text;
}

constexpr const char* a = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}";

} // namespace

TEST_CASE("fields that differ are named by their path, with both sides") {
  CHECK(fields("{spec: {replicas: 2, paused: true}}", "{spec: {replicas: 3, strategy: {type: Recreate}}}")
        == "spec.paused: true -> (none)\nspec.replicas: 2 -> 3\nspec.strategy: (none) -> {\"type\":\"Recreate\"}\n");
  CHECK(fields("{metadata: {annotations: {a.example.com/b: x}}}", "{metadata: {annotations: {a.example.com/b: z}}}")
        == "metadata.annotations[\"a.example.com/b\"]: \"x\" -> \"z\"\n");
  CHECK(fields("{a: 1}", "{a: 1.0}").empty());
  CHECK(fields("{a: 1}", "{a: '1'}") == "a: 1 -> \"1\"\n");
}

TEST_CASE("items of a list are compared by name where all have one, else by place") {
  CHECK(fields("{c: [{name: web, image: a}, {name: side, image: b}]}",
               "{c: [{name: side, image: b}, {name: web, image: c}]}")
        == "c[web].image: \"a\" -> \"c\"\n");
  CHECK(fields("{c: [{name: web}, {name: side}]}", "{c: [{name: web}]}") == "c[side]: {\"name\":\"side\"} -> (none)\n");
  CHECK(fields("{c: [1, 2]}", "{c: [1, 3]}") == "c[1]: 2 -> 3\n");
  CHECK(fields("{c: [1, 2]}", "{c: [1]}") == "c: [1,2] -> [1]\n");
  CHECK(fields("{c: [{name: a, x: 1}, {name: a, x: 2}]}", "{c: [{name: a, x: 1}, {name: a, x: 3}]}")
        == "c[1].x: 2 -> 3\n");
}

TEST_CASE("null is the same as an absent field; an empty field is not, but may be anything in the cluster") {
  CHECK(fields("{a: null}", "{}").empty());
  CHECK(fields("{}", "{a: null}").empty());
  CHECK(fields("{v: {name: x}}", "{v: {name: x, emptyDir: {}}}") == "v.emptyDir: (none) -> {}\n");
  CHECK(in_cluster("{a: {b: 1}}", "{a: {}, c: [], d: null}").empty());
}

TEST_CASE("in the cluster only fields that the chart mentions count") {
  CHECK(in_cluster("{metadata: {uid: x}, spec: {replicas: 2, policy: Always}, status: {}}", "{spec: {replicas: 2}}")
          .empty());
  CHECK(in_cluster("{c: [{name: web, image: a, policy: Always}, {name: injected}]}", "{c: [{name: web, image: a}]}")
          .empty());
  CHECK(in_cluster("{spec: {replicas: 9}}", "{spec: {replicas: 2}}") == "spec.replicas: 9 -> 2\n");
  CHECK(in_cluster("{spec: {}}", "{spec: {replicas: 2}}") == "spec.replicas: (none) -> 2\n");
  CHECK(in_cluster("{}", "{spec: {replicas: 2}}") == "spec: (none) -> {\"replicas\":2}\n");
}

TEST_CASE("of texts with several lines the first one that differs is shown") {
  CHECK(fields("{a: \"x\\ny\\nz\\n\"}", "{a: \"x\\nw\\nz\\n\"}") == "a: line 2: \"y\" -> \"w\"\n");
  CHECK(fields("{a: \"x\\n\"}", "{a: \"x\\ny\\n\"}") == "a: line 2: \"\" -> \"y\"\n");
  CHECK(fields("{a: \"x\\ny\"}", "{a: \"x\\ny\\n\"}") == "a: \"x\\ny\" -> \"x\\ny\\n\"\n");
}

TEST_CASE("a secret that has changed is a difference, and is not shown") {
  const auto* before = "{kind: Secret, metadata: {name: s}, data: {k: YQ==, l: YQ==}}";
  CHECK(fields(before, "{kind: Secret, metadata: {name: s}, data: {k: Yg==, l: YQ==}}",
               core::releases::compared_fields::all, hidden)
        == "data.k: \"<redacted>\" (differs)\n");
}

TEST_CASE("stringData of a Secret is its data") {
  CHECK(in_cluster("{kind: Secret, data: {k: YQ==}}", "{kind: Secret, stringData: {k: a}}").empty());
  CHECK(in_cluster("{kind: Secret, data: {k: YQ==}}", "{kind: Secret, stringData: {k: b}}")
        == "data.k: \"YQ==\" -> \"Yg==\"\n");
  CHECK(in_cluster("{kind: Other, data: {k: YQ==}}", "{kind: Other, stringData: {k: a}}")
        == "stringData: (none) -> {\"k\":\"a\"}\n");
}

TEST_CASE("objects are the same by group, kind, namespace and name") {
  CHECK(objects({a}, {a}).empty());
  CHECK(objects({}, {a}) == "+ConfigMap/a ");
  CHECK(objects({a}, {}) == "-ConfigMap/a ");
  CHECK(objects({a}, {"{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: other}}"})
        == "+other/ConfigMap/a -ConfigMap/a ");
  // The same namespace, named in one manifest only.
  CHECK(objects({a}, {"{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: d8}, data: {k: v}}"})
        == "~d8/ConfigMap/a ");
  CHECK(objects({"{apiVersion: policy/v1beta1, kind: P, metadata: {name: a}}"},
                {"{apiVersion: policy/v1, kind: P, metadata: {name: a}}"})
        == "~P/a ");
  CHECK(
    objects({"{apiVersion: a/v1, kind: P, metadata: {name: a}}"}, {"{apiVersion: b/v1, kind: P, metadata: {name: a}}"})
    == "+P/a -P/a ");
}

TEST_CASE("items of lists are compared one by one") {
  CHECK(objects({a}, {"{apiVersion: v1, kind: List, items: [" + std::string(a) + "]}"}).empty());
}
