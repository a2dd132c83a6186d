#pragma once

#include "actors/webhooks/registrar_options.hpp"
#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/certificate_pace.hpp"
#include "core/webhooks/certificate_plan.hpp"
#include "core/webhooks/certificate_set.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace actors::webhooks {

/// Keeps the operator's own certificates in a Secret, and gives the listener the certificate of the server. A
/// part of the WEBHOOK REGISTRAR.
///
/// If two operators make the Secret at the same time, the second operator uses the Secret of the first. If
/// the Secret does not stay as it was written, further writes come after pauses.
class certificate_keeper {
public:
  /// @param changed called after the last of the looks that follow each other: the trusted authorities may
  ///   differ now
  certificate_keeper(registrar_self self, messages::kube_client_actor kube, const registrar_options& options,
                     std::function<void()> changed);

  /// Reads the Secret, and makes the next step of the plan if it is due.
  void look();
  /// Notes that the configurations in the API server have these authorities now.
  void published(const std::string& authorities);

  /// In PEM; empty: not known yet.
  [[nodiscard]] std::string trusted() const { return set_ ? set_->trusted() : std::string(); }
  /// The reason why there is no certificate, or why its next step fails; empty: no reason.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  /// The time until the next look, as of the last look.
  [[nodiscard]] std::chrono::seconds next_look() const noexcept { return plan_.next_look; }
  /// The reason why the Secret is written after pauses, with the next step; empty: it stays as written.
  [[nodiscard]] std::string contest() const;
  [[nodiscard]] const core::webhooks::certificate_pace& pace() const noexcept { return pace_; }

private:
  void on_read(const base::result<text::json>& secret);
  void adopt(const text::json& secret);
  /// Writes the set after the next step. Without a step it gives the listener its certificate, and ends the
  /// look.
  void go_on();
  /// Makes the step of the plan now, or ends the look for a pause.
  void make_step();
  void on_written(const core::webhooks::certificate_set& set, const base::result<text::json>& secret);
  /// Notes why the last write has not lasted.
  void note_contest();
  [[nodiscard]] base::result<core::webhooks::certificate_set> after(core::webhooks::certificate_step step) const;
  [[nodiscard]] base::result<core::webhooks::certificate_set> made_anew() const;
  [[nodiscard]] base::result<core::webhooks::key_pair> issued_by(const core::webhooks::key_pair& authority) const;
  [[nodiscard]] std::optional<core::webhooks::certificate_state> state() const;
  [[nodiscard]] std::int64_t now_s() const;
  void write(const core::webhooks::certificate_set& set);
  void end(std::string problem);

  registrar_self self_;
  messages::kube_client_actor kube_;
  const registrar_options& options_;
  std::function<void()> changed_;
  text::json secret_; ///< as it was read; null: it does not exist
  std::optional<core::webhooks::certificate_set> set_;
  std::optional<core::webhooks::key_pair> served_;
  core::webhooks::certificate_plan plan_;
  core::webhooks::certificate_pace pace_;
  /// The end of the last write.
  enum class written { as_sent, otherwise, overtaken };
  written last_write_ = written::as_sent;
  std::string contest_;   ///< why the last write before a pause has not lasted
  std::string published_; ///< authorities
  std::string problem_;
  bool is_looking_ = false;
  bool looks_again_ = false;
};

} // namespace actors::webhooks
