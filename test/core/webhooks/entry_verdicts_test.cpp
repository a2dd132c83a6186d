#include "core/webhooks/entry_verdicts.hpp"

#include <doctest/doctest.h>

using namespace core::webhooks;
using text::json;

namespace {

json entry(const std::string& name, const std::string& policy = "Fail", const std::string& bundle = "a") {
  return json::object(
    {{"name", name}, {"failurePolicy", policy}, {"clientConfig", json::object({{"caBundle", bundle}})}});
}

} // namespace

TEST_CASE("a refusal holds for the content of an entry, whatever its certificates are") {
  entry_verdicts verdicts;
  CHECK(verdicts.refusal(entry("a.b.c")) == nullptr);
  verdicts.refuse(entry("a.b.c"), "why");
  REQUIRE(verdicts.refusal(entry("a.b.c", "Fail", "b")) != nullptr);
  CHECK(*verdicts.refusal(entry("a.b.c")) == "why");
  CHECK(verdicts.refusal(entry("a.b.c", "Ignore")) == nullptr);
  CHECK(verdicts.refusal(entry("d.e.f")) == nullptr);
}

TEST_CASE("a refusal ends with a consent, and with the wish for its webhook") {
  entry_verdicts verdicts;
  verdicts.refuse(entry("a.b.c"), "why");
  verdicts.refuse(entry("d.e.f"), "why");
  verdicts.accept(entry("a.b.c"));
  verdicts.accept(entry("x.y.z"));
  CHECK(verdicts.refusal(entry("a.b.c")) == nullptr);
  verdicts.keep({"a.b.c"});
  CHECK(verdicts.refusal(entry("d.e.f")) == nullptr);
}

TEST_CASE("of a webhook at most two contents are remembered") {
  entry_verdicts verdicts;
  verdicts.refuse(entry("a.b.c", "1"), "why");
  verdicts.refuse(entry("a.b.c", "2"), "why");
  verdicts.refuse(entry("a.b.c", "2"), "again");
  CHECK(verdicts.refusal(entry("a.b.c", "1")) != nullptr);
  CHECK(*verdicts.refusal(entry("a.b.c", "2")) == "again");
  verdicts.refuse(entry("a.b.c", "3"), "why");
  CHECK(verdicts.refusal(entry("a.b.c", "1")) == nullptr);
  CHECK(verdicts.refusal(entry("a.b.c", "3")) != nullptr);
}

TEST_CASE("a refusal for the content is told from other failures") {
  using base::error_code;
  CHECK(is_about_content({error_code::invalid_input, "invalid"}));
  CHECK(is_about_content({error_code::unavailable,
                          "failed to create typed patch object (/x; y, Kind=z): .webhooks[name=\"a.b.c\"]"
                          ".matchConditions: duplicate entries for key [name=\"x\"]"}));
  CHECK_FALSE(is_about_content({error_code::unavailable, "connection refused"}));
  CHECK_FALSE(is_about_content({error_code::forbidden, "cannot patch"}));
}

TEST_CASE("the words on an entry name neither the configuration nor an index") {
  CHECK(words_on_entry("ValidatingWebhookConfiguration.admissionregistration.k8s.io \"hooks\" is invalid: "
                       "[webhooks[0].name: Required value, webhooks[0].rules[1].scope: Unsupported value]")
        == "[name: Required value, rules[1].scope: Unsupported value]");
  CHECK(words_on_entry("json: cannot unmarshal") == "json: cannot unmarshal");
}
