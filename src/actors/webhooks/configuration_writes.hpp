#pragma once

#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/wanted_configuration.hpp"
#include "kube/api/api_path.hpp"

#include <functional>
#include <memory>

namespace actors::webhooks {

/// Makes a configuration of webhooks as wanted: reads it, compares it, and writes it. A part of the WEBHOOK
/// REGISTRAR.
class configuration_writes {
public:
  using on_done = std::function<void(const base::result<void>&)>;

  configuration_writes(registrar_self self, messages::kube_client_actor kube, core::bindings::webhook_kind kind);

  /// Calls back when the configuration is as wanted, or with the failure: an answer of the API server, or the
  /// platform of the other operator that keeps the configuration. A single call at a time.
  void compare(std::shared_ptr<const core::webhooks::webhook_wish> wish, core::webhooks::webhook_terms terms,
               on_done done);

private:
  void decide(const text::json* now, core::webhooks::earlier_write before);
  void perform(const core::webhooks::configuration_step::none&);
  void perform(const core::webhooks::configuration_step::apply& x);
  void perform(const core::webhooks::configuration_step::replace& x);
  void perform(const core::webhooks::configuration_step::remove& x);
  void perform(const core::webhooks::configuration_step::leave& x);
  void log_change(const char* reason) const;
  void end(const base::result<void>& result);
  [[nodiscard]] kube::api::object_location place() const;

  registrar_self self_;
  messages::kube_client_actor kube_;
  core::bindings::webhook_kind kind_;
  std::shared_ptr<const core::webhooks::webhook_wish> wish_;
  core::webhooks::webhook_terms terms_;
  on_done done_;
  bool is_there_ = false;    ///< when it was read
  bool is_replaced_ = false; ///< the last possible write of this comparison was made
};

} // namespace actors::webhooks
