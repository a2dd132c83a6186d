#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core::main_queue {

/// The ids of the messages that have asked for runs of modules and for reloads, for traces. Another reason
/// for waiting work adds no task, but is a cause of that work, too.
///
/// The reasons of a reload count for its rounds until all modules of a round have had their turn; the reasons
/// of a run count until the run has ended.
class reasons {
public:
  void want_run(const std::string& module, std::uint64_t cause);
  /// A run of the module begins, or is tried again. @returns its reasons
  [[nodiscard]] std::vector<std::uint64_t> begin_run(const std::string& module);
  void end_run(const std::string& module);

  /// Whether the reload takes new reasons now, or holds them. A held reason belongs to the next round.
  enum class reload_now { taken, held };
  void want_reload(std::uint64_t cause, reload_now how);
  /// An afterAll hook has ended. If the global values differ after all afterAll hooks, this is a reason of
  /// the next round.
  void note_after_all(std::uint64_t cause);
  /// The next step of a reload begins.
  /// @param round its number
  /// @returns the reasons of its round
  [[nodiscard]] std::vector<std::uint64_t> begin_step(reload_now how, std::uint64_t round);
  /// All modules of the round have had their turn. Later reasons belong to another round.
  void end_round() { is_round_over_ = true; }

private:
  struct run {
    std::vector<std::uint64_t> waiting;
    std::vector<std::uint64_t> running;
  };
  std::map<std::string, run> runs_;
  std::vector<std::uint64_t> round_;
  std::vector<std::uint64_t> held_;
  std::vector<std::uint64_t> after_all_; ///< of this round
  std::uint64_t round_number_ = 0;
  bool is_round_over_ = false;
};

} // namespace core::main_queue
