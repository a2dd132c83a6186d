#pragma once

#include <memory>
#include <string>

namespace base {

/// The name of an actor in traces and logs, shared by all that refer to it.
using actor_name = std::shared_ptr<const std::string>;

/// Returns the name with this text. The first 10 000 different names are kept: a kept name has the same
/// address until the program ends, so that a trace may refer to it by its address. A further name is a plain
/// shared text. Thread-safe.
[[nodiscard]] actor_name kept_label(std::string text);

/// True for a name that is kept until the program ends. A pointer to a kept name does not own the name.
[[nodiscard]] inline bool is_kept(const actor_name& x) noexcept {
  return x != nullptr && x.use_count() == 0;
}

} // namespace base
