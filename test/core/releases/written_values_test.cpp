#include "core/releases/written_values.hpp"

#include "text/json/json_pointer.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

namespace {

text::json json(const char* text) {
  return text::parse_json(text).value();
}

struct input {
  const char* sections = "{}";            ///< of the ConfigMap
  std::vector<const char*> of_hooks = {}; ///< keys that hooks have stored
  const char* files = R"({"web":[{"a":1}],"global":[{}],"db":[{"b":1}]})";
  std::vector<const char*> in_labels = {}; ///< keys that labels of the last revision name
  std::vector<const char*> given_up = {};  ///< keys of hooks that a user has changed
};

std::string digest_of(const input& x) {
  core::values::value_standing now;
  now.sections = json(x.sections);
  for (const auto* place : x.of_hooks) now.hook_keys.stored[text::parse_json_pointer(place).value()] = "hook";
  for (const auto* place : x.given_up) now.hook_keys.given_up.insert(text::parse_json_pointer(place).value());
  std::map<std::string, std::string> labels;
  for (const auto* place : x.in_labels)
    labels[core::values::label_key_of(text::parse_json_pointer(place).value())] = "x";
  return core::releases::written_digest("web", now, json(x.files), labels);
}

} // namespace

TEST_CASE("the digest of written values changes with what users write, and with nothing else") {
  struct row {
    const char* name;
    input before, now;
    bool differs;
  };
  const char* section = R"({"web":{"a":1,"b":{"c":2}},"global":{"d":3}})";
  const row rows[] = {
    {"nothing", {section}, {section}, false},
    {"a value of the section", {section}, {R"({"web":{"a":2,"b":{"c":2}},"global":{"d":3}})"}, true},
    {"a key less", {section}, {R"({"web":{"a":1},"global":{"d":3}})"}, true},
    {"the section `global`", {section}, {R"({"web":{"a":1,"b":{"c":2}},"global":{"d":4}})"}, true},
    {"a key of a hook comes", {R"({"web":{"a":1}})"}, {section, {"/web/b/c", "/global/d"}}, false},
    {"a key of a hook changes",
     {section, {"/web/b/c"}},
     {R"({"web":{"a":1,"b":{"c":9}},"global":{"d":3}})", {"/web/b/c"}},
     false},
    {"a user takes a key of a hook over", {section, {"/web/b/c"}}, {section}, true},
    {"a key of a hook that a label alone names",
     {section, {"/web/b/c"}},
     {.sections = section, .in_labels = {"/web/b/c"}},
     false},
    {"such a key, changed by a user",
     {section, {"/web/b/c"}},
     {.sections = section, .in_labels = {"/web/b/c"}, .given_up = {"/web/b/c"}},
     true},
    {"the order of keys", {section}, {R"({"global":{"d":3},"web":{"b":{"c":2},"a":1}})"}, false},
    {"an empty section", {"{}"}, {R"({"web":{},"global":null})"}, false},
    {"values files of the module", {section}, {section, {}, R"({"web":[{"a":2}],"global":[{}]})"}, true},
    {"global values files", {section}, {section, {}, R"({"web":[{"a":1}],"global":[{"x":1}]})"}, true},
    {"values files of another module", {section}, {section, {}, R"({"web":[{"a":1}],"global":[{}],"db":[]})"}, false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK_EQ(digest_of(row.before) != digest_of(row.now), row.differs);
  }
  CHECK_EQ(digest_of({}).size(), 32);
}
