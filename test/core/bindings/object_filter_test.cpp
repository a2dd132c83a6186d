#include "core/bindings/object_filter.hpp"

#include "support/scripted_limit.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace base;
using namespace core::bindings;

namespace {

const char* const pod = R"({"metadata":{"name":"web","labels":{"b":"2","a":"1"}},"spec":{"n":[1,2.5]}})";

} // namespace

TEST_CASE("a filter's result is compact JSON with sorted keys: null for none, a list for several") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {".metadata.labels", R"({"a":"1","b":"2"})"},
    {".metadata.name", R"("web")"},
    {"{z: .spec.n[1], a: 1}", R"({"a":1,"z":2.5})"},
    {".spec.n[]", "[1,2.5]"},
    {"empty", "null"},
    {".absent", "null"},
    {".spec.n[] | select(. > 2)", "2.5"},
  };
  for (const auto& [program, expected] : cases) {
    CAPTURE(program);
    auto filter = object_filter::compile(program);
    REQUIRE(filter);
    auto filtered = filter->apply(pod);
    REQUIRE(filtered);
    CHECK(*filtered == expected);
  }
}

TEST_CASE("filters may be in the words of jq 1.7 and 1.8") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"if .spec then 1 end", "1"},
    {"if .absent then 1 end | .metadata.name", R"("web")"},
    {"if .absent then 1 elif .spec then 2 end", "2"},
    {R"(.metadata.["name"])", R"("web")"},
    {".spec.n.[0]", "1"},
    {R"(.["spec"].["n"][1])", "2.5"},
    {"pick(.metadata.name)", R"({"metadata":{"name":"web"}})"},
    {"pick(.spec.n[1])", R"({"spec":{"n":[null,2.5]}})"},
    {R"("  a b " | trim, ltrim, rtrim)", R"(["a b","a b ","  a b"])"},
    {"[-1, 2, -0.5] | map(abs)", "[1,2,0.5]"},
    {"add(.spec.n[])", "3.5"},
    {"add(empty)", "null"},
    {R"j("prefix-web" | ltrimstr("prefix-"))j", R"("web")"},
    {R"j("web.suffix" | rtrimstr(".suffix"))j", R"("web")"},
    {R"j("xwebx" | trimstr("x"))j", R"("web")"},
    {".metadata.labels | have_literal_numbers", "true"},
    {"[.spec.n | limit(1; .[])]", "[1]"},
    {".spec.n | getpath([5])", "null"},
    {"[limit(2; 1, 2, 3)], [skip(1; 1, 2, 3)]", "[[1,2],[2,3]]"},
    {R"j("1,2" | splits(","))j", R"(["1","2"])"},
    {R"j("a-1" | test("^[a-z]-\\d$"))j", "true"},
    {R"j("aXbX" | gsub("X"; "-"))j", R"("a-b-")"},
    {R"({"a": 1} | to_entries | from_entries)", R"({"a":1})"},
    {"[.spec.n[] as [$a] ?// $a | $a]", "[1,2.5]"},
    {"$nosuch", "does not compile"},
    {R"j(@base64 "\(.metadata.name)" | @base64d)j", R"("web")"},
    {R"("%41" | @urid)", R"("A")"},
    {"{metadata, $__loc__} | keys", R"(["__loc__","metadata"])"},
    {"{if: 1, then: .spec.n[0]}", R"({"if":1,"then":1})"},
    {"{a: 1 + 1}", R"({"a":2})"},
    {R"j(nosuch("a"))j", "does not compile"},
    {"1700000000 | todate", R"("2023-11-14T22:13:20Z")"},
    {R"("2023-11-14T22:13:20Z" | fromdate)", "1700000000"},
    {"[splits(1)]?", "null"},
  };
  for (const auto& [program, expected] : cases) {
    CAPTURE(program);
    const auto filter = object_filter::compile(program);
    if (!filter) {
      CHECK_MESSAGE(std::string_view(expected) == "does not compile", filter.error().message);
      continue;
    }
    const auto filtered = filter->apply(pod);
    REQUIRE_MESSAGE(filtered, filtered.error().message);
    CHECK(*filtered == expected);
  }
}

TEST_CASE("integers that a filter only passes on keep all their digits") {
  for (const char* number : {"9007199254740993", "-9007199254740993", "18446744073709551615",
                             "123456789012345678901234567890", "0.1", "0"}) {
    CAPTURE(number);
    for (const char* program : {".n", "{n: .n} | .n", "[.n] | .[0]", "del(.x).n", ".n as $n | [1, $n] | last"}) {
      CAPTURE(program);
      const auto filter = object_filter::compile(program);
      REQUIRE(filter);
      CHECK(filter->apply(std::string(R"({"x":1,"n":)") + number + "}") == std::string(number));
    }
  }
}

TEST_CASE("numbers that differ in their last digits differ for a filter") {
  const auto filter = object_filter::compile(".a == .b");
  REQUIRE(filter);
  CHECK(filter->apply(R"({"a":9007199254740993,"b":9007199254740992})") == std::string("false"));
  CHECK(filter->apply(R"({"a":1,"b":1.0})") == std::string("true"));
}

TEST_CASE("filters give keys in their order and numbers as gojq writes them") {
  const std::string object = R"({"z":{"d":2,"c":1.0},"a":[1e3,1.50],"n":null})";
  const std::vector<std::pair<const char*, const char*>> cases{
    {"tojson", R"("{\"a\":[1000,1.5],\"n\":null,\"z\":{\"c\":1,\"d\":2}}")"},
    {"[.[] | type]", R"(["array","null","object"])"},
    {"[.z[]]", "[1,2]"},
    {"[to_entries[].key]", R"(["a","n","z"])"},
    {"keys_unsorted", R"(["a","n","z"])"},
    {"[paths | join(\"/\")]", R"(["a","a/0","a/1","n","z","z/c","z/d"])"},
    {"@json", R"("{\"a\":[1000,1.5],\"n\":null,\"z\":{\"c\":1,\"d\":2}}")"},
    {"@text \"\\(.z)\"", R"("{\"c\":1,\"d\":2}")"},
    {"\"\\(.z)\"", R"("{\"c\":1,\"d\":2}")"},
    {".z | tostring", R"("{\"c\":1,\"d\":2}")"},
    {"{b: 2, a: 1} | [.[]] | tojson", R"("[1,2]")"},
    {"first(.z[])", "1"},
    {"try (.[] | error) catch type", R"("array")"},
    {"1.0 | tostring", R"("1")"},
    {"1e3 | tojson", R"("1000")"},
    {"1e17, 1e-7, 1e21, 0.000001, 1.50, 123456789012345678901",
     "[100000000000000000,1e-7,1e+21,0.000001,1.5,123456789012345678901]"},
    {"[\"abc\" | splits(\"\")]", R"(["a","b","c"])"},
    {"[\"a,b,\" | splits(\",\")]", R"(["a","b",""])"},
    {"[\"ab\" | gsub(\"(?<x>.)\"; .x, \"-\")]", R"(["ab","-b","a-","--"])"},
  };
  for (const auto& [program, expected] : cases) {
    CAPTURE(program);
    const auto filter = object_filter::compile(program);
    REQUIRE(filter);
    CHECK(filter->apply(object) == std::string(expected));
  }
}

TEST_CASE("filters calculate with integers, match and read dates as gojq does") {
  const std::vector<std::pair<const char*, const char*>> cases{
    {"9007199254740993 + 0, 9007199254740991 + 1, -9007199254740993 - 5, 3000000001 * 3000000001",
     "[9007199254740993,9007199254740992,-9007199254740998,9000000006000000001]"},
    {"12345678901234567890123 / 3, 9007199254740993 % 10, 1 / 3", "[4115226300411522630041,3,0.3333333333333333]"},
    {"1e18 + 1", "1000000000000000000"},
    {".n + 1", "9007199254740994"},
    {"\"aab\" | gsub(\"a*\"; \"x\")", R"("xbx")"},
    {"\"\u0663\" | test(\"\\\\d\")", "false"},
    {"\"abc\" | .[1], .[-1], .[3]", R"(["b","c",null])"},
    {"\"10:30\" | strptime(\"%H:%M\") | mktime", "-2208951000"},
    {"\"2024-05-06T07:08:09+02:00\" | fromdate", "1714972089"},
    {"0 | strftime(\"%Z\")", R"("UTC")"},
    {"\"0001-01-01T00:00:00Z\" | fromdate | todate", R"("0001-01-01T00:00:00Z")"},
    {"1700000000.5 | gmtime | mktime", "1700000000.5"},
    {"env, $ENV", "[{},{}]"},
    {"0 * -1, 0 / -1", "[0,0]"},
    {"[1,2,3,4] | .[1.2:2.9], .[-1.5:]", "[[2],[4]]"},
    {"reduce (1,2,3) as $x (0; if $x == 2 then empty else . + $x end)", "4"},
    {"[foreach (1,2,3) as $x (0; . + ($x | select(. != 2)))]", "[1,4]"},
    {"\"a\\n\" | test(\"a$\"), test(\"(?m)a$\"), test(\"a[$]\"), test(\"\\\\x61\")", "[false,true,false,true]"},
    {"\"aü\\u000b\" | [match(\"\\\\S+\").string], [match(\"(?P<n>\\\\pL+)\").string], test(\"Ü\"; \"i\")",
     R"([["aü\u000b"],["aü"],true])"},
    {"try (\"nan\" | tonumber) catch 1, try (\"nan\" | fromjson) catch 2, try (null | reverse) catch 3", "[1,2,3]"},
  };
  for (const auto& [program, expected] : cases) {
    CAPTURE(program);
    const auto filter = object_filter::compile(program);
    REQUIRE(filter);
    CHECK(filter->apply(R"({"n":9007199254740993})") == std::string(expected));
  }
}

TEST_CASE("an index that needs more memory than a filter may use is an error before it is used") {
  const auto filter = object_filter::compile(".[100000000] = 1");
  REQUIRE(filter);
  const auto failed = filter->apply("[]");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("Array index too large") != std::string::npos);
}

TEST_CASE("integers with so many digits that a product takes long are an error before it is calculated") {
  const std::string digits(15'000, '7');
  for (const char* sign : {"*", "/", "%"}) {
    CAPTURE(sign);
    const auto filter = object_filter::compile(std::string("(.a | tonumber) ") + sign + " (.a | tonumber)");
    REQUIRE(filter);
    const auto failed = filter->apply(R"({"a":")" + digits + R"("})");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.find("Numbers have too many digits") != std::string::npos);
  }
  const auto sum = object_filter::compile("(.a | tonumber) - (.a | tonumber)");
  REQUIRE(sum);
  CHECK(sum->apply(R"({"a":")" + digits + R"("})") == std::string("0"));
}

TEST_CASE("a filter that raises null has failed") {
  for (const char* program : {"error(null)", "null | error", "1, error(null)"}) {
    CAPTURE(program);
    const auto filter = object_filter::compile(program);
    REQUIRE(filter);
    const auto failed = filter->apply("{}");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.find("failed: null (null)") != std::string::npos);
  }
  const auto caught = object_filter::compile("try error(null) catch .");
  REQUIRE(caught);
  CHECK(caught->apply("{}") == std::string("null"));
}

TEST_CASE("a filter that does not compile is refused with jq's text") {
  auto filter = object_filter::compile(".metadata |");
  REQUIRE_FALSE(filter);
  CHECK(filter.error().message.find("jq filter '.metadata |' does not compile: ") == 0);
  CHECK(filter.error().message.find("syntax error") != std::string::npos);
  CHECK(filter.error().message.find('\n') == std::string::npos);
}

TEST_CASE("of an object that holds secrets a failure repeats nothing, of the object or of the program") {
  using core::bindings::object_filter;
  const std::string object = R"({"data":{"p":"hunter2"},"list":[1]})";
  for (const char* program : {".data.p + 1", ".data | error", "error(.data.p)", ".data.p | tonumber", ".list.hunter2",
                              ".data.p = (\"hunter2\" | tonumber)", "{(.list): 1}"}) {
    CAPTURE(program);
    auto filter = object_filter::compile(program);
    REQUIRE(filter);
    const auto failed = filter->apply(object, *base::no_evaluation_limit(), object_filter::report::without_content);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.find("the jq filter fails on this object") == 0);
    CHECK(failed.error().message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("a failure on one object leaves the filter usable for the next") {
  auto filter = object_filter::compile(".spec.n | .[0] / .[1]");
  REQUIRE(filter);
  auto failed = filter->apply(R"({"spec":{"n":[1,0]}})");
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.find("failed: ") != std::string::npos);
  CHECK(filter->apply(R"({"spec":{"n":[4,2]}})") == std::string("2"));
}

TEST_CASE("a program that uses more than its limit fails for that object, and the next object begins anew") {
  auto filter = object_filter::compile(".x");
  REQUIRE(filter);
  test::scripted_limit limit;
  limit.is_used_up = true;
  const auto stopped = filter->apply(R"({"x":1})", limit);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == error_code::timeout);
  CHECK(stopped.error().message == "jq filter '.x' was stopped: it used more than the test allows");
  limit.is_used_up = false;
  CHECK(filter->apply(R"({"x":1})", limit) == std::string("1"));
}

TEST_CASE("a program that wants more memory than it may fails for that object, whichever function of jq asks for it") {
  for (const std::string program : {
         "[range(1e9)]",
         "\"x\" * .many",
         ".text * 8000000 | split(\"\")",
         ".text * 30000000 | explode",
         "reduce range(40) as $i (1; [., .]) | tojson | length",
         "reduce range(40) as $i (1; [., .]) | error",
         "[range(64) | [range(8388607)]] | length",
         "[range(64) as $i | .null | .[8388607 - $i] = 1] | length",
         "def f: [f]; f",
         "def f(g): f(g | g); f(.)",
       }) {
    CAPTURE(program);
    const auto filter = object_filter::compile("if .small then 1 else (" + program + ") end");
    REQUIRE_MESSAGE(filter, filter.error().message);
    const auto stopped = filter->apply(R"({"many":2000000000,"text":"x"})");
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == error_code::timeout);
    CHECK_MESSAGE(stopped.error().message.ends_with(" was stopped: it used more than 256 MiB of memory"),
                  stopped.error().message);
    CHECK(filter->apply(R"({"small":true})") == std::string("1"));
  }
}

TEST_CASE("the limit counts while jq reads the object, too") {
  const auto filter = object_filter::compile(".x");
  REQUIRE(filter);
  test::scripted_limit limit;
  limit.is_used_up = true;
  const auto stopped = filter->apply(R"({"x")", limit);
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message == "jq filter '.x' was stopped: it used more than the test allows");
  limit.is_used_up = false;
  CHECK(filter->apply(R"({"x":1})", limit) == std::string("1"));
}

TEST_CASE("a part of an object that a filter does not reach costs it neither depth nor memory") {
  std::string deep;
  for (int i = 0; i < 6000; ++i) deep += R"({"a":)";
  deep += "1" + std::string(6000, '}');
  std::string many = "{}";
  for (int i = 1; i < 700'000; ++i) many += ",{}";
  const auto object = R"({"metadata":{"name":"evil"},"spec":{"d":)" + deep + R"(,"ingress":[)" + many + R"(],"v":1}})";
  const auto apply = [&](const char* program) { return *object_filter::compile(program)->apply(object); };
  CHECK_FALSE(object_filter::compile("def all: .; all | .spec.v")->apply(object));
  CHECK(apply(".spec.v") == "1");
  CHECK(apply("{name: .metadata.name}") == R"({"name":"evil"})");
  CHECK(apply(".spec.ingress | length") == "700000");
}

TEST_CASE("a filter takes objects as deep as the API server") {
  std::string deep;
  for (int i = 0; i < 9'999; ++i) deep += R"({"a":)";
  deep += "1" + std::string(9'999, '}');
  const auto object = R"({"d":)" + deep + "}";
  CHECK(object_filter::compile(".")->apply(object) == object);
  CHECK(object_filter::compile("[..] | length")->apply(object) == "10001");
  CHECK(object_filter::compile(".d | tojson | length")->apply(object) == std::to_string(deep.size()));
}

TEST_CASE("results that are too large together are an error of that object") {
  const auto filter = object_filter::compile("if .small then 1 else repeat(\"x\" * 1000000) end");
  REQUIRE(filter);
  const auto stopped = filter->apply("{}");
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().message.ends_with(" was stopped: it used more than 64 MiB for its results"));
  CHECK(filter->apply(R"({"small":true})") == std::string("1"));
}

TEST_CASE("a program whose constants want more memory than it may does not compile") {
  const auto filter = object_filter::compile("\"x\" * 2000000000");
  REQUIRE_FALSE(filter);
  CHECK(filter.error().message
        == "jq filter '\"x\" * 2000000000' does not compile: it takes more than 256 MiB of memory");
}

TEST_CASE("a message of jq that is as long as the object is cut") {
  const auto filter = object_filter::compile("error(\"x\" * 1000000)");
  REQUIRE(filter);
  CHECK(filter->apply("{}").error().message.size() < 3000);
}

TEST_CASE("a program that halts gives what it has given, and the next object begins anew") {
  auto filter = object_filter::compile("if .stop then 5, halt, 6 else .x end");
  REQUIRE(filter);
  CHECK(filter->apply(R"({"stop":true})") == std::string("5"));
  CHECK(filter->apply(R"({"x":1})") == std::string("1"));
}

TEST_CASE("a program that halts with an error fails for that object, and the next object begins anew") {
  auto filter = object_filter::compile("if .stop then .stop | halt_error else .x end");
  REQUIRE(filter);
  for (const auto& [object, word] :
       {std::pair(R"({"stop":"no"})", "it halted: no"), {R"({"stop":[1]})", "jq's message is not shown"}}) {
    const auto result = filter->apply(object);
    REQUIRE_FALSE(result);
    CHECK(result.error().message.find(word) != std::string::npos);
  }
  CHECK(filter->apply(R"({"x":1})") == std::string("1"));
}

TEST_CASE("text that is no JSON is an error that does not repeat the text") {
  auto filter = object_filter::compile(".");
  REQUIRE(filter);
  for (const char* text : {"", "{\"password\":\"hunter2\"", "hunter2"}) {
    auto filtered = filter->apply(text);
    REQUIRE_FALSE(filtered);
    CHECK(filtered.error().message.find("object is no JSON: ") == 0);
    CHECK(filtered.error().message.find("hunter2") == std::string::npos);
  }
}

TEST_CASE("a filter that was moved works at its new place") {
  auto first = object_filter::compile(".a");
  REQUIRE(first);
  object_filter second = std::move(*first);
  CHECK(second.apply(R"({"a":[]})") == std::string("[]"));
  CHECK(second.program() == ".a");
}
