#pragma once

#include "worlds/current_troubles.hpp"
#include "worlds/part.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace worlds {

/// Helm as the operator starts it: a process for each task, or a single process for all tasks.
class helm_programs : public part {
public:
  helm_programs(stage& around, current_troubles& troubles) : part(around), troubles_(troubles) {}

  test::fake_end run(test::fake_process& process);
  /// The text of a values file as a running helm has read it when it began; else as it is now.
  [[nodiscard]] base::result<std::string> values_at(const std::string& path) const;

private:
  void begin_work(const std::string& verb, const std::string& release, sys::process::process_id id);
  test::fake_end begin(test::fake_process& process, const std::string& verb, const std::string& release);

  // helm_worker.cpp
  test::fake_end run_worker(test::fake_process& process);
  void take_question(sys::process::process_id worker, const std::string& line);
  void answer_question(sys::process::process_id worker, const std::string& number, const std::string& what,
                       std::int64_t delay_us);
  void cancel_question(sys::process::process_id worker, const std::string& number);

  current_troubles& troubles_;
  std::map<std::string, std::string> values_files_; ///< what running helms have read when they began
  /// Asked of a helm worker and not answered: its process, the number of the question -> the release
  std::map<std::pair<sys::process::process_id, std::string>, std::string> questions_;
};

} // namespace worlds
