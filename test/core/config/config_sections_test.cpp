#include "core/config/config_sections.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using core::config::read_configuration;

TEST_CASE("a ConfigMap gives sections and flags") {
  const auto config = read_configuration({{"global", "param1: newValue\nparam3: valu3\n"},
                                          {"simpleModule", "modParam2: newValue2\n"},
                                          {"anotherModule", "\"false\""},
                                          {"webAppEnabled", "true\n"}});
  CHECK(config.errors.empty());
  CHECK(config.section("global")->dump() == R"({"param1":"newValue","param3":"valu3"})");
  CHECK(config.section("simpleModule")->dump() == R"({"modParam2":"newValue2"})");
  CHECK(config.section("anotherModule") == nullptr);
  CHECK(config.flags == core::values::flag_layer{{"anotherModule", false}, {"webApp", true}});
}

TEST_CASE("a scalar false disables a module, whatever its flag says") {
  CHECK(read_configuration({{"x", "false"}}).flags.at("x") == false);
  CHECK(read_configuration({{"x", "'false'"}}).flags.at("x") == false);
  CHECK(read_configuration({{"x", "false"}, {"xEnabled", "true"}}).flags.at("x") == false);
}

TEST_CASE("a bad key is an error of that key only") {
  struct row {
    const char* key;
    const char* text;
    const char* section;
    const char* reason;
  };
  for (const auto& r : {
         row{"web", "a: [1\n", "web", "ConfigMap: bad yaml at key 'web': invalid YAML: line "},
         row{"web", "true", "web", "ConfigMap: load 'web' values: module config should be a map, or false to"},
         row{"web", "- a\n", "web", "ConfigMap: load 'web' values: module config should be a map, or false to"},
         row{"web", "a: 1\na: 2\n", "web", "ConfigMap: bad yaml at key 'web': invalid YAML: line 2: duplicate key 'a'"},
         row{"global", "- 1", "global", "ConfigMap: load 'global' values: must be a map"},
         row{"global", "false", "global", "ConfigMap: load 'global' values: must be a map"},
         row{"webEnabled", "yes", "web",
             "ConfigMap: module enabled key 'webEnabled' should have a boolean value, got a text of 3 bytes: write "
             "\"true\" or "
             "\"false\""},
         row{"WebEnabled", "false", "Web",
             "ConfigMap: bad module name 'Web': should be camelCased: consider 'webEnabled'"},
         row{"web_appEnabled", "x", "web_app",
             "ConfigMap: bad module name 'web_app': should be camelCased: consider 'webAppEnabled'"},
         row{"web-app", "a: 1", "web-app", "ConfigMap: bad module name 'web-app': should be camelCased"},
       }) {
    CAPTURE(r.text);
    const auto config = read_configuration({{r.key, r.text}, {"other", "a: 1"}});
    REQUIRE(config.errors.size() == 1);
    CHECK(config.errors[0].key == r.key);
    CHECK(config.errors[0].section == r.section);
    CHECK(config.errors[0].reason.substr(0, std::string(r.reason).size()) == r.reason);
    CHECK(config.section("other")->dump() == R"({"a":1})");
  }
}

TEST_CASE("a maintenance key pauses its module, and the difference is a pause") {
  const auto before = read_configuration({{"web", "a: 1"}});
  const auto config = read_configuration({{"web", "a: 1"}, {"webMaintenance", "NoResourceReconciliation # why"}});
  CHECK(config.errors.empty());
  CHECK(config.ignored.empty());
  REQUIRE(config.paused.size() == 1);
  CHECK(config.paused.at("web").remark == "why");
  CHECK(core::config::differences(before, config).pauses == std::set<std::string>{"web"});
  CHECK(core::config::differences(config, before).pauses == std::set<std::string>{"web"});
  CHECK(read_configuration({{"webMaintenance", " \n"}}).paused.empty());
  const auto kept = core::config::kept_while_absent(config, {});
  CHECK_MESSAGE(kept.paused == config.paused, "a ConfigMap that goes ends no pause");
}

TEST_CASE("a maintenance key that cannot be read leaves the pause as it was, and is an error") {
  const auto paused = read_configuration({{"webMaintenance", "NoResourceReconciliation"}});
  for (const auto& before : {core::config::configuration{}, paused}) {
    const auto config = read_configuration({{"webMaintenance", "off"}}, before);
    CHECK(config.paused == before.paused);
    REQUIRE(config.errors.size() == 1);
    CHECK(config.errors[0].section == "web");
    CHECK(config.errors[0].reason.starts_with("ConfigMap: maintenance key 'webMaintenance' should be "));
    CHECK(read_configuration({}, before, {}, {"webMaintenance"}).paused == before.paused);
  }
  const std::set<std::string> known{"web", "webEnabled", "webMaintenance"};
  CHECK(read_configuration({{"webMaintenace", "NoResourceReconciliation"}}, paused, known).paused == paused.paused);
  CHECK_MESSAGE(read_configuration({{"values.yaml", "a: 1"}}, paused, known).paused == paused.paused,
                "the key may be in the file");
  CHECK(read_configuration({{"web", "webMaintenance: NoResourceReconciliation"}}, paused, known).paused
        == paused.paused);
  CHECK_MESSAGE(read_configuration({{"web", "webMaintenance: ''"}}, paused, known).paused.empty(), "the pause ends");
  CHECK(read_configuration({{"globalMaintenance", "NoResourceReconciliation"}}).ignored.size() == 1);
  CHECK(read_configuration({{"We-bMaintenance", "NoResourceReconciliation"}}).errors.at(0).is_bad_name);
}

TEST_CASE("a list of enabled modules that somebody has written is reported, and the rest of its section counts") {
  const auto config = read_configuration({{"global", "enabledModules: [a]\nb: 1\n"}});
  CHECK(config.errors.empty());
  CHECK(config.section("global")->find("b") != nullptr);
  REQUIRE(config.ignored.size() == 1);
  CHECK(config.ignored[0].key == "global.enabledModules");
  CHECK(config.ignored[0].reason.starts_with("has no effect: hooks and charts find the list of enabled modules there"));
  CHECK(read_configuration({{"web", "enabledModules: [a]\n"}}).ignored.empty());
}

TEST_CASE("a flag without a value is an error, and keeps what it was") {
  for (const auto* text : {"", " \n", "null", "~"}) {
    CAPTURE(text);
    const auto config = read_configuration({{"webEnabled", text}});
    CHECK(config.ignored.empty());
    CHECK(config.flags.empty());
    REQUIRE(config.errors.size() == 1);
    CHECK(config.errors[0].reason
          == "ConfigMap: module enabled key 'webEnabled' should have a boolean value, and has none: write \"true\" or "
             "\"false\"");
    const auto before = read_configuration({{"webEnabled", "true"}});
    CHECK(read_configuration({{"webEnabled", text}}, before).flags == core::values::flag_layer{{"web", true}});
  }
}

TEST_CASE("flags without a meaning are reported") {
  const auto config = read_configuration({{"globalEnabled", "yes"}, {"web", "false"}, {"webEnabled", "true"}});
  CHECK(config.errors.empty());
  CHECK(config.flags == core::values::flag_layer{{"web", false}});
  REQUIRE(config.ignored.size() == 2);
  CHECK(config.ignored[0].key == "globalEnabled");
  CHECK(config.ignored[1].key == "webEnabled");
  CHECK(config.ignored[1].reason == "the key 'web' is false, which counts");
}

TEST_CASE("a section that breaks keeps its last valid content") {
  const auto valid = read_configuration({{"web", "a: 1"}, {"off", "false"}, {"dbEnabled", "true"}});
  const auto broken = read_configuration({{"web", "a: ["}, {"off", "maybe"}, {"dbEnabled", "maybe"}}, valid);
  CHECK(broken.errors.size() == 3);
  const auto change = core::config::differences(valid, broken);
  CHECK_FALSE(change.global);
  CHECK(change.modules.empty());
  CHECK(change.flags.empty());
  CHECK(change.errors);
}

TEST_CASE("a key that has moved to binaryData keeps its content, like a key with an unreadable text") {
  const std::set<std::string> known{"global", "web", "webEnabled", "db", "dbEnabled"};
  const auto valid = read_configuration({{"global", "a: 1"}, {"web", "a: 1"}, {"db", "false"}, {"dbEnabled", "true"}});
  const auto bytes = read_configuration({}, valid, known, {"global", "web", "db", "dbEnabled", "webEnabled", "logo"});
  CHECK(bytes.sections == valid.sections);
  CHECK(bytes.flags == valid.flags);
  CHECK(bytes.errors.size() == 5);
  REQUIRE(bytes.ignored.size() == 2);
  CHECK(bytes.ignored.front().key == "logo");
  CHECK_MESSAGE(read_configuration({}, valid, known).flags.empty(), "a key that has gone has gone");
}

TEST_CASE("an empty or blank section is as if it were not there") {
  const auto before = read_configuration({{"global", "a: 1"}, {"web", "b: 1"}, {"db", "false"}});
  for (const char* text : {"", " \n", "# nothing\n", "---\n", "null", "\"\"", "' '"}) {
    CAPTURE(text);
    const auto config = read_configuration({{"global", text}, {"web", text}, {"db", text}}, before);
    CHECK(config.errors.empty());
    CHECK(config.sections.empty());
    CHECK(config.flags.empty());
  }
}

TEST_CASE("a flag goes with its key, whatever has become of the section") {
  const auto valid = read_configuration({{"webEnabled", "true"}, {"dbEnabled", "true"}, {"off", "false"}});
  const auto next = read_configuration({{"web", "a: ["}, {"db", "a: 1"}, {"off", "a: ["}}, valid);
  CHECK(next.flags == core::values::flag_layer{{"off", false}});
  CHECK(read_configuration({{"web", "a: ["}, {"off", "a: ["}}, next).flags == core::values::flag_layer{{"off", false}});
  CHECK(read_configuration({{"web", "a: 1"}, {"off", "a: 1"}}, next).flags.empty());
}

TEST_CASE("a flag that cannot be read keeps what its key was, not what its section was") {
  const auto off = read_configuration({{"web", "false"}, {"webEnabled", "true"}, {"db", "false"}});
  const auto next = read_configuration({{"webEnabled", "maybe"}, {"dbEnabled", "maybe"}}, off);
  CHECK(next.flags == core::values::flag_layer{{"web", true}});
}

TEST_CASE("a change is what differs, not what was written again") {
  const auto before = read_configuration({{"global", "a: 1"}, {"web", "b: 1"}, {"dbEnabled", "true"}});
  CHECK(core::config::differences(before,
                                  read_configuration({{"global", "{a: 1}"}, {"web", "b: 1\n"}, {"dbEnabled", "true"}}))
          .empty());
  // An empty section has no values, but it may show that other sections were removed on purpose.
  const auto with_empty = core::config::differences(
    before, read_configuration({{"global", "a: 1"}, {"web", "b: 1"}, {"dbEnabled", "true"}, {"new", "{}"}}));
  CHECK(with_empty.keys);
  CHECK(with_empty.modules.empty());
  CHECK_FALSE(with_empty.empty());
  const auto change =
    core::config::differences(before, read_configuration({{"global", "a: 2"}, {"dbEnabled", "false"}}));
  CHECK(change.global);
  CHECK(change.modules == std::set<std::string>{"web"});
  CHECK(change.flags == std::set<std::string>{"db"});
}

TEST_CASE("the message about a section that is no map shows nothing of it") {
  const auto config = core::config::read_configuration({{"web", "my-secret-" + std::string(600'000, 'x')}}, {});
  REQUIRE(config.errors.size() == 1);
  CHECK(config.errors.front().reason
        == "ConfigMap: load 'web' values: module config should be a map, or false to disable the module. "
           "Got: a text of 600010 bytes");
}

TEST_CASE("a text that SOPS has encrypted is named as such, in a section and in a flag") {
  const auto x = core::config::read_configuration(
    {{"web", "ENC[AES256_GCM,data:abc=,type:str]"}, {"webEnabled", "ENC[AES256_GCM,data:abc=,type:str]"}});
  REQUIRE_EQ(x.errors.size(), 2);
  for (const auto& error : x.errors)
    CHECK_MESSAGE(error.reason.find("SOPS has encrypted: the ConfigMap was applied without decryption")
                    != std::string::npos,
                  error.reason);
}
