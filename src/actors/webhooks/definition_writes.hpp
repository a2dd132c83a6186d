#pragma once

#include "actors/webhooks/registrar_self.hpp"
#include "core/webhooks/wanted_conversion.hpp"
#include "core/webhooks/write_contest.hpp"
#include "kube/api/api_path.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace actors::webhooks {

/// Sets the conversion webhooks of CustomResourceDefinitions as wanted: reads, compares and writes them one
/// after the other. A conversion is never taken away, because its objects could not be read without it. A
/// part of the WEBHOOK REGISTRAR.
class definition_writes {
public:
  using on_done = std::function<void(const base::result<void>&)>;

  definition_writes(registrar_self self, messages::kube_client_actor kube, core::webhooks::write_contest& contest);

  /// Calls back without a failure if each definition is as wanted, does not exist, or waits for the end of a
  /// pause of `contest`. Else calls back with all failures: an answer of the API server, or the other client
  /// that converts objects of a definition. A failure does not stop the work on further definitions. A single
  /// call at a time.
  void compare(std::set<std::string> definitions, core::webhooks::webhook_terms terms, on_done done);

  /// Whether the definition was as wanted when it was read last.
  [[nodiscard]] bool knows(const std::string& definition) const { return converted_.contains(definition); }
  /// By definition, for people: why it is not as wanted, or why that is not certain.
  [[nodiscard]] const std::map<std::string, std::string>& problems() const noexcept { return problems_; }

private:
  void next();
  void decide(const text::json& now, core::webhooks::earlier_write before);
  /// Whether another client has changed the conversion, and it is put right later.
  [[nodiscard]] bool waits(const text::json& now, const core::webhooks::definition_change& change);
  void perform(const core::webhooks::definition_step::none&);
  void perform(const core::webhooks::definition_step::apply& x);
  void perform(const core::webhooks::definition_step::leave& x);
  void perform(const core::webhooks::definition_step::changed&);
  /// Ends the work on a definition that is put right after a pause of `contest_`.
  void leave_contested();
  void note_missing();
  void note(const std::string& definition, const base::result<void>& result);
  /// Ends the work on a definition.
  void end(const base::result<void>& result);
  [[nodiscard]] kube::api::object_location place() const;

  registrar_self self_;
  messages::kube_client_actor kube_;
  std::set<std::string> left_; ///< definitions that are not compared yet; the first is under way
  core::webhooks::webhook_terms terms_;
  on_done done_;
  base::result<void> result_;                   ///< of the definitions so far
  std::set<std::string> converted_;             ///< definitions that were as wanted; bound: as `missing_`
  std::map<std::string, std::string> problems_; ///< see `problems()`; bound: as `missing_`
  core::webhooks::write_contest& contest_;
  /// Definition -> the conversion that was written. Bound: the definitions that hooks convert.
  std::map<std::string, std::string> settled_;
  std::set<std::string> missing_; ///< definitions that were missing at the last look; bound: those of hooks
};

} // namespace actors::webhooks
