#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace core::main_queue {

/// Counts reloads that follow each other because a reason has come during each of them: a flag or a global
/// value that is changed faster than the modules run. The reloads are restless after three such ends in a
/// row, until a reload ends without a reason behind it. Times are of a steady clock, in microseconds.
///
/// Bound: 20 authors of reasons; the reasons of further authors are counted together.
class reload_unrest {
public:
  /// A reason for a reload has come.
  /// @param by for people: the author of the change, or an event
  void note_reason(const std::string& by);
  /// A reload has ended, and the reason that it has held begins the next reload.
  /// @returns true if the reloads have become restless with it: for a warning
  bool ended_with_reason(std::int64_t now_us);
  /// A reload has ended without a reason behind it.
  void came_to_rest();

  /// For people: `it began 12 times in 38 s, each time for a change during the reload before: ConfigMap by
  /// argocd (60 times), global hook 'facts.sh' (3 times)`; nullopt: the reloads are not restless.
  [[nodiscard]] std::optional<std::string> describe(std::int64_t now_us) const;

private:
  std::map<std::string, std::size_t> reasons_; ///< by author
  std::size_t in_a_row_ = 0;
  std::int64_t since_us_ = 0; ///< the end of the first of them
};

} // namespace core::main_queue
