#pragma once

#include "base/error.hpp"
#include "core/releases/helm_command.hpp"
#include "core/releases/helm_task.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

// The protocol of `helm worker` (src/helm_worker): a line of JSON for each task, and a line for each answer.

/// The question for a task, without its id. The directory of the chart must stay as it is until the answer.
[[nodiscard]] std::string worker_question(const helm_setup& setup, const helm_task& task);

/// The worker's answer to a task.
struct worker_answer {
  std::optional<std::string> error;  ///< it has failed: the words of Helm, for the log alone
  std::string manifest;              ///< of a rendering, as `helm template` prints it
  std::vector<std::string> warnings; ///< of Helm and of the API server
  std::vector<std::string> taken{};  ///< objects of other releases that were taken over, each with its release
};

/// Reads an answer.
/// @returns `invalid_input` for a line that is not an answer.
[[nodiscard]] base::result<worker_answer> read_worker_answer(std::string_view line);

} // namespace core::releases
