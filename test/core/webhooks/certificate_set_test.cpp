#include "core/webhooks/certificate_set.hpp"

#include <doctest/doctest.h>

using namespace core::webhooks;

namespace {

const registration place{.namespace_name = "ops", .secret = "webhook"};
const certificate_set whole{{"A", "a"}, {"S", "s"}, key_pair{"N", "n"}, "F"};

} // namespace

TEST_CASE("a set that was written to a Secret is read again") {
  for (const auto& set : {whole, certificate_set{{"A", "a"}, {"S", "s"}}}) {
    const auto read = certificates_of(secret_with(set, place, nullptr));
    REQUIRE(read);
    CHECK(read->authority == set.authority);
    CHECK(read->server == set.server);
    CHECK(read->next == set.next);
    CHECK(read->former == set.former);
  }
}

TEST_CASE("both authorities are trusted while they change") {
  CHECK(whole.trusted() == "ANF");
  CHECK(certificate_set{{"A", "a"}, {"S", "s"}}.trusted() == "A");
}

TEST_CASE("a patch names the version that was read, and takes out what the set lacks") {
  const auto known = text::json::object({{"metadata", text::json::object({{"resourceVersion", "5"}})}});
  const auto patch = secret_with({{"A", "a"}, {"S", "s"}}, place, &known);
  CHECK(patch.find("metadata")->string_at("resourceVersion") == "5");
  CHECK(patch.find("data")->find("former-authority.crt")->is_null());
  CHECK(patch.find("data")->string_at("ca.crt") == "QQ==");
}

TEST_CASE("a Secret without its authority has no set, and one without its server keeps its authority") {
  const auto secret = secret_with(whole, place, nullptr);
  const auto without = [&](const char* key) { return secret.with("data", secret.find("data")->without(key)); };
  CHECK_FALSE(certificates_of(text::json()));
  for (const auto* key : {"authority.crt", "authority.key"}) CHECK_FALSE(certificates_of(without(key)));
  for (const auto* key : {"tls.crt", "tls.key"}) {
    CHECK(certificates_of(without(key))->server == key_pair());
    CHECK(certificates_of(without(key))->authority == whole.authority);
  }
  CHECK(certificates_of(secret.with("data", secret.find("data")->with("tls.key", "%")))->server == key_pair());
  CHECK(certificates_of(without("ca.crt")));
  CHECK_FALSE(certificates_of(without("next-authority.key"))->next);
}
