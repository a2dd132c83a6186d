#include "core/webhooks/wanted_conversion.hpp"

#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

namespace {

using core::webhooks::earlier_write;
using text::json;
namespace step = core::webhooks::definition_step;

core::webhooks::webhook_terms terms() {
  core::webhooks::webhook_terms x;
  x.place.namespace_name = "ops";
  x.place.service = "svc";
  x.place.owner = "ops/web";
  x.authorities = "PEM";
  return x;
}

json parsed(const std::string& text) {
  return *text::parse_json(text);
}

/// A definition with this member `spec.conversion` and these members of its metadata.
json definition(const std::string& conversion, const std::string& more = {}) {
  return parsed(R"({"metadata":{"name":"tabs.x.io","uid":"u")" + more + R"(},"spec":{"group":"x.io")"
                + (conversion.empty() ? "" : R"(,"conversion":)" + conversion) + "}}");
}

std::string webhook(const std::string& config) {
  return R"({"strategy":"Webhook","webhook":{"clientConfig":)" + config
         + R"(,"conversionReviewVersions":["v1","v1beta1"]}})";
}

const std::string marked = R"(,"annotations":{"addon-operator/conversion-platform":"ops/web"})";
const std::string own = R"({"service":{"name":"svc","namespace":"ops","path":"/tabs.x.io","port":443},"caBundle":")"
                        + text::encode_base64("PEM") + R"("})";

std::string outcome(const json& now, const core::webhooks::webhook_terms& of = terms(),
                    earlier_write before = earlier_write::none) {
  const auto change = core::webhooks::next_change(of, now, before);
  if (std::holds_alternative<step::none>(change)) return "none";
  if (std::holds_alternative<step::changed>(change)) return "changed";
  if (const auto* x = std::get_if<step::leave>(&change)) return "leave: " + x->by;
  return "apply";
}

} // namespace

TEST_CASE("a conversion is applied with the way to the listener, the authority and the mark") {
  const auto change = core::webhooks::next_change(terms(), definition(R"({"strategy":"None"})"), earlier_write::none);
  REQUIRE(std::holds_alternative<step::apply>(change));
  CHECK(std::get<step::apply>(change).object
        == parsed(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":)"
                  R"("tabs.x.io","uid":"u")"
                  + marked + R"(},"spec":{"conversion":)" + webhook(own) + "}}"));
  auto by_url = terms();
  by_url.place.url = "https://127.0.0.1:9";
  const auto other = core::webhooks::next_change(by_url, definition(""), earlier_write::none);
  REQUIRE(std::holds_alternative<step::apply>(other));
  CHECK(std::get<step::apply>(other).object.dump().find(R"("url":"https://127.0.0.1:9/tabs.x.io")")
        != std::string::npos);
}

TEST_CASE("a conversion is written when it is missing or differs, and is left alone otherwise") {
  const auto replaced = [](const std::string& from, const std::string& to) {
    auto text = own;
    return text.replace(text.find(from), from.size(), to);
  };
  struct row {
    json now;
    std::string expected;
  };
  const std::vector<row> rows{
    {definition(""), "apply"},
    {definition(R"({"strategy":"None"})"), "apply"},
    {definition(R"({"strategy":"None"})", marked), "apply"},
    {definition(webhook(own), marked), "none"},
    {definition(webhook(own)), "apply"},
    {definition(webhook(replaced("svc", "old")), marked), "apply"},
    {definition(webhook(replaced("caBundle", "other")), marked), "apply"},
    {definition(webhook(R"({"url":"https://127.0.0.1:8/tabs.x.io"})"), marked), "apply"},
    // Of flant/shell-operator.
    {definition(webhook(replaced("svc", "shell-operator-conversion-svc"))), "apply"},
    {definition(webhook(replaced("ops", "cert"))), "leave: service cert/svc"},
    {definition(webhook(replaced("/tabs.x.io", "/convert"))), "leave: service ops/svc"},
    {definition(webhook(replaced("/tabs.x.io", "/convert")), marked), "leave: service ops/svc"},
    {definition(webhook(R"({"url":"https://else/tabs.x.io"})"),
                R"(,"managedFields":[{"manager":"other","fieldsV1":{}},)"
                R"({"manager":"kubectl","fieldsV1":{"f:spec":{"f:conversion":{}}}}])"),
     "leave: https://else/tabs.x.io, written by kubectl"},
    {definition("", R"(,"annotations":{"addon-operator/conversion-platform":"ops/db"})"), "leave: platform ops/db"},
  };
  for (const auto& x : rows) CHECK_EQ(outcome(x.now), x.expected);
}

TEST_CASE("a conversion that is changed with each write is not written again") {
  CHECK(outcome(definition(R"({"strategy":"None"})", marked), terms(), earlier_write::applied) == "changed");
  CHECK(outcome(definition(webhook(own), marked), terms(), earlier_write::applied) == "none");
}

TEST_CASE("an authority that cert-manager writes stays as it is") {
  auto injected = terms();
  injected.authorities.clear();
  injected.place.inject_ca_from = "ops/cert";
  const auto both = R"(,"annotations":{"addon-operator/conversion-platform":"ops/web",)"
                    R"("cert-manager.io/inject-ca-from":"ops/cert"})";
  CHECK(outcome(definition(webhook(own), both), injected) == "none");
  const auto change = core::webhooks::next_change(injected, definition(""), earlier_write::none);
  REQUIRE(std::holds_alternative<step::apply>(change));
  const auto text = std::get<step::apply>(change).object.dump();
  CHECK(text.find("caBundle") == std::string::npos);
  CHECK(text.find(R"("cert-manager.io/inject-ca-from":"ops/cert")") != std::string::npos);
}

TEST_CASE("a definition is converted by the platform whose mark it has, while a webhook is set") {
  CHECK(core::webhooks::conversion_platform_of(definition({}, marked)) == "ops/web");
  CHECK(core::webhooks::conversion_platform_of(definition({})).empty());
  CHECK(core::webhooks::is_converted_by(definition(webhook(own), marked), "ops/web"));
  CHECK_FALSE(core::webhooks::is_converted_by(definition(webhook(own), marked), "other/web"));
  CHECK_FALSE(core::webhooks::is_converted_by(definition(webhook(own)), "ops/web"));
  CHECK_FALSE(core::webhooks::is_converted_by(definition(R"({"strategy":"None"})", marked), "ops/web"));
}
