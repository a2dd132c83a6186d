#include "core/releases/written_values.hpp"

#include "text/json/json_pointer.hpp"

#include <doctest/doctest.h>

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
};

std::string digest_of(const input& x) {
  core::values::value_standing now;
  now.sections = json(x.sections);
  for (const auto* place : x.of_hooks) now.hook_keys.stored[text::parse_json_pointer(place).value()] = "hook";
  return core::releases::written_digest("web", now, json(x.files));
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
