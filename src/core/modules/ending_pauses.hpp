#pragma once

#include "core/modules/paused_modules.hpp"
#include "core/modules/removal_grace.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::modules {

/// The pauses that count: those that are written, and for the grace of removals those that have gone without
/// an order. The grace of a removal may have run out during the pause, and a replaced ConfigMap may end the
/// pause by mistake, so the work that has waited gets a grace of its own. Held in memory only. Bound: the
/// keys of a ConfigMap.
class ending_pauses {
public:
  using by_key = paused_modules::by_key;
  using moment = removal_grace::moment;

  /// @param grace 0: each pause ends at once
  explicit ending_pauses(std::chrono::milliseconds grace) : grace_(grace) {}

  /// Takes the pauses of a content of the ConfigMap.
  /// @param ended pauses, by values key, that an order or a text of the key has ended: they end at once
  void take(const by_key& written, const std::set<std::string>& ended, const moment& now);
  /// Adds pauses of an earlier process that are not written any more: they end when the grace is over.
  void recall(const by_key& lost, const moment& now);
  /// Adds pauses that count as if they were written, because their text or key cannot be read.
  void adopt(const by_key& unreadable);
  /// The pause is not written, so `end` may end it.
  void disown(const std::string& key) { written_.erase(key); }
  /// Ends a pause that is not written.
  void end(const std::string& key, const moment& now) { take(by_key(written_), {key}, now); }
  /// Ends the pauses whose grace is over.
  void look(const moment& now) { take(by_key(written_), {}, now); }

  /// The pauses that count, by values key.
  [[nodiscard]] const by_key& all() const noexcept { return all_; }
  /// The ends of the pauses that are not written, by values key.
  [[nodiscard]] const std::map<std::string, moment>& ends() const noexcept { return ends_; }
  /// The keys of `ends`.
  [[nodiscard]] std::set<std::string> ending() const;
  /// The end of the next grace, by the steady clock; empty: no grace lasts.
  [[nodiscard]] std::optional<std::int64_t> next_end_us() const;

private:
  std::chrono::microseconds grace_;
  by_key written_;
  by_key all_;
  std::map<std::string, moment> ends_;
};

} // namespace core::modules
