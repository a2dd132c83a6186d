#pragma once

#include "base/error.hpp"
#include "core/releases/helm_command.hpp"
#include "core/releases/helm_task.hpp"
#include "core/releases/lookup_answers.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/taken_objects.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

// The protocol of `helm worker` (src/helm_worker): a line of JSON for each task and for each answer.

/// The question for a task, without its id. The chart's directory must not change until the answer.
[[nodiscard]] std::string worker_question(const helm_setup& setup, const helm_task& task);

/// The worker's answer to a task.
struct worker_answer {
  std::optional<std::string> error;  ///< Helm's message if the task has failed; it may quote values
  std::string manifest;              ///< of a rendering, like the output of `helm template`
  std::vector<std::string> warnings; ///< warnings of Helm and of the API server
  taken_objects objects{};
  std::vector<manifest_object> left{}; ///< that an upgrade has left although the chart does not have them
  lookup_answers looked_up{};          ///< of a rendering or an upgrade
  std::vector<std::string> lacking{};  ///< see `lacking_keys`; of a rendering
};

/// Reads an answer.
/// @returns `invalid_input` for a line that is not an answer.
[[nodiscard]] base::result<worker_answer> read_worker_answer(std::string_view line);

} // namespace core::releases
