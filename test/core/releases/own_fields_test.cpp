#include "core/releases/own_fields.hpp"

#include <doctest/doctest.h>

#include <string>

using core::releases::own_fields;

namespace {

std::string entry(const std::string& manager, const std::string& fields, const std::string& time = "10") {
  return R"({"manager":")" + manager + R"(","operation":"Update","apiVersion":"v1","time":"2026-11-26T03:00:)" + time
         + R"(Z","fieldsType":"FieldsV1","fieldsV1":)" + fields + "}";
}

std::string list(const std::string& entries) {
  return "\"managedFields\":[" + entries + "]";
}

const std::string whole_set = R"({"f:data":{"f:a":{},"f:b":{}}})";
const std::string short_set = R"({"f:data":{"f:a":{}}})";

} // namespace

TEST_SUITE("core/own_fields") {
  TEST_CASE("a field that leaves Helm's entry changes the text, and a time does not") {
    const auto before = own_fields(list(entry("helm", whole_set)));
    CHECK_EQ(before.size(), 8);
    CHECK_NE(own_fields(list(entry("helm", short_set))), before);
    CHECK_EQ(own_fields(list(entry("helm", whole_set, "59"))), before);
  }

  TEST_CASE("entries of other clients have no part in it") {
    const auto alone = own_fields(list(entry("helm", whole_set)));
    CHECK_EQ(own_fields(list(entry("kubectl-edit", short_set) + "," + entry("helm", whole_set))), alone);
    CHECK_EQ(own_fields(list(entry("helm", whole_set) + "," + entry("kube-controller-manager", short_set))), alone);
    CHECK_NE(own_fields(list(entry("helm", whole_set) + "," + entry("addon-operator", short_set))), alone);
  }

  TEST_CASE("braces and quotes in the key of a list do not end the entry") {
    const auto keyed = [](const std::string& more) {
      return list(entry("helm", R"({"f:spec":{"k:{\"name\":\"a}\"}":{".":{}},)" + more + "}}"));
    };
    CHECK_NE(own_fields(keyed(R"("f:x":{})")), own_fields(keyed(R"("f:y":{})")));
  }

  TEST_CASE("an object without own fields, and a text that is cut short, have no text") {
    CHECK(own_fields("").empty());
    CHECK(own_fields(list(entry("kubectl", whole_set))).empty());
    CHECK(own_fields(R"("managedFields":[{"manager":"helm","fieldsV1":{"f:data":{)").empty());
    CHECK(own_fields(R"("managedFields":[{"manager":"helm)").empty());
  }
}
