#include "values_book_steps.hpp"

#include <doctest/doctest.h>

using core::store::values_book;
using core::values::values_owner;
using namespace test;

TEST_CASE("hooks read the files that the document's example shows") {
  const auto book = example_book();
  const auto texts = book.state()->hook_files(some_module, {"first", "some-module"});
  CHECK(texts.config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
  CHECK(texts.values.text()
        == R"({"global":{"enabledModules":["first","some-module"],"param1":200,"param2":"Yes"},)"
           R"("someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("global hooks read the global section only, without enabledModules") {
  const auto texts = example_book().state()->hook_files(global_hooks, {"first"});
  CHECK(texts.config_values.text() == R"({"global":{"param1":200}})");
  CHECK(texts.values.text() == R"({"global":{"param1":200,"param2":"Yes"}})");
}

TEST_CASE("a section that the ConfigMap does not have reads as an empty map") {
  values_book book;
  CHECK(book.state()->hook_files(values_owner{"new-one"}, {}).config_values.text() == R"({"global":{},"newOne":{}})");
}

TEST_CASE("a config patch changes the section and asks for the whole of it to be written") {
  auto book = example_book();
  const auto change =
    run_hook(book, some_module, "", R"([{"op":"add", "path":"/someModule/param3", "value":"newValue"}])", 42);
  REQUIRE(change);
  CHECK(change->cause == 42);
  CHECK(change->modules == std::set<std::string>{"some-module"});
  CHECK_FALSE(change->global);
  REQUIRE(change->write);
  CHECK(change->write->key == "someModule");
  CHECK(change->write->yaml == "param1: Long string\nparam2: FOO\nparam3: newValue\n");
  CHECK(book.state()->hook_files(some_module, {}).config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO","param3":"newValue"}})");

  SUBCASE("and what comes back from the ConfigMap is no change") {
    const auto echo = book.apply_configuration(
      core::config::read_configuration({{"global", "param1: 200\n"}, {"someModule", change->write->yaml}}), 43);
    CHECK(echo.empty());
  }
}

TEST_CASE("a section that goes back in the ConfigMap to what it was before a commit goes back here too") {
  auto book = example_book();
  const auto before = book.state()->config_values(some_module);
  REQUIRE(run_hook(book, some_module, "", R"([{"op":"add", "path":"/someModule/param3", "value":"newValue"}])"));
  CHECK(book.apply_section("someModule", &before, 43).modules == std::set<std::string>{"some-module"});
  CHECK(book.state()->hook_files(some_module, {}).config_values.text()
        == R"({"global":{"param1":200},"someModule":{"param1":"Long string","param2":"FOO"}})");
}

TEST_CASE("a module without a section can store its first value") {
  auto book = example_book();
  const auto change = run_hook(book, values_owner{"other"}, "", R"({"op":"add","path":"/other/password","value":"x"})");
  REQUIRE(change);
  CHECK(change->write->yaml == "password: x\n");
}

TEST_CASE("a values patch is kept in memory and lies over a later configuration") {
  auto book = example_book();
  const auto change = run_hook(book, some_module, R"([{"op":"add","path":"/someModule/found","value":{"x":1}},
                                                      {"op":"replace","path":"/someModule/param2","value":"BAR"}])");
  REQUIRE(change);
  CHECK_FALSE(change->write);
  CHECK(values_of(book, some_module) == R"({"found":{"x":1},"param1":"Long string","param2":"BAR"})");
  const auto edit =
    book.apply_configuration(core::config::read_configuration({{"someModule", "param2: BAZ\nparam4: 4\n"}}), 9);
  CHECK(edit.global);
  CHECK(edit.modules == std::set<std::string>{"some-module"});
  CHECK(values_of(book, some_module) == R"({"found":{"x":1},"param1":"String","param2":"BAR","param4":4})");

  SUBCASE("until the module is deleted") {
    CHECK(book.drop_module_patches("some-module", 10).modules == std::set<std::string>{"some-module"});
    CHECK(values_of(book, some_module) == R"({"param1":"String","param2":"BAZ","param4":4})");
  }
}

TEST_CASE("every commit makes a revision, and one that changes nothing visible says so") {
  auto book = example_book();
  const auto before = book.state()->revision();
  const auto patch = R"({"op":"add","path":"/global/param1","value":200})";
  const auto first = run_hook(book, global_hooks, patch);
  CHECK(first->revision == before + 1);
  CHECK(first->empty());
  const auto nothing = run_hook(book, global_hooks, "", " \n");
  CHECK(nothing->revision == before + 1);
  CHECK(run_hook(book, global_hooks, R"({"op":"add","path":"/global/param1","value":201})")->global);
}

TEST_CASE("a snapshot of the values does not change with the book") {
  auto book = example_book();
  const auto before = book.state();
  run_hook(book, global_hooks, R"({"op":"add","path":"/global/param1","value":0})");
  CHECK(before->section_values(global_hooks).find("param1")->as_int() == 200);
}

TEST_CASE("nothing is applied when one of the two patches is wrong") {
  struct row {
    const char* values_patch;
    const char* config_patch;
    const char* want;
  };
  const char* good = R"({"op":"add","path":"/someModule/x","value":1})";
  for (const auto& r : {
         row{good, "{", "config values patch: invalid JSON at line 1"},
         row{"[1]", good, "values patch: operation 0: must be an object"},
         row{good, R"({"op":"add","path":"/global/x","value":1})",
             "config values patch: unacceptable patch operation for path '/global/x' (only 'someModule' accepted)"},
         row{good, R"({"op":"remove","path":"/someModule/nope"})",
             "config values patch: operation 0: remove '/someModule/nope': '/someModule/nope' does not exist"},
         row{R"({"op":"test","path":"/someModule/param2","value":"BAR"})", good,
             "cannot apply values patch for 'someModule' values: operation 0: test '/someModule/param2'"},
         row{R"({"op":"remove","path":"/someModule"})", good, "values patch: the patch leaves no map at '/someModule'"},
         row{R"({"op":"add","path":"/someModule","value":[1]})", good,
             "values patch: the patch leaves no map at '/someModule': patch keys below it, for example "
             "'/someModule/size'"},
         row{good, R"({"op":"add","path":"/someModule","value":[1]})",
             "config values patch: the patch leaves no map at '/someModule'"},
         row{R"({"op":"add","path":"someModule.param2","value":1})", good,
             "values patch: operation 0: path 'someModule.param2' does not begin with a slash; write "
             "'/someModule/param2' (RFC 6901)"},
       }) {
    auto book = example_book();
    const auto before = book.state();
    const auto change = run_hook(book, some_module, r.values_patch, r.config_patch);
    REQUIRE_FALSE(change);
    CHECK(change.error().message.substr(0, std::string(r.want).size()) == r.want);
    CHECK(book.state() == before);
  }
}

TEST_CASE("a section that no ConfigMap can hold is refused before anything is applied") {
  const auto patch = [](std::size_t size) {
    return R"({"op":"add","path":"/other/big","value":")" + std::string(size, 'x') + "\"}";
  };
  auto book = example_book();
  const auto before = book.state();
  const auto overhead = std::string_view("big: \n").size();
  const auto refused = book.prepare_hook_commit(values_owner{"other"}, "", patch(1048577 - overhead));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message
        == "config values patch: section 'other' would have 1048577 bytes; a ConfigMap holds 1048576 in all: store "
           "less, or keep it in a values patch");
  CHECK(book.state() == before);
  CHECK(book.prepare_hook_commit(values_owner{"other"}, "", patch(1048576 - overhead)));
  CHECK(book.prepare_hook_commit(values_owner{"other"}, patch(1048577), ""));
}

TEST_CASE("a commit that others have overtaken is checked again") {
  auto book = example_book();
  auto slow = book.prepare_hook_commit(some_module, R"({"op":"remove","path":"/someModule/param2"})", "");
  auto other = book.prepare_hook_commit(some_module, R"({"op":"add","path":"/someModule/other","value":1})", "");
  REQUIRE(book.commit(std::move(*other), 1));
  SUBCASE("and keeps what the others did") {
    REQUIRE(book.commit(std::move(*slow), 2));
    CHECK(values_of(book, some_module) == R"({"other":1,"param1":"Long string"})");
  }
  SUBCASE("and fails if it does not apply any more") {
    REQUIRE(run_hook(book, some_module, R"({"op":"remove","path":"/someModule/param2"})"));
    const auto failed = book.commit(std::move(*slow), 2);
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.starts_with("the values have changed since the hook was started"));
  }
}

TEST_CASE("global hooks switch modules, below the ConfigMap") {
  auto book = example_book();
  CHECK_FALSE(book.flag("some-module").enabled);
  auto change = run_hook(book, global_hooks, R"([{"op":"add","path":"/someModuleEnabled","value":true},
                                                 {"op":"add","path":"/unknownEnabled","value":true},
                                                 {"op":"add","path":"/global/x","value":1}])");
  REQUIRE(change);
  CHECK(change->flags == std::set<std::string>{"some-module"});
  CHECK(change->global);
  CHECK(book.flag("some-module").source == core::values::flag_source::hook_patch);

  SUBCASE("a flag in the ConfigMap wins") {
    const auto edit = book.apply_configuration(core::config::read_configuration({{"someModuleEnabled", "false"}}), 3);
    CHECK(edit.flags == std::set<std::string>{"some-module"});
    CHECK_FALSE(book.flag("some-module").enabled);
  }
  SUBCASE("and a removed flag lets the one below count again") {
    change = run_hook(book, global_hooks, R"({"op":"remove","path":"/someModuleEnabled"})");
    REQUIRE(change);
    CHECK(change->flags == std::set<std::string>{"some-module"});
    CHECK_FALSE(book.flag("some-module").source);
    CHECK_FALSE(run_hook(book, global_hooks, R"({"op":"remove","path":"/someModuleEnabled"})"));
  }
  SUBCASE("a config patch sets them in memory too, and is not written") {
    change = run_hook(book, global_hooks, "", R"({"op":"add","path":"/someModuleEnabled","value":false})");
    REQUIRE(change);
    CHECK_FALSE(change->write);
    CHECK_FALSE(book.flag("some-module").enabled);
  }
}
