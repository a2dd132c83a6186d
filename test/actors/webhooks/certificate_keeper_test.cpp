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

TEST_CASE_FIXTURE(keeper_world, "an authority whose key is of another authority is replaced by a single write") {
  look();
  const auto other = sys::http::make_authority("other", {0, 4'000'000'000});
  REQUIRE(other);
  SUBCASE("another certificate") {
    damage("authority.crt", other->certificate);
  }
  SUBCASE("another key") {
    damage("authority.key", other->key);
  }
  const auto before = count_requests("PATCH", "/secrets/");
  look();
  CHECK(count_requests("PATCH", "/secrets/") == before + 1);
  CHECK(secret("authority.key") != other->key);
  CHECK(sys::http::is_issued_by({secret("authority.crt"), secret("authority.key")}, secret("authority.crt")));
  CHECK(sys::http::is_issued_by({secret("tls.crt"), secret("tls.key")}, secret("ca.crt")));
  CHECK(keeper->problem().empty());
  CHECK(keeper->contest().empty());
}

TEST_CASE_FIXTURE(keeper_world, "a name that no certificate can have is named, and nothing is written") {
  options.registration.url = "https://b\u00fccher.example";
  look();
  CHECK_MESSAGE(keeper->problem().find("b\u00fccher.example") != std::string::npos, keeper->problem());
  CHECK(count_requests("POST", "/secrets") == 0);
}

TEST_CASE_FIXTURE(keeper_world, "a Secret that a policy changes is written after pauses, with the reason") {
  std::string stored;
  std::size_t writes = 0;
  api->put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.target.find("/secrets") == std::string::npos) return std::nullopt;
    if (x.method == "GET" && stored.empty()) return std::nullopt;
    if (x.method != "GET") {
      ++writes;
      const auto sent = *text::parse_json(x.body);
      // The body of a PATCH has no kind.
      const auto whole = stored.empty() ? sent : *text::parse_json(stored);
      stored = whole.with("data", sent.find("data")->without("authority.key")).dump();
    }
    kube::api::http_response answer;
    answer.status = 200;
    answer.body = stored;
    return answer;
  });
  look();
  CHECK(writes == 1);
  CHECK_MESSAGE(keeper->next_look() == 1s, "a look at once would be repeated without an end");
  for (int i = 0; i < 600; ++i) {
    fixture.advance(1s);
    look();
  }
  CHECK(writes > 5);
  CHECK(writes < 15);
  const auto words = keeper->contest();
  CHECK_MESSAGE(words.starts_with("Secret ops/webhook with the certificate of webhooks does not stay"), words);
  CHECK_MESSAGE(words.find("a webhook or a policy of the cluster changes it") != std::string::npos, words);
  CHECK(keeper->pace().next_step(fixture.shared()->steady_time_us()));
}

TEST_CASE_FIXTURE(keeper_world, "two operators with one Secret write after pauses, and both name the other") {
  look();
  auto theirs = options;
  theirs.registration.service.clear();
  theirs.registration.url = "https://other.example.com";
  std::unique_ptr<actors::webhooks::certificate_keeper> other;
  for (int i = 0; i < 60; ++i) {
    test::act_as_registrar(fixture, [&](actors::webhooks::registrar_self self) {
      if (!other) other = std::make_unique<actors::webhooks::certificate_keeper>(self, kube, theirs, [] {});
      other->look();
    });
    look();
    fixture.advance(1s);
  }
  const auto writes = count_requests("PATCH", "/secrets/");
  CHECK(writes >= 4);
  CHECK(writes <= 20);
  for (const auto& words : {keeper->contest(), other->contest()}) {
    CHECK_MESSAGE(words.find("another operator uses the same Secret") != std::string::npos, words);
    CHECK_MESSAGE(words.find("--webhook-secret") != std::string::npos, words);
  }
}

TEST_CASE_FIXTURE(keeper_world, "a write that always comes too late is repeated after pauses, with the reason") {
  look();
  damage("authority.key", "");
  api->fail_next({{"PATCH", "/secrets/webhook"}, simulation::refusal(409, "Conflict"), 1000});
  const auto before = count_requests("PATCH", "/secrets/");
  look();
  CHECK(count_requests("PATCH", "/secrets/") == before + 1);
  CHECK_MESSAGE(keeper->contest().empty(), "a single pause is no contest");
  fixture.advance(1s);
  look();
  CHECK(count_requests("PATCH", "/secrets/") == before + 2);
  CHECK_MESSAGE(keeper->contest().find("at the same time") != std::string::npos, keeper->contest());
}
