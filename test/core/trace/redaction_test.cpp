#include "core/trace/redaction.hpp"

#include <doctest/doctest.h>

namespace {

std::string redact(std::string_view text) {
  return core::redact_secrets(core::parse_json(text).value()).dump();
}

} // namespace

TEST_CASE("values of Secrets are hidden wherever they stand, keys and other objects stay") {
  struct row {
    const char* text;
    const char* want;
  };
  for (const auto& r : {
         row{R"({"kind":"Secret","data":{"a":"eA==","b":""},"type":"Opaque"})",
             R"({"data":{"a":"<redacted>","b":"<redacted>"},"kind":"Secret","type":"Opaque"})"},
         row{R"({"kind":"Secret","stringData":{"a":"x"}})", R"({"kind":"Secret","stringData":{"a":"<redacted>"}})"},
         row{R"([{"object":{"kind":"Secret","data":{"a":"x"}}}])",
             R"([{"object":{"data":{"a":"<redacted>"},"kind":"Secret"}}])"},
         row{R"({"kind":"SecretList","items":[{"kind":"Secret","data":{"a":"x"}}]})",
             R"({"items":[{"data":{"a":"<redacted>"},"kind":"Secret"}],"kind":"SecretList"})"},
         row{R"({"kind":"ConfigMap","data":{"a":"x"}})", R"({"data":{"a":"x"},"kind":"ConfigMap"})"},
         row{R"({"kind":"Secret","data":null})", R"({"data":null,"kind":"Secret"})"},
         row{R"("Secret")", R"("Secret")"},
       })
    CHECK(redact(r.text) == r.want);
}

TEST_CASE("the copy of a Secret in kubectl's annotation is hidden") {
  CHECK(redact(R"({"kind":"Secret","metadata":{"annotations":{"a":"b",)"
               R"("kubectl.kubernetes.io/last-applied-configuration":"{}"}}})")
        == R"({"kind":"Secret","metadata":{"annotations":{"a":"b",)"
           R"("kubectl.kubernetes.io/last-applied-configuration":"<redacted>"}}})");
}
