#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "base/error.hpp"
#include "cli/options.hpp"
#include "commands/planned_inputs.hpp"
#include "commands/read_only_cluster.hpp"
#include "core/plan/make_plan.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/process.hpp"
#include "text/json/json.hpp"

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace commands {

/// The cluster against which a platform is played: either the real cluster or a file.
struct planned_cluster {
  std::shared_ptr<read_only_cluster> real{};
  std::optional<objects_file> file{};
};

/// Plays a platform on disk against a copy of a cluster, with real hooks and the real Helm.
class platform_play {
public:
  /// @param directory of the platform, absolute
  /// @param config see `simulation::rest_options::config`
  /// @param signal is not 0 when the user has ended the command
  platform_play(const cli::plan_options& options, std::string directory, const planned_cluster& cluster,
                std::optional<std::map<std::string, std::string>> config, const sys::files::temp_dir& tmp,
                std::shared_ptr<sys::process::process_starter> processes, const std::atomic<int>& signal);

  /// Plays until the platform is at rest. Each play begins with the same cluster. Errors: the platform or the
  /// cluster cannot be read, the operator cannot start.
  [[nodiscard]] base::result<core::plan::played_platform> play() { return play_of(directory_); }
  /// The same, of another platform.
  [[nodiscard]] base::result<core::plan::played_platform> play_of(const std::string& directory);
  /// The version of the API server; empty before the first play, or not known.
  [[nodiscard]] const std::string& server_version() const noexcept { return server_version_; }

private:
  [[nodiscard]] base::result<actors::supervision::operator_setup> make_setup(const std::string& directory) const;

  const cli::plan_options& options_;
  std::string directory_;
  const planned_cluster& cluster_;
  std::optional<std::map<std::string, std::string>> config_;
  const sys::files::temp_dir& tmp_;
  std::shared_ptr<sys::process::process_starter> processes_;
  const std::atomic<int>& signal_;
  std::string server_version_;
  std::size_t plays_ = 0;
};

} // namespace commands
