#pragma once

#include "actors/messages/observer.hpp"
#include "actors/messages/status.hpp"
#include "actors/messages/webhooks.hpp"
#include "actors/watches/watched_objects.hpp"
#include "actors/webhooks/certificate_keeper.hpp"
#include "actors/webhooks/configuration_writes.hpp"
#include "actors/webhooks/definition_writes.hpp"
#include "actors/webhooks/own_user.hpp"
#include "actors/webhooks/refusal_report.hpp"
#include "actors/webhooks/registrar_options.hpp"
#include "actors/webhooks/unclaimed_conversions.hpp"
#include "actors/webhooks/unclaimed_report.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace actors::webhooks {

/// The actors to which the WEBHOOK REGISTRAR sends messages.
struct registrar_peers {
  messages::supervisor_actor supervisor; ///< gets problems
  messages::kube_client_actor kube;
};

/// The state of the WEBHOOK REGISTRAR. It compares configurations of webhooks, and conversions of
/// definitions, with the wish of all hooks after each change of the wish, of such an object and of the
/// certificate, and writes the difference. Other work waits neither for a comparison nor for a missing
/// right: a failure is shown on /readyz, and tried again.
class registrar_state {
public:
  using handle_type = messages::webhook_registrar_actor;

  registrar_state(registrar_self self, registrar_options options, registrar_peers peers);
  messages::webhook_registrar_actor::behavior_type make_behavior();

private:
  using watched = watches::watched_objects<messages::webhook_registrar_actor>;

  void adopt(const messages::webhooks_wanted& x);
  void on_listed(const messages::objects_listed& x);
  void on_changed(const messages::object_changed& x);
  void on_due(const messages::registration_due& x);
  void open_watches();
  void watch_configurations();
  void watch_definitions();
  void watch_definition(const std::string& name);
  /// Compares now, or once more after the comparison that is under way.
  void compare();
  void find_version();
  void find_user();
  /// Whether webhooks of this platform were registered when the last comparison began. They may refuse the
  /// operator's own requests.
  [[nodiscard]] bool has_earlier() const;
  /// The authorities that the API server has to trust; a failure while they are not known.
  [[nodiscard]] base::result<std::string> authorities() const;
  void write_all(const std::string& trusted);
  void end(const std::string& trusted, const base::result<void>& result);
  void note_dropped_conditions();
  void report(const std::string& problem);
  void note_look(core::bindings::webhook_kind kind, const std::shared_ptr<const core::webhooks::webhook_wish>& wish,
                 const base::result<void>& result);
  /// Notes that the API server could not be asked about any webhook.
  void note_no_look(const std::string& problem);
  [[nodiscard]] messages::registration_described describe() const;
  /// Whether registered webhooks stay without a hook.
  [[nodiscard]] bool has_unclaimed() const;
  void report_unclaimed();
  /// @returns whether the API server refuses webhooks
  bool report_refusals();
  void report_contest();
  void plan_next();
  [[nodiscard]] bool is_own() const;

  registrar_self self_;
  const registrar_options options_;
  registrar_peers peers_;
  certificate_keeper keeper_;
  core::webhooks::write_contest contest_;
  std::array<configuration_writes, 2> writes_; ///< of validating and of mutating webhooks
  definition_writes definition_writes_;
  refusal_report refusals_;
  unclaimed_report unclaimed_;
  unclaimed_conversions unclaimed_conversions_;
  std::array<watched, 2> configurations_;
  std::map<std::string, watched> definitions_; ///< by the key of the watch; bound: the definitions with the mark
  watched secret_;
  std::shared_ptr<const core::webhooks::webhook_wish> wish_; ///< null: not known yet
  std::optional<bool> has_conditions_;                       ///< of the API server; empty: not known yet
  own_user own_user_;
  std::optional<std::string> user_;                ///< empty: not known yet
  bool knows_earlier_ = false;                     ///< `has_earlier` at the last look without a claim
  std::string contest_words_;                      ///< as reported
  std::string problem_;                            ///< as reported
  std::string no_look_;                            ///< why the API server could not be asked at all; empty: it is asked
  core::webhooks::registered_webhooks registered_; ///< as of the last looks, for people
  bool has_looked_ = false; ///< no hook asks for webhooks, and the configurations need no further look
  bool is_comparing_ = false;
  bool compares_again_ = false;
  std::uint64_t failures_ = 0; ///< in a row
  std::uint64_t number_ = 0;   ///< of the last reminder
};

/// Spawns the WEBHOOK REGISTRAR.
messages::webhook_registrar_actor registrar(caf::actor_system& system, const framework::context_ptr& shared,
                                            registrar_options options, registrar_peers peers);

} // namespace actors::webhooks
