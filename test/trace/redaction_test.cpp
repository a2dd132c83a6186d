#include "trace/redaction.hpp"

#include "base/missing_right.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::redacted_summary;

namespace {

struct row {
  const char* text;
  const char* want;
};

} // namespace

TEST_CASE("names and numbers of things stay as they are") {
  for (const auto* text : {
         "",
         "ModuleRun:main:vault-secret:KubernetesEvent",
         "ModuleHookRun:main:web:kubernetes:web/token.sh:pods:KubernetesEvent done",
         "GlobalHookRun:main:beforeAll:hooks/rotate-token: done",
         "GlobalHookRun:main:beforeAll:secret: failed",
         "GET /api/v1/namespaces/default/secrets/web?watch=1&labelSelector=app%3Dweb 200",
         "kubernetes Secret in namespace default is lost: timeout",
         "failed: Secret: forbidden",
         "revision 3 by the ConfigMap (version 4712)",
         "failed: openapi/values.yaml: 'name' must match '^[a-z]{2}$'",
         "secretName=web",
       }) {
    CAPTURE(text);
    CHECK(redacted_summary(text) == text);
  }
}

TEST_CASE("JSON in a message is content, even if it is cut off") {
  for (const auto& r : {
         row{R"(failed: {"kind":"Secret","data":{"a":"eA=="}} is refused)", "failed: <redacted> is refused"},
         row{R"(a [{"x":"]"},1] b { "y": 1 })", "a <redacted> b <redacted>"},
         row{R"(Cannot index object ({"apiVersion":"v1","da...))", "Cannot index object (<redacted>"},
       }) {
    CAPTURE(r.text);
    CHECK(redacted_summary(r.text) == r.want);
  }
}

TEST_CASE("a rule for a missing right is there to be pasted") {
  const std::string rule =
    R"(add to a Role in namespace 'a': - {apiGroups: [""], resources: ["secrets"], verbs: ["get"]})";
  CHECK(redacted_summary(rule) == rule);
  CHECK(redacted_summary(rule + R"( and {"a": ["b"]})") == rule + " and <redacted>");
  CHECK(redacted_summary(R"({apiGroups: ["hunter 2"], resources: ["secrets"], verbs: ["get"]})")
        == "{apiGroups: <redacted>, resources: <redacted>, verbs: <redacted>}");
  const auto advice = base::advice_on_rights("User \"u\" cannot list resource \"secrets\" in API group \"\" at the "
                                             "cluster scope");
  CHECK(redacted_summary(advice) == advice);
}

TEST_CASE("a value behind a key that names a secret is hidden") {
  for (const auto& r : {
         row{"mysql --password=hunter2 --user=root", "mysql --password=<redacted> --user=root"},
         row{"DB_PASSWORD='hunter 2' not accepted", "DB_PASSWORD=<redacted> not accepted"},
         row{R"('apiToken': "a \" b", port: 1)", "'apiToken': <redacted>, port: 1"},
         row{"tls.key: MIIE", "tls.key: <redacted>"},
         row{R"("client-secret":"x")", R"("client-secret":<redacted>)"},
         row{"Authorization: Bearer abc.def refused", "Authorization: <redacted> refused"},
         row{"https://host/?token=abc&x=1", "https://host/?token=<redacted>&x=1"},
         row{R"(password: "hunter2, cut off)", "password: <redacted>"},
       }) {
    CAPTURE(r.text);
    CHECK(redacted_summary(r.text) == r.want);
  }
}

TEST_CASE("a wrong value is hidden") {
  for (const auto& r : {
         row{R"('web.db' must be of type integer, got "hunter2" (set by a hook))",
             "'web.db' must be of type integer, got <redacted> (set by a hook)"},
         row{"web.db must be of type integer, got a string (set by a hook)",
             "web.db must be of type integer, got a string (set by a hook)"},
         row{"expected 'true' or 'false', got 'hunter2'", "expected 'true' or 'false', got <redacted>"},
         row{R"(Secret "web" is invalid: data[a]: Invalid value: "hunter2": no)",
             R"(Secret "web" is invalid: data[a]: Invalid value: <redacted>: no)"},
       }) {
    CAPTURE(r.text);
    CHECK(redacted_summary(r.text) == r.want);
  }
}

TEST_CASE("what a jq filter reports and what the API server shows of a request is hidden") {
  CHECK(redacted_summary("watch is lost: jq filter '.data | error(.a)' failed: aHVudGVyMg==")
        == "watch is lost: jq filter '.data | error(.a)' failed: <redacted>");
  CHECK(redacted_summary(R"(jq filter 'a', jq filter '{"b": .c}' failed: x got "y")")
        == R"(jq filter 'a', jq filter '{"b": .c}' failed: <redacted>)");
  CHECK(redacted_summary("password=a,jq filter 'b' failed: x")
        == "password=<redacted>,jq filter 'b' failed: <redacted>");
  CHECK(redacted_summary(R"(illegal base64 data, error found in #10 byte of ...|"hunter2"}}|..., )"
                         R"(bigger context ...|pi":"v1","a":"hunter2"}}|...)")
        == "illegal base64 data, error found in #10 byte of ...|<redacted>|..., bigger context ...|<redacted>|...");
}

TEST_CASE("a summary is one line of bounded length") {
  CHECK(redacted_summary("failed: no such file\npassword is hunter2") == "failed: no such file");
  CHECK(redacted_summary(std::string(5'000, 'x')).size() < 1'100);
}
