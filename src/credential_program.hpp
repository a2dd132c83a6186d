#pragma once

#include "kube/credential_plugin.hpp"
#include "sys/process.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

/// Runs credential plugins as child processes of this program, one at a time. `interrupt` may be called from any thread.
class credential_program {
public:
  explicit credential_program(std::shared_ptr<sys::process_starter> processes) : processes_(std::move(processes)) {}

  /// Runs the plugin to its end, and kills it when its time is over. Blocks.
  [[nodiscard]] core::result<kube::plugin_exit> run(const kube::plugin_call& call);
  /// Kills the plugin that runs, if one does, and lets no other begin.
  void interrupt();

private:
  /// What the events of the process leave. They may come after this object has gone.
  struct outcome {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<sys::process_exit> exit;
    std::string last_error_line;
    bool is_interrupted = false;
  };

  std::shared_ptr<sys::process_starter> processes_;
  std::shared_ptr<outcome> now_ = std::make_shared<outcome>();
};
