#include "core/hooks/enabled_answer.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::hooks;

TEST_CASE("an enabled script answers true or false; a reason counts only for false") {
  auto yes = parse_enabled_result("true\n", "because");
  REQUIRE(yes);
  CHECK(yes->enabled);
  CHECK(yes->reason.empty());
  auto no = parse_enabled_result("  false", " not on this cloud\n");
  REQUIRE(no);
  CHECK_FALSE(no->enabled);
  CHECK(no->reason == "not on this cloud");
  for (const char* text : {"", "yes", "TRUE", "true false", "1"}) {
    auto bad = parse_enabled_result(text, "");
    REQUIRE_FALSE(bad);
    CHECK(bad.error().message.find("bad enabled result: expected 'true' or 'false', got '" + std::string(text)) == 0);
  }
}

TEST_CASE("a secret in an answer of an enabled script is not shown") {
  const auto no = parse_enabled_result("false", "the password is a1b2c3d4, which is old");
  REQUIRE(no);
  CHECK_EQ(no->reason.find("a1b2c3d4"), std::string::npos);
  const auto bad = parse_enabled_result(R"({"password":"a1b2c3d4"})", "");
  REQUIRE_FALSE(bad);
  CHECK_EQ(bad.error().message.find("a1b2c3d4"), std::string::npos);
}
