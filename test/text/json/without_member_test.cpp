#include "text/json/without_member.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string without(const char* document, text::json_pointer place) {
  return text::without_member(text::parse_json(document).value(), place).dump();
}

} // namespace

TEST_CASE("a member goes, and so do the objects around it that become empty") {
  CHECK_EQ(without(R"({"a":1,"b":2})", {{"a"}}), R"({"b":2})");
  CHECK_EQ(without(R"({"a":{"b":{"c":1}},"d":2})", {{"a", "b", "c"}}), R"({"d":2})");
  CHECK_EQ(without(R"({"a":{"b":{"c":1},"e":3}})", {{"a", "b", "c"}}), R"({"a":{"e":3}})");
  CHECK_EQ(without(R"({"a":1})", {{"a"}}), "{}");
}

TEST_CASE("a member that is not there takes nothing along") {
  CHECK_EQ(without(R"({"a":{}})", {{"a", "b"}}), R"({"a":{}})");
  CHECK_EQ(without(R"({"a":[1]})", {{"a", "0"}}), R"({"a":[1]})");
  CHECK_EQ(without(R"({"a":1})", {{"a", "b"}}), R"({"a":1})");
  CHECK_EQ(without(R"({"a":1})", {{}}), R"({"a":1})");
  CHECK_EQ(without("7", {{"a"}}), "7");
}
