#include "core/status/value_places.hpp"

#include "base/utc_time.hpp"
#include "core/status/script_places.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace core::status {

namespace {

constexpr std::size_t places_max = 16;

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// True for a character directly after which no place begins: the text after it is the rest of a longer word,
/// path or host name.
bool is_inside_word(char c) {
  return is_name_character(c) || c == '.' || c == '/' || c == '-' || c == '@';
}

/// The names with dots between them at the beginning of the text: `global.zones` of `global.zones>: range`.
std::string_view path_at(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && (is_name_character(text[size]) || text[size] == '.')) ++size;
  while (size > 0 && text[size - 1] == '.') --size;
  return text.substr(0, size);
}

/// True for `SECTION.name…`, and not for `SECTION..name` or the section alone.
bool is_place(std::string_view path) {
  return path.find('.') != path.npos && path.front() != '.' && path.find("..") == path.npos;
}

/// True if the name of a template begins after this text: `<include "orders.url" .>`,
/// `executing "orders.url"`.
bool is_before_template_name(std::string_view text) {
  return text.ends_with("include \"") || text.ends_with("template \"") || text.ends_with("executing \"");
}

/// True for a host name: `Could not resolve host: vault.identity.svc.cluster.local`, `lookup db.prod on …`,
/// `db.prod:5432`. A host may begin with the name of a module.
bool is_host(std::string_view before, std::string_view path, std::string_view behind) {
  const bool has_port = behind.size() > 1 && behind[0] == ':' && behind[1] >= '0' && behind[1] <= '9';
  const bool is_of_service = path.find(".svc") != path.npos || path.ends_with(".local");
  return has_port || is_of_service || before.ends_with("host: ") || before.ends_with("lookup ")
         || before.ends_with("host '") || before.ends_with("host ");
}

} // namespace

std::vector<std::string> value_places_in(std::string_view failure) {
  std::vector<std::string> found;
  // Violations of schemas have the source of each wrong value.
  if (failure.find("(set by ") != failure.npos || failure.find("(from ") != failure.npos) return found;
  constexpr std::string_view in_template = ".Values.";
  for (std::size_t at = 0; at < failure.size() && found.size() < places_max; ++at) {
    auto rest = failure.substr(at);
    const bool is_of_template = rest.starts_with(in_template);
    if (is_of_template)
      rest.remove_prefix(in_template.size());
    else if (at > 0 && is_inside_word(failure[at - 1]))
      continue;
    const auto path = path_at(rest);
    if (path.empty()) continue;
    const auto before = failure.substr(0, at);
    if (is_place(path) && !is_before_template_name(before)
        && (is_of_template || !is_host(before, path, rest.substr(path.size())))
        && std::find(found.begin(), found.end(), path) == found.end())
      found.emplace_back(path);
    // Goes on behind the place, so that its parts are not found a second time.
    at += (is_of_template ? in_template.size() : 0) + path.size() - 1;
  }
  return found;
}

std::vector<std::string> value_places_in_script(std::string_view text, const std::string& module) {
  std::vector<std::string> found;
  for (const auto& section : {std::string(values::global_key), values::to_camel(module)})
    for (auto at = text.find(section + "."); at != text.npos && found.size() < places_max;
         at = text.find(section + ".", at + 1)) {
      // A point before the section begins a path of jq; any other word before it makes another name.
      const auto before = at == 0 || text[at - 1] != '.' ? at : at - 1;
      if (before > 0 && is_inside_word(text[before - 1])) continue;
      const auto path = path_at(text.substr(at));
      if (is_place(path) && std::find(found.begin(), found.end(), path) == found.end()) found.emplace_back(path);
    }
  return found;
}

std::string words_about_values(std::string_view failure, const value_places& known) {
  return words_about_places(value_places_in(failure), known);
}

std::string words_about_places(const std::vector<std::string>& places, const value_places& known) {
  std::vector<std::string> words;
  for (const auto& place : places) {
    const auto at = known.find(place);
    if (at == known.end()) continue;
    const auto& x = at->second;
    if (x.type.empty()) {
      words.push_back(fmt::format("no hook, no values file and no key of the ConfigMap has set {} so far{}", place,
                                  x.guess.empty() ? "" : ", and " + x.guess));
      continue;
    }
    words.push_back(fmt::format(
      "{} is {}{}, {}{}{}", place, x.type, x.since_us > 0 ? " since " + base::utc_text(x.since_us) : "", x.source,
      x.guess.empty() ? "" : " " + x.guess, x.type_before.empty() ? "" : "; before it was " + x.type_before));
  }
  return fmt::format("{}", fmt::join(words, "; "));
}

} // namespace core::status
