#include "core/store/value_changes.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

constexpr const char* schema_of_web = R"(
additionalProperties: true
properties: {login: {type: string, x-secret: true}}
)";

core::store::values_state state_of(const char* values, const char* config = "{}") {
  auto section = std::make_shared<core::store::values_state::section>();
  section->values = *text::parse_yaml(values);
  section->config = *text::parse_yaml(config);
  section->schemas = *core::schema::make_section_schemas({.config_values = {}, .values = schema_of_web});
  return {1, {{"web", section}}, std::make_shared<const core::values::enabled_flags>()};
}

std::string changes(const core::store::values_state& before, const core::store::values_state& after,
                    std::size_t most = 100) {
  std::string text;
  for (const auto& x : core::store::value_changes(before, after, most))
    text += (text.empty() ? "" : "; ") + x.key + " " + x.before.value_or("-") + " " + x.after.value_or("-")
            + (x.effective ? "" : " hidden");
  return text;
}

} // namespace

TEST_CASE("members of objects are told apart, lists are not") {
  CHECK(changes(state_of("{a: {b: 1, c: 2}, d: [1], e: 5}"), state_of("{a: {b: 3, c: 2}, d: [1, 2], f: {g: 1}}"))
        == "web.a.b 1 3; web.d [1] [1,2]; web.e 5 -; web.f.g - 1");
  CHECK(changes(state_of("{a: 1}"), state_of("{a: 1}")).empty());
  CHECK(changes({}, state_of("{a: 1}")) == "web.a - 1");
  CHECK(changes(state_of("{a: {b: 1}}"), state_of("{a: {}}")) == "web.a.b 1 -");
  CHECK(changes(state_of("{a: {b: 1}}"), state_of("{a: text}")) == "web.a {\"b\":1} \"text\"");
  CHECK(changes(state_of("{}"), state_of("{a: {}}")) == "web.a - {}");
}

TEST_CASE("a change of a secret is recorded, its content is not") {
  struct row {
    const char* before;
    const char* after;
    const char* want;
  };
  for (const auto& r : {
         row{"{login: a}", "{login: b}", R"(web.login "<redacted>" "<redacted>")"},
         row{"{db: {password: a}}", "{db: {password: b}}", R"(web.db.password "<redacted>" "<redacted>")"},
         row{"{apiToken: {value: a}}", "{apiToken: {value: b}}", R"(web.apiToken "<redacted>" "<redacted>")"},
         row{"{}", "{users: [{name: x, token: t}]}", R"(web.users - [{"name":"x","token":"<redacted>"}])"},
         row{"{}", "{o: [{kind: Secret, data: {a: b}}]}", R"(web.o - [{"data":"<redacted>","kind":"Secret"}])"},
         row{"{}", "{url: 'https://me:hunter2@host/x'}", R"(web.url - "https://me:<redacted>@host/x")"},
         row{"{}", "{url: 'https://host/x:y@z'}", R"(web.url - "https://host/x:y@z")"},
         row{"{dbPass: a}", "{dbPass: b}", R"(web.dbPass "<redacted>" "<redacted>")"},
         row{"{auth: dXNlcjpwYXNz}", "{auth: b0}", R"(web.auth "<redacted>" "<redacted>")"},
         row{"{usePassword: false, secret: '', auth: oidc}", "{usePassword: true, secret: '', auth: none}",
             R"(web.auth "oidc" "none"; web.usePassword false true)"},
         row{"{}", "{existingSecret: db, tokens: [a, b]}", R"(web.existingSecret - "db"; web.tokens - "<redacted>")"},
         row{"{}", "{o: [{key: TOKEN, value: x}]}", R"(web.o - [{"key":"TOKEN","value":"<redacted>"}])"},
         row{"{auth: {tls: false}}", "{auth: {tls: true}}", "web.auth.tls false true"},
         row{"{}", "{args: ['--password=x', '--port=1']}", R"(web.args - ["--password=<redacted>","--port=1"])"},
         row{"{}", "{args: ['--token', x, '--port', '1']}", R"(web.args - ["--token","<redacted>","--port","1"])"},
         row{"{}", "{env: [{name: DB_PASSWORD, value: x}]}",
             R"(web.env - [{"name":"DB_PASSWORD","value":"<redacted>"}])"},
         row{"{}", R"({file: '{"user":"me","password":"x"}'})",
             R"(web.file - "{\"user\":\"me\",\"password\":<redacted>}")"},
         row{"{}", "{header: 'Bearer abcdefgh.ijk'}", R"(web.header - "Bearer <redacted>")"},
         row{"{}", "{key: '-----BEGIN RSA PRIVATE KEY-----'}", R"(web.key - "<redacted>")"},
       }) {
    CAPTURE(r.after);
    CHECK(changes(state_of(r.before), state_of(r.after)) == r.want);
  }
}

TEST_CASE("all of a section is secret if nobody knows its schemas") {
  auto section = std::make_shared<core::store::values_state::section>();
  section->values = *text::parse_yaml("{a: 1}");
  section->schemas.unusable = true;
  CHECK(changes({}, {1, {{"web", section}}, std::make_shared<const core::values::enabled_flags>()})
        == R"(web - "<redacted>")");
}

TEST_CASE("a value of the ConfigMap that something hides is told as such") {
  CHECK(changes(state_of("{a: hook}", "{a: one}"), state_of("{a: hook}", "{a: two}")) == R"(web.a "one" "two" hidden)");
  CHECK(changes(state_of("{a: one}", "{a: one}"), state_of("{a: two}", "{a: two}")) == R"(web.a "one" "two")");
}

TEST_CASE("flags are told by their keys") {
  auto on = std::make_shared<core::values::enabled_flags>();
  on->replace_layer(core::values::flag_source::config_map, {{"web", true}});
  CHECK(changes({}, {1, {}, on}) == "webEnabled false true");
}

TEST_CASE("a record is bounded in the number of its changes and in their length") {
  CHECK(changes({}, state_of("{a: 1, b: 2, c: 3}"), 2) == "web.a - 1; web.b - 2");
  const auto text = changes({}, state_of(("{a: " + std::string(1'000, 'x') + "}").c_str()));
  CHECK(text.size() < 300);
}

TEST_CASE("the names of changes are those that hooks and charts see, as long as there are such") {
  const auto names = [](const core::store::values_state& before, const core::store::values_state& after) {
    return core::store::names_of_changes(before, after);
  };
  CHECK(names(state_of("{a: 1}"), state_of("{a: 1}")).empty());
  CHECK(names(state_of("{a: 1, b: 1}"), state_of("{a: 2, b: 1}")) == "web.a");
  CHECK(names(state_of("{}"), state_of("{a: 1, b: 1, c: 1}")) == "web.a, web.b, web.c");
  CHECK(names(state_of("{}"), state_of("{a: 1, b: 1, c: 1, d: 1}")) == "web.a, web.b, web.c and more");
  CHECK(names(state_of("{z: 1}", "{a: 1, b: 1, c: 1, d: 1}"), state_of("{z: 2}", "{a: 2, b: 2, c: 2, d: 2}"))
        == "web.z");
  CHECK_MESSAGE(names(state_of("{z: 1}", "{a: 1}"), state_of("{z: 1}", "{a: 2}")) == "web.a",
                "a value that no hook sees is named before nothing is");
}
