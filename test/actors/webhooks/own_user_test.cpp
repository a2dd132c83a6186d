#include "actors/webhooks/own_user.hpp"

#include "actors/messages/webhooks.hpp"
#include "registrar_part.hpp"
#include "support/api_world.hpp"

#include <memory>
#include <optional>
#include <string>

namespace {

constexpr auto account = "system:serviceaccount:ops:op";

struct user_world : test::api_world {
  actors::webhooks::registrar_options options;
  std::unique_ptr<actors::webhooks::own_user> user;
  std::optional<base::result<std::string>> found;

  /// @returns the name, or the failure
  std::string find() {
    found.reset();
    test::act_as_registrar(fixture, [this](actors::webhooks::registrar_self self) {
      user = std::make_unique<actors::webhooks::own_user>(self, kube, options);
      user->find([this](const base::result<std::string>& x) { found = x; });
    });
    if (!found) return "no answer";
    return *found ? **found : "failure: " + (*found).error().message;
  }
};

} // namespace

TEST_CASE_FIXTURE(user_world, "the API server says by which name it knows the operator") {
  api->set_user(account);
  CHECK(find() == account);
  CHECK(count_requests("POST", "/selfsubjectreviews") == 1);
}

TEST_CASE_FIXTURE(user_world, "an older API server is asked in its version") {
  api->put_between([](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.target != "/apis/authentication.k8s.io/v1beta1/selfsubjectreviews") return std::nullopt;
    kube::api::http_response answer;
    answer.status = 201;
    answer.body = R"({"status":{"userInfo":{"username":"beta"}}})";
    return answer;
  });
  api->fail_next({{"POST", "/v1/selfsubjectreviews"}, simulation::refusal(404, "NotFound"), 1});
  CHECK(find() == "beta");
}

TEST_CASE_FIXTURE(user_world,
                  "an API server without reviews, or without the right to them, leaves the token, or nothing") {
  SUBCASE("not served, with a token") {
    api->fail_next({{"POST", "selfsubjectreviews"}, simulation::refusal(404, "NotFound"), 3});
    options.user_of_token = [] { return std::string(account); };
    CHECK(find() == account);
    CHECK(log.count({"webhooks_own_user_unknown", account}) == 1);
  }
  SUBCASE("held up by a webhook, with a token") {
    api->fail_next({{"POST", "selfsubjectreviews"}, simulation::refusal(500, "InternalError"), 1});
    options.user_of_token = [] { return std::string(account); };
    CHECK(find() == account);
  }
  SUBCASE("refused, without a token") {
    api->fail_next({{"POST", "selfsubjectreviews"}, simulation::refusal(403, "Forbidden"), 1});
    CHECK(find().empty());
    CHECK(log.count({"webhooks_own_user_unknown", "may refuse requests of the operator"}) == 1);
  }
}

TEST_CASE_FIXTURE(user_world, "a failed answer is a failure, because a later try may know the name") {
  api->fail_next({{"POST", "selfsubjectreviews"}});
  options.user_of_token = [] { return std::string(account); };
  CHECK(find().starts_with("failure: asking for the operator's own user: "));
}
