#include "actors/debug_routes.hpp"

#include <optional>

namespace actors {

namespace {

constexpr const char* pages = "/, /global/list.FORMAT, /global/snapshots.FORMAT, /module/NAME/snapshots.FORMAT";
constexpr const char* formats = "FORMAT is json or yaml";

core::result<debug_format> read_format(std::string_view path, std::string_view text) {
  if (text == "json") return debug_format::json;
  if (text == "yaml") return debug_format::yaml;
  return core::fail(core::error_code::invalid_input, "'" + std::string(path) + "': " + formats);
}

/// The NAME in `/module/NAME/snapshots`.
std::optional<std::string> module_of(std::string_view page) {
  constexpr std::string_view before = "/module/";
  constexpr std::string_view after = "/snapshots";
  if (!page.starts_with(before) || !page.ends_with(after) || page.size() <= before.size() + after.size()) return {};
  const auto name = page.substr(before.size(), page.size() - before.size() - after.size());
  if (name.find('/') != name.npos) return {};
  return std::string(name);
}

/// The page without its format, as a question that does not yet say in which form.
std::optional<debug_question> read_page(std::string_view page) {
  if (page == "/global/list") return ask_global_hooks{};
  if (page == "/global/snapshots") return ask_snapshots{};
  if (auto module = module_of(page)) return ask_snapshots{{}, std::move(*module)};
  return std::nullopt;
}

} // namespace

core::result<debug_question> read_debug_path(std::string_view path) {
  if (path == "/") return ask_alive{};
  const auto dot = path.find('.', path.rfind('/') + 1);
  auto question = read_page(path.substr(0, dot));
  if (!question)
    return core::fail(core::error_code::not_found,
                      "'" + std::string(path) + "': there is no such page; there are: " + pages + "; " + formats);
  const auto format = read_format(path, dot == path.npos ? "" : path.substr(dot + 1));
  if (!format) return tl::unexpected(format.error());
  if (auto* x = std::get_if<ask_global_hooks>(&*question)) x->format = *format;
  if (auto* x = std::get_if<ask_snapshots>(&*question)) x->format = *format;
  return std::move(*question);
}

} // namespace actors
