#pragma once

#include "kube/access/credential_plugin.hpp"
#include "sys/process/process.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace setup {

/// Runs credential plugins as child processes, one at a time. Its thread waits for the end or the time limit
/// of a plugin, and sleeps otherwise.
class credential_plugin_runner {
public:
  using work = std::function<void(const kube::access::plugin_runner&)>;

  explicit credential_plugin_runner(std::shared_ptr<sys::process::process_starter> processes);
  ~credential_plugin_runner();
  credential_plugin_runner(const credential_plugin_runner&) = delete;
  credential_plugin_runner& operator=(const credential_plugin_runner&) = delete;

  /// Calls `x` on the thread of the plugins, with a function that runs a plugin to its end. Work that has not
  /// begun is replaced.
  void begin(work x);
  /// Kills a running plugin and waits for the thread. Later work is dropped.
  void end();

private:
  /// The state that the thread shares with the events of a process. Events may come after this object was
  /// destroyed.
  struct shared_state {
    std::mutex mutex;
    std::condition_variable changed;
    std::optional<sys::process::process_exit> exit;
    std::string last_error_line;
    work next; ///< may be empty
    bool is_ending = false;
  };

  void serve();
  [[nodiscard]] base::result<kube::access::plugin_exit> run(const kube::access::plugin_call& call);

  std::shared_ptr<sys::process::process_starter> processes_;
  std::shared_ptr<shared_state> now_ = std::make_shared<shared_state>();
  std::thread thread_; ///< last member, so that all others exist when the thread begins
};

} // namespace setup
