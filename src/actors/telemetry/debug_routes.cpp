#include "actors/telemetry/debug_routes.hpp"

#include "base/overload.hpp"
#include "core/config/module_pause.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace actors::telemetry {

namespace {

constexpr const char* pages =
  "/, /status.FORMAT, /hook/list.FORMAT, /queue/list.FORMAT, /queue/main.FORMAT, "
  "/config/list.FORMAT, /global/list.FORMAT, "
  "/global/PART.FORMAT, /module/list.FORMAT, /module/resource-monitor.FORMAT, /module/drift.FORMAT, "
  "/module/NAME/PART.FORMAT, where PART is values, config, patches or snapshots, "
  "/module/NAME/render.FORMAT, /module/NAME/drift.FORMAT, /trace; "
  "by POST /module/NAME/pause, resume, retry or run, "
  "/queue/NAME/pause or resume, /config/log-level";
constexpr const char* formats = "FORMAT is json, yaml or text";

tl::unexpected<base::error> refuse(std::string_view path, const std::string& reason) {
  return base::fail(base::error_code::invalid_input, "'" + std::string(path) + "': " + reason);
}

/// Only `/module/NAME/render` has a default, because scripts rely on the form of a page.
base::result<debug_format> read_format(std::string_view path, std::string_view text) {
  if (text == "json") return debug_format::json;
  if (text == "yaml") return debug_format::yaml;
  if (text == "text") return debug_format::text;
  return refuse(path, formats);
}

/// Reads a flag of the query; an absent flag is false.
base::result<bool> read_flag(std::string_view path, const debug_query& query, std::string_view name) {
  const auto found = query.find(name);
  if (found == query.end() || found->second == "false" || found->second == "0") return false;
  if (found->second == "true" || found->second == "1") return true;
  return refuse(path, std::string(name) + " is true or false, got '" + found->second + "'");
}

std::optional<values_part> read_part(std::string_view text) {
  if (text == "values") return values_part::values;
  if (text == "config") return values_part::config;
  if (text == "patches") return values_part::patches;
  return std::nullopt;
}

/// The parts of `/module/NAME/PART`, or of `/global/PART`, where the module is empty.
struct section_page {
  std::string module;
  std::string_view part;
};

std::optional<section_page> read_section_page(std::string_view page) {
  constexpr std::string_view of_global = "/global/";
  constexpr std::string_view of_module = "/module/";
  const auto last = page.rfind('/');
  const auto part = page.substr(last + 1);
  if (page.starts_with(of_global) && last + 1 == of_global.size()) return section_page{{}, part};
  if (!page.starts_with(of_module) || last <= of_module.size()) return std::nullopt;
  const auto name = page.substr(of_module.size(), last - of_module.size());
  // The name of a module has no slash, so the path has a further part that no page has.
  if (name.find('/') != name.npos) return std::nullopt;
  return section_page{std::string(name), part};
}

/// Reads a page without its format; the caller sets the format of the question.
std::optional<debug_question> read_page(std::string_view page) {
  if (page == "/global/list") return ask_global_hooks{};
  if (page == "/module/list") return ask_modules{};
  if (page == "/module/resource-monitor") return ask_resources{};
  if (page == "/module/drift") return ask_drift{};
  if (page == "/hook/list") return ask_hooks{};
  if (page == "/status") return ask_status{};
  if (page == "/queue/list") return ask_queues{};
  if (page == "/queue/main") return ask_queues{.only_main = true};
  if (page == "/config/list") return ask_settings{};
  const auto section = read_section_page(page);
  if (!section) return std::nullopt;
  if (section->part == "render" && !section->module.empty()) return ask_rendered{.module = section->module};
  if (section->part == "drift" && !section->module.empty()) return ask_drift{{}, section->module};
  if (section->part == "snapshots") return ask_snapshots{{}, section->module};
  if (const auto part = read_part(section->part)) return ask_values{.part = *part, .module = section->module};
  return std::nullopt;
}

base::result<core::values::secrets> read_secrets(std::string_view path, const debug_query& query) {
  return read_flag(path, query, "secrets").map([](bool shown) {
    return shown ? core::values::secrets::shown : core::values::secrets::hidden;
  });
}

// Reads the parameters of each question that has a query.

base::result<void> read_query(ask_values& x, std::string_view path, const debug_query& query) {
  return read_flag(path, query, "global")
    .and_then([&](bool with_global) {
      x.with_global = with_global;
      return read_secrets(path, query);
    })
    .map([&](core::values::secrets secrets) { x.secrets = secrets; });
}

base::result<void> read_query(ask_snapshots& x, std::string_view path, const debug_query& query) {
  if (const auto hook = query.find("hook"); hook != query.end()) x.hook = hook->second;
  return read_secrets(path, query).map([&](core::values::secrets secrets) { x.secrets = secrets; });
}

base::result<void> read_query(ask_rendered& x, std::string_view path, const debug_query& query) {
  return read_flag(path, query, "diff")
    .and_then([&](bool diff) {
      x.diff = diff;
      return read_secrets(path, query);
    })
    .map([&](core::values::secrets secrets) { x.secrets = secrets; });
}

base::result<void> read_query(ask_drift& x, std::string_view path, const debug_query& query) {
  return read_secrets(path, query).map([&](core::values::secrets secrets) { x.secrets = secrets; });
}

base::result<void> read_query(ask_queues& x, std::string_view path, const debug_query& query) {
  return read_flag(path, query, "showEmpty").map([&](bool show_empty) { x.show_empty = show_empty; });
}

base::result<void> read_query(ask_trace& x, std::string_view path, const debug_query& query) {
  if (const auto after = query.find("after"); after != query.end()) {
    const auto& text = after->second;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), x.after);
    // Also a number with a rest, so that a mistyped number does not skip events silently.
    if (status != std::errc{} || end != text.data() + text.size())
      return refuse(path, "after is a number of events, got '" + text + "'");
  }
  return read_flag(path, query, "wait").map([&](bool waits) { x.waits = waits; });
}

/// Reads the width of a text. A width outside of the bounds is not refused, because a window may be that
/// small or large.
base::result<std::size_t> read_columns(std::string_view path, const debug_query& query) {
  constexpr std::size_t columns_min = 40;
  constexpr std::size_t columns_max = 1000;
  const auto found = query.find("columns");
  if (found == query.end()) return core::status::default_columns;
  const auto& text = found->second;
  std::size_t columns = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), columns);
  if (status != std::errc{} || end != text.data() + text.size())
    return refuse(path, "columns is a number of characters, got '" + text + "'");
  return std::clamp(columns, columns_min, columns_max);
}

base::result<void> read_query(base::one_of<ask_status, ask_hooks, ask_modules> auto& x, std::string_view path,
                              const debug_query& query) {
  return read_columns(path, query).map([&](std::size_t columns) { x.columns = columns; });
}

template <class Question>
base::result<void> read_query(Question&, std::string_view, const debug_query&) {
  return {};
}

struct order_path {
  std::string_view subject; ///< `module` or `queue`
  std::string_view name;
  messages::order_work::action what = messages::order_work::action::pause;
};

std::optional<order_path> split_order(std::string_view path) {
  using action = messages::order_work::action;
  constexpr std::pair<std::string_view, action> actions[] = {
    {"pause", action::pause}, {"resume", action::resume}, {"retry", action::retry}, {"run", action::run}};
  for (const std::string_view subject : {"module", "queue"}) {
    const auto begin = subject.size() + 2;
    const auto last = path.rfind('/');
    if (!path.starts_with("/" + std::string(subject) + "/") || last == path.npos || last <= begin) continue;
    for (const auto& [word, what] : actions) {
      const bool fits = subject == "module" || what == action::pause || what == action::resume;
      // The name of a queue may contain a slash.
      if (fits && path.substr(last + 1) == word) return order_path{subject, path.substr(begin, last - begin), what};
    }
  }
  return std::nullopt;
}

} // namespace

base::result<debug_question> read_debug_path(std::string_view path, const debug_query& query) {
  if (path == "/") return ask_alive{};
  if (path == "/trace") {
    ask_trace asked;
    return read_query(asked, path, query).map([&] { return debug_question(asked); });
  }
  const auto dot = path.find('.', path.rfind('/') + 1);
  auto question = read_page(path.substr(0, dot));
  if (!question)
    return base::fail(base::error_code::not_found,
                      "'" + std::string(path) + "': there is no such page; there are: " + pages + "; " + formats);
  // `/module/NAME/render` has no format, because it is a page of the predecessor.
  const bool has_default = dot == path.npos && std::holds_alternative<ask_rendered>(*question);
  const auto format = read_format(path, has_default ? "yaml" : dot == path.npos ? "" : path.substr(dot + 1));
  if (!format) return tl::unexpected(format.error());
  auto read = std::visit(
    [&](auto& x) {
      if constexpr (requires { x.format; }) x.format = *format;
      return read_query(x, path, query);
    },
    *question);
  if (!read) return tl::unexpected(read.error());
  return std::move(*question);
}

bool is_order(std::string_view path) {
  return split_order(path).has_value();
}

base::result<messages::order_work> read_order(std::string_view path, const debug_query& query) {
  const auto parts = *split_order(path);
  messages::order_work order;
  order.what = parts.what;
  (parts.subject == "module" ? order.module : order.queue) = parts.name;
  if (const auto reason = query.find("reason"); reason != query.end()) order.reason = reason->second;
  if (order.reason.size() > core::config::pause_reason_bytes_max)
    return refuse(path, "the reason has more than " + std::to_string(core::config::pause_reason_bytes_max) + " bytes");
  return order;
}

} // namespace actors::telemetry
