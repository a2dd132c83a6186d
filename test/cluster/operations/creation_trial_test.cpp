#include "cluster/operations/creation_trial.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace cluster::operations;

namespace {

std::string created(const std::string& kind, const std::string& namespace_name, const std::string& name) {
  return R"({"operation":"Create","object":{"apiVersion":"v1","kind":")" + kind + R"(","metadata":{"namespace":")"
         + namespace_name + R"(","name":")" + name + R"("}}})" + "\n";
}

std::string deleted(const std::string& name) {
  return R"({"operation":"Delete","kind":"ConfigMap","namespace":"default","name":")" + name + "\"}\n";
}

bool finds(const std::string& text, std::size_t index) {
  const auto operations = core::hooks::parse_object_patch(text);
  REQUIRE(operations.has_value());
  return later_creations(*operations, "default").find(index) != nullptr;
}

} // namespace

TEST_CASE("the creation behind a deletion is found by kind, namespace and name") {
  CHECK(finds(deleted("a") + created("ConfigMap", "default", "a"), 0));
  CHECK(finds(deleted("a") + created("ConfigMap", "default", "b") + created("ConfigMap", "default", "a"), 0));
  CHECK_FALSE(finds(deleted("a") + created("ConfigMap", "default", "b"), 0));
  CHECK_FALSE(finds(deleted("a") + created("Secret", "default", "a"), 0));
  CHECK_FALSE(finds(deleted("a") + created("ConfigMap", "other", "a"), 0));
  CHECK_FALSE(finds(created("ConfigMap", "default", "a") + deleted("a"), 1));
  CHECK_FALSE(finds(created("ConfigMap", "default", "a") + deleted("a"), 0));
}
