#pragma once

#include "core/modules/problem_ledger.hpp"
#include "core/status/kubernetes_event.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core::status {

/// Finds the news in the facts about a platform: an Event when a trouble begins or has another cause, and an
/// Event when it is over. Holds of upgrades and of removals end without an Event, and so do the failures of a
/// module that is off. A trouble that lasts is no news, however often it is noted.
///
/// Bound: a text for each open trouble of a section, module, queue and release.
class platform_news {
public:
  /// Notes the sections that cannot be used, a line each: `values section 'web': …`.
  void note_sections(const std::vector<std::string>& lines);
  /// Notes the end of a run of a module.
  /// @param failure empty: the run has succeeded
  void note_run(const std::string& module, const std::string& failure);
  /// Notes a problem of the ledger, or its end. Problems that follow from another trouble are no news.
  void note_problem(const std::string& subject, const std::optional<std::string>& problem,
                    const modules::problem_place& where);
  /// Notes the result of a discovery.
  /// @param enabled a module that is off has no trouble
  /// @param held removals that wait: the part of the discovery that holds them, and a line
  void note_discovery(const std::set<std::string>& enabled, const std::map<std::string, std::string>& held);
  void note_removed_release(const std::string& release, const std::string& line);
  void note_removed_objects(const std::string& release, const std::string& line);
  /// Notes the modules that a user holds, each with a line about it.
  void note_pauses(const std::map<std::string, std::string>& lines);
  /// Notes that a person holds a queue, or lets it go on.
  /// @param why empty: the queue goes on
  void note_queue(const std::string& queue, const std::optional<std::string>& why);

  /// The news since the last call, in order.
  [[nodiscard]] std::vector<kubernetes_event> take() { return std::exchange(news_, {}); }

private:
  /// A kind of trouble, and its subject.
  using trouble_key = std::pair<kubernetes_event_kind, std::string>;

  void begin(kubernetes_event_kind kind, const std::string& subject, const std::string& text);
  /// Ends a trouble. @returns false: there was no such trouble
  bool end(kubernetes_event_kind kind, const std::string& subject);
  /// Ends all troubles of the kind whose subject is not in `lines`, with an Event for each if `over` is set.
  void replace(kubernetes_event_kind kind, const std::map<std::string, std::string>& lines,
               std::optional<kubernetes_event_kind> over, const char* words);
  [[nodiscard]] bool is_open(kubernetes_event_kind kind) const;

  std::map<trouble_key, std::string> open_; ///< -> its text, without numbers
  std::vector<kubernetes_event> news_;
};

} // namespace core::status
