#include "core/hooks/metrics.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace core::hooks;
using action = metric_operation::action;

TEST_CASE("a stream of operations is read in order") {
  auto parsed = parse_hook_metrics(R"({"name":"a","action":"add","value":1,"labels":{"l":"x","k":"y"}}
    {"name":"b","set":2.5}{"name":"c","add":3,"group":"g"}
    {"name":"d","action":"observe","value":0.2,"buckets":[0.1,1]}
    {"group":"g","action":"expire"})");
  REQUIRE(parsed);
  REQUIRE(parsed->size() == 5);
  const auto& list = *parsed;
  CHECK((list[0].what == action::add && list[0].value == 1.0));
  CHECK(list[0].labels == std::vector<std::pair<std::string, std::string>>{{"k", "y"}, {"l", "x"}});
  CHECK((list[1].what == action::set && list[1].value == 2.5 && list[1].group.empty()));
  CHECK((list[2].what == action::add && list[2].group == "g"));
  CHECK((list[3].what == action::observe && list[3].buckets == std::vector<double>{0.1, 1}));
  CHECK((list[4].what == action::expire && list[4].name.empty()));
}

TEST_CASE("a name may have the place of the operator's prefix in it") {
  auto parsed = parse_hook_metrics(R"({"name":"{PREFIX}pods","set":1})");
  REQUIRE(parsed);
  CHECK((*parsed)[0].name == "{PREFIX}pods");
}

TEST_CASE("members that are null are not there") {
  auto parsed = parse_hook_metrics(R"({"name":"a","set":1,"labels":null,"group":null,"action":null,"buckets":null})");
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  const auto first = (*parsed)[0];
  CHECK((first.what == action::set && first.group.empty() && first.labels.empty()));
}

TEST_CASE("null in labels is the empty text, and in buckets 0") {
  auto parsed = parse_hook_metrics(
    R"({"name":"a","action":"observe","value":1,"buckets":[null,2],"labels":{"k":null,"l":"x"},"group":null})");
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  const auto first = (*parsed)[0];
  CHECK(first.labels == std::vector<std::pair<std::string, std::string>>{{"k", ""}, {"l", "x"}});
  CHECK(first.buckets == std::vector<double>{0, 2});
}

TEST_CASE("names are UTF-8") {
  for (const char* text :
       {R"({"name":"http.requests/total-2","set":1})", R"({"name":"1","set":1})", R"({"name":"größe","set":1})",
        R"({"name":"a","set":1,"labels":{"app.kubernetes.io/name":"web"}})",
        R"({"name":"a","set":1,"labels":{"1":"z"}})"}) {
    const auto parsed = parse_hook_metrics(text);
    CHECK_MESSAGE(parsed, text);
  }
}

TEST_CASE("a short form may come with the action that it means") {
  for (const char* text : {R"({"name":"a","set":1,"action":"set"})", R"({"name":"a","add":1,"action":"add"})"})
    CHECK_MESSAGE(parse_hook_metrics(text), text);
}

TEST_CASE("an empty file has no operations") {
  auto parsed = parse_hook_metrics("\n");
  REQUIRE(parsed);
  CHECK(parsed->empty());
}

TEST_CASE("what is no operation is refused with its place") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {R"({"action":"set","value":1})", "document 1.name: is required"},
    {R"({"name":"a"})", "document 1.action: exactly one of action, add and set is required"},
    {R"({"name":"a","set":1,"add":1})", "exactly one of action, add and set is required"},
    {R"({"name":"a","set":1,"action":"add"})", "document 1.action: 'add' contradicts the member 'set'"},
    {R"({"name":"a","set":null})", "exactly one of action, add and set is required"},
    {R"({"name":"a","set":1,"labels":{"__x":"z"}})", "the label '__x' is reserved"},
    {R"({"name":"a","action":"observe","value":1,"buckets":[1],"labels":{"le":"z"}})", "the label 'le' is reserved"},
    {R"({"name":"a","action":"drop"})", "expected add, set, observe or expire"},
    {R"({"name":"a","action":"set"})", "document 1.value: is required"},
    {R"({"name":"a","action":"set","value":"1"})", "document 1.value: expected a number, got a string"},
    {R"({"name":"a","add":-1})", "document 1.add: a counter cannot go down"},
    {R"({"name":"a","action":"observe","value":1})", "document 1.buckets: are required"},
    {R"({"name":"a","action":"observe","value":1,"buckets":[2,1]})", "expected rising numbers"},
    {R"({"name":"a","action":"observe","value":1,"buckets":["x"]})", "expected a list of numbers"},
    {R"({"name":"a","action":"observe","value":1,"buckets":[1],"group":"g"})", "cannot be in a group"},
    {R"({"name":"a","action":"expire"})", "document 1.group: is required"},
    {R"({"name":"a","set":1,"labels":{"x:y":"z"}})", "document 1.labels.x:y: 'x:y' is no label name"},
    {R"({"name":"a","set":1,"labels":{"":"z"}})", "'' is no label name"},
    {R"({"name":"a","set":1,"labels":{"x":1}})", "document 1.labels.x: expected a string, got a number"},
    {R"({"name":"a","set":1} [1])", "document 2: expected an object, got a list"},
    {R"({"name":)", "line 1"},
  };
  for (const auto& [text, part] : cases) {
    CAPTURE(text);
    auto parsed = parse_hook_metrics(text);
    REQUIRE_FALSE(parsed);
    CHECK_MESSAGE(parsed.error().message.find(part) != std::string::npos, parsed.error().message);
  }
}

TEST_CASE("all faults are said at once") {
  auto parsed = parse_hook_metrics(R"({"set":1}{"name":"a","add":-1})");
  REQUIRE_FALSE(parsed);
  CHECK(parsed.error().message == "document 1.name: is required; document 2.add: a counter cannot go down");
}
