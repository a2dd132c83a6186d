#include "text/json/json_patch_reader.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The operations in the text, or its error.
std::string read(const char* text) {
  const auto patch = text::parse_json_patch(text);
  if (!patch) return patch.error().message;
  std::string operations;
  for (const auto& x : *patch) operations += (operations.empty() ? "" : "; ") + text::describe(x);
  CHECK(text::count_patch_operations(text).value() == patch->size());
  return operations;
}

} // namespace

TEST_CASE("a patch is a stream of operations and arrays of operations") {
  struct row {
    const char* text;
    const char* read;
  };
  for (const auto& r : {
         row{R"({"op":"add","path":"/a","value":1} [{"op":"add","path":"/b","value":2}, {"op":"remove","path":"/c"}]
                {"op":"copy","from":"/a","path":"/d"})",
             "add '/a'; add '/b'; remove '/c'; copy '/d'"},
         row{R"([{"op":"move","from":"/a","path":""},{"op":"test","path":"/a","value":null},
                {"op":"replace","path":"/a/0","value":[]}] [])",
             "move ''; test '/a'; replace '/a/0'"},
         row{" \n", ""},
         row{"", ""},
       }) {
    CAPTURE(r.text);
    CHECK(read(r.text) == r.read);
  }
}

TEST_CASE("the error of an operation names its index in the whole stream, and what it lacks") {
  struct row {
    const char* text;
    const char* error;
  };
  for (const auto& r : {
         row{R"({"op":"remove","path":"/a"} {"op":"put","path":"/a"})",
             "operation 1: 'op' must be add, remove, replace, move, copy or test, got 'put'"},
         row{R"([{"path":"/a"}])", "operation 0: 'op' must be add, remove, replace, move, copy or test"},
         row{R"([{"op":"add","value":1}])", "operation 0: 'path' is missing or no string"},
         row{R"([{"op":"add","path":1}])", "operation 0: 'path' is missing or no string"},
         row{R"([{"op":"add","path":"/a"}])", "operation 0: add '/a': 'value' is missing"},
         row{R"([{"op":"move","path":"/a"}])", "operation 0: move '/a': from: 'from' is missing or no string"},
       }) {
    CAPTURE(r.text);
    CHECK(read(r.text) == r.error);
    CHECK(text::count_patch_operations(r.text).error().message == r.error);
  }
  CHECK(read("[1]").starts_with("operation 0: must be an object like "));
}

TEST_CASE("a member that stands twice is refused, wherever it is") {
  CHECK(read(R"([{"op":"add","path":"/a","path":"/b","value":1}])").ends_with("has the member 'path' twice"));
  CHECK(read(R"([{"op":"add","path":"/a","value":{"b":1,"b":1}}])").ends_with("has the member 'b' twice"));
}

TEST_CASE("operations that are parsed already are read alike") {
  const auto items = text::parse_json(R"([{"op":"remove","path":"/a"},{"op":"remove"}])").value();
  CHECK(text::read_json_patch(items.as_array()).error().message == "operation 1: 'path' is missing or no string");
  CHECK(text::read_json_patch({items.as_array().front()}).value().size() == 1);
  CHECK(text::read_json_patch({}).value().empty());
}

TEST_CASE("a dotted path is refused with the form that has slashes") {
  CHECK(read(R"([{"op":"replace","path":"simpleOneModule.param2","value":1}])").find("'/simpleOneModule/param2'")
        != std::string::npos);
}

TEST_CASE("a dotted path that begins with a dot is meant from the root") {
  CHECK(read(R"([{"op":"replace","path":".web.size","value":1}])").find("write '/web/size'") != std::string::npos);
}

TEST_CASE("operations that take far more memory than their text are refused, and usual ones are not") {
  std::string usual;
  for (int i = 0; i < 50'000; ++i)
    usual += R"({"op":"add","path":"/web/m/node-worker-)" + std::to_string(i) + R"(","value":{"ip":"10.0.0.1"}})";
  CHECK(text::parse_json_patch(usual).has_value());
  std::string ways;
  for (int i = 0; i < 20'000; ++i) ways += R"({"op":"add","path":"/web/)" + std::string(40, '/') + R"(","value":0})";
  const auto refused = text::parse_json_patch(ways);
  REQUIRE_FALSE(refused.has_value());
  CHECK(
    refused.error().message.starts_with("its operations take too much memory: 8 MiB and 16 times the text at most"));
}

TEST_CASE("a patch that is no JSON says so, whatever is wrong with the operations before") {
  const std::string text = "[{\"op\":\"jump\"},\n {\"op\":}]";
  const auto patch = text::parse_json_patch(text);
  REQUIRE_FALSE(patch);
  CHECK(patch.error().message == "invalid JSON at line 2, column 8: Invalid value.");
  CHECK(text::count_patch_operations(text).error().message == patch.error().message);
  CHECK(text::parse_json_patch("[{\"op\":\"remove\",\"path\":\"/a\"}] {\"op\":\"jump\"}").error().message
        == "operation 1: 'op' must be add, remove, replace, move, copy or test, got 'jump'");
  CHECK(text::count_patch_operations("[{\"op\":\"remove\",\"path\":\"/a\"}]").value() == 1);
}
