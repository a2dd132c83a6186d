#include "actors/webhooks/own_user.hpp"

#include "actors/messages/kube_client.hpp"
#include "base/contains.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"
#include "text/json/json_parts.hpp"

#include <array>
#include <utility>

namespace actors::webhooks {

namespace {

using text::json;
using text::member;

constexpr std::array versions{"v1", "v1beta1", "v1alpha1"};
constexpr int not_served = 404;
/// A later try may have an answer. Any other failure lasts, or comes from a webhook of a hook that does not
/// answer yet: it must not hold up the registration that leaves the operator out of the webhook.
constexpr std::array passing{401, 429};

kube::api::http_request review(const char* version) {
  const kube::api::resource what{.group = "authentication.k8s.io",
                                 .version = version,
                                 .kind = "SelfSubjectReview",
                                 .plural = "selfsubjectreviews",
                                 .namespaced = false};
  const auto body =
    json::object({{"apiVersion", "authentication.k8s.io/" + std::string(version)}, {"kind", "SelfSubjectReview"}});
  return kube::api::create_request(what, {}, body.dump());
}

} // namespace

own_user::own_user(registrar_self self, messages::kube_client_actor kube, const registrar_options& options)
  : self_(self), kube_(std::move(kube)), options_(options) {}

void own_user::find(on_done done) {
  done_ = std::move(done);
  ask(0);
}

void own_user::ask(std::size_t version) {
  if (version == versions.size()) return end_without("the API server serves no SelfSubjectReview");
  self_->ask(
    kube_, messages::call_api{{}, review(versions[version])},
    [this, version](const messages::api_answered& x) { on_answer(version, x.response); },
    [this](const std::string& reason) {
      std::exchange(done_, {})(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void own_user::on_answer(std::size_t version, const base::result<kube::api::http_response>& answer) {
  if (answer && answer->status == not_served) return ask(version + 1);
  const bool is_refused = answer && answer->status >= 400 && !base::contains(passing, answer->status);
  if (is_refused) return end_without(kube::api::error_of(*answer).message);
  const auto reviewed = kube::api::json_of(answer);
  if (!reviewed) return std::exchange(done_, {})(base::fail("asking for the operator's own user", reviewed.error()));
  const auto& user = member(member(*reviewed, "status"), "userInfo");
  auto name = user.is_object() ? user.string_at("username").value_or("") : std::string();
  if (name.empty()) return end_without("the API server has answered without a name");
  std::exchange(done_, {})(std::move(name));
}

void own_user::end_without(const std::string& why) {
  auto name = options_.user_of_token ? options_.user_of_token() : std::string();
  sys::log::log_warning("webhooks_own_user_unknown",
                        {{"error", why},
                         {"consequence", name.empty() ? "webhooks may refuse requests of the operator"
                                                      : "the user is " + name + ", by the token of the operator"}});
  std::exchange(done_, {})(std::move(name));
}

} // namespace actors::webhooks
