#include "simulation/tree_differences.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("simulation/tree_differences");

namespace {

std::string differences(const char* expected, const char* found) {
  std::string all;
  for (const auto& x :
       simulation::tree_differences(text::parse_yaml(expected).value(), text::parse_yaml(found).value()))
    all += (all.empty() ? "" : "; ") + x;
  return all;
}

} // namespace

TEST_CASE("a mapping may have more than is expected, a list may not") {
  CHECK_EQ(differences("{a: 1}", "{a: 1, b: 2}"), "");
  CHECK_EQ(differences("{a: [{x: 1}]}", "{a: [{x: 1, y: 2}]}"), "");
  CHECK_EQ(differences("{a: [1]}", "{a: [1, 2]}"), "a: expected [1], found [1,2]");
}

TEST_CASE("each difference is named with its place") {
  CHECK_EQ(differences("{spec: {replicas: 2, names: [a, b]}}", "{spec: {replicas: 1, names: [a, c]}}"),
           "spec.names[1]: expected \"b\", found \"c\"; spec.replicas: expected 2, found 1");
  CHECK_EQ(differences("{a: {b: 1}}", "{}"), "a: expected {\"b\":1}, found nothing");
}

TEST_CASE("null is what is absent") {
  CHECK_EQ(differences("{a: null}", "{}"), "");
  CHECK_EQ(differences("{a: null}", "{a: 1}"), "a: expected nothing, found 1");
}

TEST_CASE("$contains and $not") {
  CHECK_EQ(differences("{a: {$contains: ell}}", "{a: hello}"), "");
  CHECK_EQ(differences("{a: {$contains: {name: b}}}", "{a: [{name: a}, {name: b, x: 1}]}"), "");
  CHECK_EQ(differences("{a: {$contains: x}}", "{a: hello}"),
           "a: expected something that contains \"x\", found \"hello\"");
  CHECK_EQ(differences("{a: {$not: 2}}", "{a: 1}"), "");
  CHECK_EQ(differences("{a: {$not: 2}}", "{a: 2}"), "a: expected anything but 2, found 2");
}

TEST_SUITE_END();
