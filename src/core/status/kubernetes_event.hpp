#pragma once

#include <string>

namespace core::status {

/// The happenings that people must learn of without a look at the log.
enum class kubernetes_event_kind {
  section_refused,
  section_repaired,
  module_failed,
  module_recovered,
  task_failed,
  task_recovered,
  upgrade_held,
  removal_held,
  release_removed,
  objects_removed,
  module_paused,
  module_resumed,
  queue_paused,
  queue_resumed,
};

/// The reason of a Kubernetes Event about it, a word for programs: `ModuleFailed`.
[[nodiscard]] const char* name(kubernetes_event_kind x);
/// Whether a person should look at it; else it is good news, or an order of a person.
[[nodiscard]] bool is_warning(kubernetes_event_kind x);

/// A happening, for people.
struct kubernetes_event {
  kubernetes_event_kind kind = kubernetes_event_kind::module_failed;
  std::string subject; ///< Events of a kind with the same subject are about the same thing
  std::string text;    ///< for all readers: without words of hooks and Helm, without values

  friend bool operator==(const kubernetes_event&, const kubernetes_event&) = default;
};

/// The text with all digits alike. Two tries of the same work fail with texts that differ in times and
/// numbers only.
[[nodiscard]] std::string without_numbers(std::string text);

} // namespace core::status
