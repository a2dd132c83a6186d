#include "actors/webhooks/certificate_keeper.hpp"

#include "actors/messages/webhooks.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"
#include "sys/http/issued_certificate.hpp"
#include "text/plain/base64.hpp"

#include <memory>
#include <string>

using namespace std::chrono_literals;

namespace {

struct keeper_world : test::api_world {
  actors::webhooks::registrar_options options;
  std::unique_ptr<actors::webhooks::certificate_keeper> keeper;
  std::size_t served = 0;
  std::size_t changes = 0;
  std::string why_not; ///< the listener takes no certificate

  keeper_world() {
    api->put_object(text::json::object(
      {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", "ops"}})}}));
    options.registration.namespace_name = "ops";
    options.registration.service = "svc";
    options.registration.secret = "webhook";
    options.serve = [this](const std::string&, const std::string&) -> base::result<void> {
      if (!why_not.empty()) return base::fail(base::error_code::invalid_input, why_not);
      ++served;
      return {};
    };
  }

  void look() {
    test::act_as_registrar(fixture, [this](actors::webhooks::registrar_self self) {
      if (!keeper)
        keeper = std::make_unique<actors::webhooks::certificate_keeper>(self, kube, options, [this] { ++changes; });
      keeper->look();
    });
  }
  /// Changes an entry of the Secret, for another keeper which has never read it.
  void damage(const char* key, const std::string& text) {
    const auto now = *api->object("Secret", "ops", "webhook");
    const auto metadata = now.find("metadata")->without("resourceVersion");
    api->put_object(
      now.with("metadata", metadata).with("data", now.find("data")->with(key, text::encode_base64(text))));
    keeper.reset();
  }
  [[nodiscard]] std::string secret(const char* key) const {
    const auto now = api->object("Secret", "ops", "webhook");
    return now ? *text::decode_base64(now->find("data")->string_at(key).value_or("")) : std::string();
  }
};

} // namespace

TEST_CASE_FIXTURE(keeper_world, "the first look makes the Secret, and the listener gets its certificate once") {
  look();
  CHECK(secret("ca.crt") == keeper->trusted());
  CHECK_FALSE(keeper->trusted().empty());
  CHECK(sys::http::is_issued_by({secret("tls.crt"), secret("tls.key")}, secret("ca.crt")));
  CHECK(keeper->problem().empty());
  CHECK(keeper->next_look() > 0s);
  CHECK(keeper->next_look() <= 24h);
  CHECK(served == 1);
  CHECK(changes == 1);
  look();
  CHECK(served == 1);
  CHECK(changes == 2);
}

TEST_CASE_FIXTURE(keeper_world, "a Secret that cannot be read is named, and is not replaced") {
  api->fail_next({{"GET", "/secrets/webhook"}, simulation::refusal(403, "Forbidden"), 1});
  look();
  CHECK_MESSAGE(keeper->problem().starts_with("Secret ops/webhook with the certificate of webhooks: "),
                keeper->problem());
  CHECK(keeper->trusted().empty());
  CHECK_FALSE(api->object("Secret", "ops", "webhook"));
  CHECK(changes == 1);
  look();
  CHECK(keeper->problem().empty());
  CHECK(served == 1);
}

TEST_CASE_FIXTURE(keeper_world, "a certificate that the listener does not take is a problem") {
  why_not = "no room";
  look();
  CHECK_MESSAGE(keeper->problem().ends_with(": no room"), keeper->problem());
  why_not.clear();
  look();
  CHECK(keeper->problem().empty());
  CHECK(served == 1);
}

TEST_CASE_FIXTURE(keeper_world, "a Secret without the key of its authority gets a new one, and unknown entries stay") {
  look();
  const auto before = secret("authority.crt");
  damage("authority.key", "");
  damage("note", "mine");
  look();
  CHECK(secret("authority.crt") != before);
  CHECK(secret("note") == "mine");
  CHECK(sys::http::is_issued_by({secret("tls.crt"), secret("tls.key")}, secret("ca.crt")));
}

TEST_CASE_FIXTURE(keeper_world, "damaged parts beside a whole authority do not change the authority") {
  look();
  const auto before = secret("authority.crt");
  damage("tls.key", "");
  look();
  CHECK(secret("authority.crt") == before);
  CHECK(sys::http::is_issued_by({secret("tls.crt"), secret("tls.key")}, before));
  const auto server = secret("tls.crt");
  damage("next-authority.crt", "x");
  damage("next-authority.key", "x");
  look();
  CHECK(secret("authority.crt") == before);
  CHECK(secret("tls.crt") == server);
  CHECK(keeper->trusted() == before);
}
