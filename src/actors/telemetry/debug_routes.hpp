#pragma once

#include "actors/messages/supervisor.hpp"
#include "base/error.hpp"
#include "core/status/status_text.hpp"
#include "core/values/section_view.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace actors::telemetry {

/// The format of an answer, which the end of the path selects: `.json`, `.yaml` or `.text`.
enum class debug_format { json, yaml, text };

/// `/`: shows that the server works.
struct ask_alive {};
/// `/global/list.FORMAT`
struct ask_global_hooks {
  debug_format format = debug_format::json;
};
/// `/module/list.FORMAT`; `?columns=N`: the width of the text.
struct ask_modules {
  debug_format format = debug_format::json;
  std::size_t columns = core::status::default_columns;
};
/// `/hook/list.FORMAT`; `?columns=N`: the width of the text.
struct ask_hooks {
  debug_format format = debug_format::json;
  std::size_t columns = core::status::default_columns;
};
/// `/status.FORMAT`; `?columns=N`: the width of the text.
struct ask_status {
  debug_format format = debug_format::json;
  std::size_t columns = core::status::default_columns;
};
/// `/global/snapshots.FORMAT`, `/module/NAME/snapshots.FORMAT`. `?secrets=true` shows the contents of
/// Secrets, `?hook=NAME` a single hook.
struct ask_snapshots {
  debug_format format = debug_format::json;
  std::string module; ///< empty: the global hooks
  core::values::secrets secrets = core::values::secrets::hidden;
  std::string hook{}; ///< empty: all hooks
};

/// A part of a section's values.
enum class values_part {
  values, ///< the values for hooks and Helm
  config, ///< the section of the ConfigMap
  patches ///< the effect of all values patches so far
};
/// `/global/PART.FORMAT`, `/module/NAME/PART.FORMAT`; `?global=true` adds the global section, `?secrets=true`
/// shows values that schemas mark as secret.
struct ask_values {
  debug_format format = debug_format::json;
  values_part part = values_part::values;
  std::string module; ///< empty: the global section
  bool with_global = false;
  core::values::secrets secrets = core::values::secrets::hidden;
};

/// `/queue/list.FORMAT`, `?showEmpty=true` names queues without tasks; `/queue/main.FORMAT`
struct ask_queues {
  debug_format format = debug_format::json;
  bool only_main = false;
  bool show_empty = false;
};
/// `/module/resource-monitor.FORMAT`
struct ask_resources {
  debug_format format = debug_format::json;
};
/// `/module/NAME/render` (YAML) and `/module/NAME/render.FORMAT`. `?secrets=true` as for values; `?diff=true`
/// shows only the differences from the release and from the cluster.
struct ask_rendered {
  debug_format format = debug_format::yaml;
  std::string module;
  core::values::secrets secrets = core::values::secrets::hidden;
  bool diff = false;
};
/// `/module/drift.FORMAT`, `/module/NAME/drift.FORMAT`: the fields of releases that other clients have
/// changed. `?secrets=true` as for values.
struct ask_drift {
  debug_format format = debug_format::json;
  std::string module; ///< empty: all modules
  core::values::secrets secrets = core::values::secrets::hidden;
};
/// `/config/list.FORMAT`
struct ask_settings {
  debug_format format = debug_format::json;
};
/// `/trace`: the last events, as a trace file. `?after=N` leaves out the first N events of the run. With
/// `?wait=true` the answer comes with the next event, or is empty after a while.
struct ask_trace {
  std::uint64_t after = 0;
  bool waits = false;
};

/// A question on the debug socket.
using debug_question =
  std::variant<ask_alive, ask_status, ask_global_hooks, ask_modules, ask_hooks, ask_snapshots, ask_values, ask_queues,
               ask_resources, ask_rendered, ask_drift, ask_settings, ask_trace>;

/// The query of a request: name -> value, both percent-decoded.
using debug_query = std::map<std::string, std::string, std::less<>>;

/// Parses a percent-decoded path. Errors name the valid forms: `not_found` for an unknown page;
/// `invalid_input` for a known page in an unknown format, or with a flag that is neither true nor false.
[[nodiscard]] base::result<debug_question> read_debug_path(std::string_view path, const debug_query& query = {});

/// Whether the path is that of an order: `/module/NAME/pause`, `resume`, `retry`, `run`, and
/// `/queue/NAME/pause`, `resume`. The answer is a line of text.
[[nodiscard]] bool is_order(std::string_view path);

/// Reads the path of an order, and `?reason=TEXT` of a pause.
/// @pre `is_order(path)`
[[nodiscard]] base::result<messages::order_work> read_order(std::string_view path, const debug_query& query = {});

} // namespace actors::telemetry
