#include "support/operator_fixture.hpp"

using test::hook_run;
using test::operator_fixture;
using test::v1;

namespace {

/// A module with schemas, some of them with secrets, and a hook that patches its values.
struct values_fixture : operator_fixture {
  values_fixture() {
    common_values("global: {domain: example.com}\n");
    module("010-web", "webEnabled: true\nweb: {replicas: 1, tls: {port: 443}}\n");
    write("global-hooks/openapi/values.yaml",
          "additionalProperties: true\nproperties: {discovery: {x-secret: true, additionalProperties: true}}\n");
    write("modules/010-web/openapi/config-values.yaml", R"(
properties:
  replicas: {type: integer}
  password: {type: string, format: password}
  tls: {type: object, properties: {port: {type: integer}, key: {x-secret: true}}}
)");
    write("modules/010-web/openapi/values.yaml",
          "x-extend: {schema: config-values.yaml}\nproperties: {seen: {default: 0}}\n");
    hook("global/find.sh", v1("beforeAll: 1"), [](hook_run& run) {
      run.values_patch = R"([{"op":"add","path":"/global/discovery","value":{"token":"t"}},)"
                         R"({"op":"add","path":"/webEnabled","value":true}])";
    });
    hook("web/set.sh", v1("beforeHelm: 1"), [](hook_run& run) {
      run.values_patch =
        R"([{"op":"add","path":"/web/tls/key","value":"k"},{"op":"add","path":"/web/seen","value":1}])";
    });
    set_config("web", "password: hunter2\nreplicas: 2\n");
  }

  std::string page(const std::string& path) {
    const auto reply = debug_page(path);
    CHECK_MESSAGE(reply.status == 200, reply.body);
    return reply.body;
  }
};

} // namespace

TEST_CASE_FIXTURE(values_fixture, "values, configuration and patches of a section are shown without their secrets") {
  start();
  struct row {
    const char* page;
    const char* want;
  };
  for (const auto& r : {
         row{"/global/values", R"({"discovery":"<redacted>","domain":"example.com"})"},
         row{"/global/config", "{}"},
         row{"/global/patches", R"([{"op":"add","path":"/global/discovery","value":"<redacted>"},)"
                                R"({"op":"add","path":"/webEnabled","value":true}])"},
         row{"/module/web/values",
             R"({"password":"<redacted>","replicas":2,"seen":1,"tls":{"key":"<redacted>","port":443}})"},
         row{"/module/web/config", R"({"password":"<redacted>","replicas":2})"},
         row{"/module/web/patches", R"([{"op":"add","path":"/web/seen","value":1},)"
                                    R"({"op":"add","path":"/web/tls/key","value":"<redacted>"}])"},
       }) {
    CAPTURE(r.page);
    CHECK(page(std::string(r.page) + ".json") == r.want);
  }
}

TEST_CASE_FIXTURE(values_fixture, "whoever asks for secrets sees them") {
  start();
  CHECK(page("/module/web/config.json?secrets=true") == R"({"password":"hunter2","replicas":2})");
  CHECK(page("/global/values.json?secrets=true") == R"({"discovery":{"token":"t"},"domain":"example.com"})");
  CHECK(page("/module/web/patches.text?secrets=true").find("\"k\"") != std::string::npos);
}

TEST_CASE_FIXTURE(values_fixture, "with the global section, values are those that a hook of the module reads") {
  start();
  CHECK(page("/module/web/values.json?global=true&secrets=true")
        == R"({"global":{"discovery":{"token":"t"},"domain":"example.com","enabledModules":["web"]},)"
           R"("web":{"password":"hunter2","replicas":2,"seen":1,"tls":{"key":"k","port":443}}})");
  CHECK(page("/module/web/config.json?global=true") == R"({"global":{},"web":{"password":"<redacted>","replicas":2}})");
}

TEST_CASE_FIXTURE(values_fixture, "the forms are JSON, YAML and a line for each value") {
  start();
  CHECK(page("/module/web/config.yaml") == "password: \"<redacted>\"\nreplicas: 2\n");
  CHECK(page("/module/web/config.text") == "password: \"<redacted>\"\nreplicas: 2\n");
  CHECK(page("/module/web/patches.text") == "add /web/seen = 1\nadd /web/tls/key = \"<redacted>\"\n");
  CHECK(page("/module/web/patches.yaml").starts_with("- op: add\n  path: /web/seen\n  value: 1\n"));
}

TEST_CASE_FIXTURE(values_fixture, "values of a module that does not exist are answered with those that do") {
  start();
  const auto reply = debug_page("/module/wep/values.json");
  CHECK(reply.status == 404);
  CHECK(reply.body == "module 'wep': there is no such module; did you mean web? there are: web\n");
}

TEST_CASE_FIXTURE(operator_fixture, "a schema that is broken switches its module off and nothing else") {
  module("010-bad");
  module("020-good");
  write("modules/010-bad/openapi/values.yaml", "properties: {a: {enum: 5}}\n");
  hook("bad/a.sh", v1("beforeHelm: 1"));
  hook("good/a.sh", v1("beforeHelm: 1"));
  start();
  CHECK(runs_of("bad/a.sh").empty());
  CHECK(runs_of("good/a.sh").size() == 1);
  CHECK(exit_codes().empty());
  CHECK(log().find("openapi/values.yaml: schema.properties.a: 'enum' must be a list") != std::string::npos);
}

TEST_CASE_FIXTURE(values_fixture, "a look at a section that cannot be used as it is shows its problem") {
  start();
  CHECK(debug_page("/module/web/config.json").warnings.empty());
  set_config("web", "a: [\n");
  run();
  const auto page = debug_page("/module/web/config.json");
  REQUIRE(page.warnings.size() == 1);
  CHECK(page.warnings.front().starts_with("values section 'web': ConfigMap: bad yaml at key 'web'"));
  CHECK(debug_page("/global/values.json").warnings.empty());
}

TEST_CASE_FIXTURE(values_fixture, "a remark beside values is short, however much is wrong") {
  start();
  std::string wrong = "tls: {port: x}\n";
  for (int i = 0; i < 2000; ++i) wrong += "unknown" + std::to_string(i) + ": 1\n";
  set_config("web", wrong);
  run();
  REQUIRE(describe().problems.front().size() > 1'100);
  const auto page = debug_page("/module/web/values.json");
  CHECK(page.status == 200);
  REQUIRE(page.warnings.size() == 1);
  CHECK(page.warnings.front().size() < 1010);
}
