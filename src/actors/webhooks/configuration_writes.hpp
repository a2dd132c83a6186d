#pragma once

#include "actors/webhooks/entry_trial.hpp"
#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/wanted_configuration.hpp"
#include "core/webhooks/write_contest.hpp"
#include "kube/api/api_path.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::webhooks {

/// Makes a configuration of webhooks as wanted: reads it, compares it, and writes it. Webhooks that the API
/// server refuses are left out, so that a mistake in a webhook costs no other webhook. A part of the
/// WEBHOOK REGISTRAR.
class configuration_writes {
public:
  using on_done = std::function<void(const base::result<void>&)>;

  /// @param contest of all writes of the registrar; lives longer
  configuration_writes(registrar_self self, messages::kube_client_actor kube, core::bindings::webhook_kind kind,
                       core::webhooks::write_contest& contest);
  configuration_writes(const configuration_writes&) = delete;
  configuration_writes& operator=(const configuration_writes&) = delete;

  /// Calls back without a failure if the configuration is as wanted, lacks refused webhooks only, or waits
  /// for the end of a pause of `contest`. Else calls back with the failure: an answer of the API server, or
  /// the platform of the other operator that keeps the configuration. A single call at a time.
  void compare(std::shared_ptr<const core::webhooks::webhook_wish> wish, core::webhooks::webhook_terms terms,
               on_done done);
  /// The webhooks that the API server has refused, as of the last comparison.
  [[nodiscard]] const std::vector<core::webhooks::refused_webhook>& refused() const noexcept { return refused_; }
  /// The wanted webhooks that another client has taken out, and that come back after a pause of `contest`.
  [[nodiscard]] const std::set<std::string>& missing() const noexcept { return missing_; }
  /// The registered webhooks that stay without a hook, as of the last comparison.
  [[nodiscard]] const std::vector<core::webhooks::unclaimed_webhook>& unclaimed() const noexcept { return unclaimed_; }
  /// Whether the configuration was there with webhooks of this platform when the last comparison began.
  [[nodiscard]] bool is_registered() const;
  /// Whether the API server has dropped `matchConditions` that were written. From then on they are left out.
  [[nodiscard]] bool drops_conditions() const noexcept { return drops_conditions_; }
  /// The next comparison tries refused webhooks again.
  void doubt_refusals() noexcept { doubts_ = true; }

private:
  void begin();
  /// Whether the configuration differs because another client has changed it, and is put right later.
  [[nodiscard]] bool waits(const core::webhooks::entries_by_name& wanted);
  void forget_unwanted();
  void on_refusal(const base::error& why);
  [[nodiscard]] core::webhooks::entries_by_name entries() const;
  [[nodiscard]] core::webhooks::entry_choice choose() const;
  /// The wish without refused webhooks.
  [[nodiscard]] core::webhooks::webhook_wish registered() const;
  void decide(const text::json* now, core::webhooks::earlier_write before);
  void perform(const core::webhooks::configuration_step::none&);
  void perform(const core::webhooks::configuration_step::apply& x);
  void perform(const core::webhooks::configuration_step::replace& x);
  void perform(const core::webhooks::configuration_step::remove& x);
  void perform(const core::webhooks::configuration_step::leave& x);
  void log_change(const char* reason) const;
  /// Names the webhooks that have gone with the write, because the files of their hooks do not ask for them.
  void log_dropped();
  [[nodiscard]] bool is_ours() const;
  void end(const base::result<void>& result);
  [[nodiscard]] kube::api::object_location place() const;

  registrar_self self_;
  messages::kube_client_actor kube_;
  core::bindings::webhook_kind kind_;
  std::shared_ptr<const core::webhooks::webhook_wish> wish_;
  core::webhooks::webhook_terms terms_;
  on_done done_;
  std::optional<text::json> before_; ///< the configuration as it was read; empty: it did not exist
  core::webhooks::write_contest& contest_;
  core::webhooks::entries_by_name chosen_;  ///< for this comparison
  core::webhooks::entries_by_name settled_; ///< entries that the last comparison has left; empty: it has failed
  core::webhooks::entry_verdicts verdicts_;
  entry_trial trial_;
  std::vector<core::webhooks::refused_webhook> refused_;
  std::vector<core::webhooks::unclaimed_webhook> unclaimed_;
  std::vector<core::webhooks::unclaimed_webhook> dropped_; ///< that go with the next write of this comparison
  std::set<std::string> missing_;                          ///< see `missing()`; bound: the wanted webhooks
  bool drops_conditions_ = false;
  bool doubts_ = false;      ///< refused webhooks are tried again
  bool is_replaced_ = false; ///< the last possible write of this comparison was made
};

} // namespace actors::webhooks
