#include "actors/observe/debug_routes.hpp"

#include <optional>
#include <utility>

namespace actors {

namespace {

constexpr const char* pages = "/, /global/list.FORMAT, /global/PART.FORMAT, /module/list.FORMAT, "
                              "/module/NAME/PART.FORMAT, where PART is values, config, patches or snapshots";
constexpr const char* formats = "FORMAT is json, yaml or text";

tl::unexpected<core::error> refuse(std::string_view path, const std::string& reason) {
  return core::fail(core::error_code::invalid_input, "'" + std::string(path) + "': " + reason);
}

core::result<debug_format> read_format(std::string_view path, std::string_view text) {
  if (text == "json") return debug_format::json;
  if (text == "yaml") return debug_format::yaml;
  if (text == "text") return debug_format::text;
  return refuse(path, formats);
}

/// A flag of the query; absent is false.
core::result<bool> read_flag(std::string_view path, const debug_query& query, std::string_view name) {
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

/// `/module/NAME/PART` or `/global/PART`, taken apart; the module of the latter is empty.
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
  if (name.find('/') != name.npos) return std::nullopt;
  return section_page{std::string(name), part};
}

/// The page without its format, as a question that does not yet say in which form.
std::optional<debug_question> read_page(std::string_view page) {
  if (page == "/global/list") return ask_global_hooks{};
  if (page == "/module/list") return ask_enabled_modules{};
  const auto section = read_section_page(page);
  if (!section) return std::nullopt;
  if (section->part == "snapshots") return ask_snapshots{{}, section->module};
  if (const auto part = read_part(section->part)) return ask_values{.part = *part, .module = section->module};
  return std::nullopt;
}

} // namespace

core::result<debug_question> read_debug_path(std::string_view path, const debug_query& query) {
  if (path == "/") return ask_alive{};
  const auto dot = path.find('.', path.rfind('/') + 1);
  auto question = read_page(path.substr(0, dot));
  if (!question)
    return core::fail(core::error_code::not_found,
                      "'" + std::string(path) + "': there is no such page; there are: " + pages + "; " + formats);
  const auto format = read_format(path, dot == path.npos ? "" : path.substr(dot + 1));
  if (!format) return tl::unexpected(format.error());
  if (auto* x = std::get_if<ask_global_hooks>(&*question)) x->format = *format;
  if (auto* x = std::get_if<ask_enabled_modules>(&*question)) x->format = *format;
  if (auto* x = std::get_if<ask_snapshots>(&*question)) x->format = *format;
  if (auto* x = std::get_if<ask_values>(&*question)) {
    const auto with_global = read_flag(path, query, "global");
    const auto secrets = read_flag(path, query, "secrets");
    if (!with_global) return tl::unexpected(with_global.error());
    if (!secrets) return tl::unexpected(secrets.error());
    x->format = *format;
    x->with_global = *with_global;
    x->secrets = *secrets ? core::secrets::shown : core::secrets::hidden;
  }
  return std::move(*question);
}

} // namespace actors
