#pragma once

#include "core/base/error.hpp"

#include <string>
#include <string_view>
#include <variant>

namespace actors {

/// In which form an answer is wanted: by the ending of the path, `.json` or `.yaml`.
enum class debug_format { json, yaml };

/// `/`: is anybody there?
struct ask_alive {};
/// `/global/list.FORMAT`
struct ask_global_hooks {
  debug_format format = debug_format::json;
};
/// `/global/snapshots.FORMAT`, `/module/NAME/snapshots.FORMAT`
struct ask_snapshots {
  debug_format format = debug_format::json;
  std::string module; ///< empty: the global hooks
};

/// What can be asked on the debug socket (chapter 9.4 of the incumbent's inventory).
using debug_question = std::variant<ask_alive, ask_global_hooks, ask_snapshots>;

/// Reads a path whose escapes are resolved. Errors say what exists: `not_found` for an unknown page, `invalid_input` for
/// a known page in an unknown form.
[[nodiscard]] core::result<debug_question> read_debug_path(std::string_view path);

} // namespace actors
