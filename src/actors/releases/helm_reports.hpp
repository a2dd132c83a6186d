#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "cluster/records/known_releases.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace actors::releases {

/// The end of a run of HELM for a release.
struct helm_report {
  std::string release;
  int step = 0;          ///< of LIFECYCLE-STEPS
  std::string operation; ///< `upgrade`
  std::string reason;
  std::int64_t begun_us = 0;
  base::result<void> result;
  std::string words;     ///< Helm's message about a failure, only for the log
  std::string removed{}; ///< objects that an upgrade removes, and why, for people
};

/// Reports the work of HELM in the log, in metrics and in the trace. A part of HELM.
class helm_reports {
public:
  helm_reports(framework::actor_base<messages::helm_actor>* self, messages::metrics_actor metrics,
               const cluster::records::known_releases& known);

  void ended(const helm_report& x);
  /// Why the last work of Helm on each release has failed, in Helm's words; releases without a failure are
  /// not there. For people.
  [[nodiscard]] const std::map<std::string, std::string>& failures() const noexcept { return failures_; }
  /// The first failure in a row of each of these releases: a later failure may be its consequence.
  [[nodiscard]] const std::map<std::string, std::string>& first_failures() const noexcept { return first_failures_; }
  /// Reports the end of a Helm process, or of a task of the Helm worker.
  void ran(const std::string& release, const std::string& operation, std::chrono::microseconds duration) const;
  /// Notes the end of the start: from now on the label `activation` of metrics is empty.
  void end_startup() { activation_.clear(); }

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::metrics_actor metrics_;
  const cluster::records::known_releases& known_;
  std::string activation_;                      ///< label of metrics
  std::map<std::string, std::string> failures_; ///< bounded by the releases
  std::map<std::string, std::string> first_failures_;
};

} // namespace actors::releases
