#include "core/webhooks/conversion_answer.hpp"

#include <doctest/doctest.h>

namespace {

core::webhooks::conversion_object object(const std::string& name, const std::string& version = "x.io/v2") {
  return {version, "Tab", "n", name, "uid-" + name, {}};
}

std::string why_not(const std::string& text) {
  const auto answer = core::webhooks::parse_conversion_answer(text);
  return answer ? "" : answer.error().message;
}

} // namespace

TEST_CASE("an answer has objects as the hook has written them, or its refusal") {
  const std::string one = R"({"apiVersion":"x.io/v2", "kind":"Tab","metadata":{"name":"a"},"n": 1.0})";
  const auto answer = core::webhooks::parse_conversion_answer(R"({"convertedObjects":[)" + one + R"(],"more":1})");
  REQUIRE(answer);
  CHECK(answer->failure.empty());
  REQUIRE(answer->objects.size() == 1);
  CHECK(*answer->objects[0].text == one);
  CHECK(core::webhooks::parse_conversion_answer(R"({"failedMessage":"no"})")->failure == "no");
  CHECK(core::webhooks::parse_conversion_answer(R"({"failedMessage":"no","convertedObjects":[1]})")->failure == "no");
  CHECK(core::webhooks::parse_conversion_answer(R"({"failedMessage":"","convertedObjects":[]})")->objects.empty());
}

TEST_CASE("a wrong answer is refused with the member") {
  CHECK(why_not(" \n").starts_with("there is no answer: write "));
  CHECK(why_not("{") != "");
  CHECK(why_not("[]").starts_with("expected an object with convertedObjects or failedMessage: "));
  CHECK(why_not(R"({"convertedObjects":[{"apiVersion":"x.io/v2","kind":"Tab","n":01}]})")
          .starts_with("convertedObjects[0]: "));
  CHECK(why_not(R"({"convertedObjects":[]} x)").starts_with("expected an object with convertedObjects"));
  CHECK(why_not("{}") == "convertedObjects is missing");
  CHECK(why_not(R"({"failedMessage":1})") == "failedMessage: expected a string");
  CHECK(why_not(R"({"convertedObjects":null})") == "convertedObjects: expected a list of objects");
  CHECK(why_not(R"({"convertedObjects":[{"kind":"Tab"}]})") == "convertedObjects[0]: apiVersion is missing");
  CHECK(why_not(R"({"convertedObjects":[7]})").starts_with("convertedObjects[0]: "));
}

TEST_CASE("converted objects are the same objects in the same order, in the version of the step") {
  using core::webhooks::check_converted;
  const std::vector before{object("a", "x.io/v1"), object("b", "x.io/v1")};
  CHECK(check_converted(before, {object("a"), object("b")}, "x.io/v2"));
  const auto why = [&](const std::vector<core::webhooks::conversion_object>& after) {
    const auto checked = check_converted(before, after, "x.io/v2");
    return checked ? std::string() : checked.error().message;
  };
  CHECK(why({object("a")}) == "convertedObjects: expected 2 objects, got 1");
  CHECK(why({object("a"), object("b"), object("c")}) == "convertedObjects: expected 2 objects, got 3");
  CHECK(why({object("b"), object("a")}) == "convertedObjects[0] (Tab n/a): metadata.name: expected 'a', got 'b'");
  CHECK(why({object("a"), object("b", "x.io/v1")})
        == "convertedObjects[1] (Tab n/b): apiVersion: expected 'x.io/v2', got 'x.io/v1'");
  auto other = object("a");
  other.uid = "";
  CHECK(why({other, object("b")}) == "convertedObjects[0] (Tab n/a): metadata.uid: expected 'uid-a', got ''");
  other = object("a");
  other.kind = "Tabs";
  CHECK(why({other, object("b")}) == "convertedObjects[0] (Tab n/a): kind: expected 'Tab', got 'Tabs'");
  other = object("a");
  other.namespace_name = "m";
  CHECK(why({other, object("b")}) == "convertedObjects[0] (Tab n/a): metadata.namespace: expected 'n', got 'm'");
}
