#include "actors/webhooks/configuration_writes.hpp"

#include "actors/messages/kube_client.hpp"
#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "sys/log/log.hpp"

#include <utility>
#include <variant>

namespace actors::webhooks {

namespace {

using core::webhooks::earlier_write;

kube::api::resource resource_of(core::bindings::webhook_kind kind) {
  return {.group = "admissionregistration.k8s.io",
          .version = "v1",
          .kind = core::webhooks::configuration_kind(kind),
          .plural = kind == core::bindings::webhook_kind::validating ? "validatingwebhookconfigurations"
                                                                     : "mutatingwebhookconfigurations",
          .namespaced = false};
}

} // namespace

configuration_writes::configuration_writes(registrar_self self, messages::kube_client_actor kube,
                                           core::bindings::webhook_kind kind)
  : self_(self), kube_(std::move(kube)), kind_(kind) {}

kube::api::object_location configuration_writes::place() const {
  return {.namespace_ = {}, .name = terms_.place.configuration + "-hooks"};
}

void configuration_writes::compare(std::shared_ptr<const core::webhooks::webhook_wish> wish,
                                   core::webhooks::webhook_terms terms, on_done done) {
  wish_ = std::move(wish);
  terms_ = std::move(terms);
  done_ = std::move(done);
  is_replaced_ = false;
  call_for_object(self_, kube_, kube::api::get_request(resource_of(kind_), place()),
                  [this](const base::result<text::json>& now) {
                    is_there_ = now.has_value();
                    if (now) return decide(&*now, earlier_write::none);
                    if (now.error().code == base::error_code::not_found) return decide(nullptr, earlier_write::none);
                    end(tl::unexpected(now.error()));
                  });
}

void configuration_writes::decide(const text::json* now, earlier_write before) {
  std::visit([this](const auto& x) { perform(x); }, core::webhooks::next_change(kind_, *wish_, terms_, now, before));
}

void configuration_writes::perform(const core::webhooks::configuration_step::none&) {
  end({});
}

void configuration_writes::perform(const core::webhooks::configuration_step::leave& x) {
  end(base::fail(base::error_code::invalid_input,
                 "it belongs to platform " + x.platform
                   + ": give this operator another name by --validating-webhook-configuration-name, or remove it"));
}

void configuration_writes::perform(const core::webhooks::configuration_step::apply& x) {
  kube::api::patch_options patch{kube::api::patch_kind::apply, x.object.dump(), core::webhooks::registration_manager,
                                 true};
  call_for_object(self_, kube_, kube::api::patch_request(resource_of(kind_), place(), std::move(patch)),
                  [this](const base::result<text::json>& now) {
                    if (!now) return end(tl::unexpected(now.error()));
                    log_change(is_there_ ? "it differed" : "it was missing");
                    decide(&*now, earlier_write::applied);
                  });
}

void configuration_writes::perform(const core::webhooks::configuration_step::replace& x) {
  if (std::exchange(is_replaced_, true))
    return end(
      base::fail(base::error_code::invalid_input, "the API server has changed the webhooks that were written"));
  kube::api::patch_options patch{kube::api::patch_kind::json, x.patch.dump(), core::webhooks::registration_manager};
  call_for_object(self_, kube_, kube::api::patch_request(resource_of(kind_), place(), std::move(patch)),
                  [this](const base::result<text::json>& now) {
                    if (!now) return end(tl::unexpected(now.error()));
                    decide(&*now, earlier_write::applied);
                  });
}

void configuration_writes::perform(const core::webhooks::configuration_step::remove& x) {
  self_->ask(
    kube_,
    messages::call_api{
      {},
      kube::api::remove_request(resource_of(kind_), place(), {.uid = x.uid, .resource_version = x.resource_version})},
    [this](const messages::api_answered& answer) {
      const auto removed = kube::api::body_of(answer.response);
      if (!removed && removed.error().code != base::error_code::not_found) return end(tl::unexpected(removed.error()));
      sys::log::log_info("webhooks_registered", {{"kind", core::webhooks::configuration_kind(kind_)},
                                                 {"configuration", place().name},
                                                 {"removed", true},
                                                 {"reason", "no hook asks for a webhook"}});
      end({});
    },
    [this](const std::string& reason) {
      end(base::fail(base::error_code::unavailable, "the kube client has ended: " + reason));
    });
}

void configuration_writes::log_change(const char* reason) const {
  sys::log::log_info("webhooks_registered", {{"kind", core::webhooks::configuration_kind(kind_)},
                                             {"configuration", place().name},
                                             {"names", core::webhooks::names_of(kind_, *wish_)},
                                             {"reason", reason}});
}

void configuration_writes::end(const base::result<void>& result) {
  const auto done = std::exchange(done_, {});
  if (result) return done(result);
  done(base::fail(std::string(core::webhooks::configuration_kind(kind_)) + " " + place().name, result.error()));
}

} // namespace actors::webhooks
