#include "core/metrics/name_escaping.hpp"

#include "text/plain/utf8.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace core::metrics {

namespace {

constexpr std::array<std::pair<std::string_view, name_escaping>, 4> forms{{{"allow-utf-8", name_escaping::none},
                                                                           {"underscores", name_escaping::underscores},
                                                                           {"dots", name_escaping::dots},
                                                                           {"values", name_escaping::values}}};

std::optional<name_escaping> form_of(std::string_view text) {
  for (const auto& [name, form] : forms)
    if (name == text) return form;
  return std::nullopt;
}

/// The position of a character in a name: a digit may not be the first character.
enum class position : std::uint8_t { first, later };

position position_of(std::size_t index) noexcept {
  return index == 0 ? position::first : position::later;
}

bool is_plain(std::string_view character, position at) noexcept {
  if (character.size() != 1) return false;
  const char c = character.front();
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':'
         || (c >= '0' && c <= '9' && at != position::first);
}

/// @param character well-formed UTF-8
std::uint32_t code_point(std::string_view character) noexcept {
  constexpr std::array<std::uint32_t, 5> lead_bits{0, 0x7F, 0x1F, 0x0F, 0x07};
  std::uint32_t code = static_cast<unsigned char>(character.front()) & lead_bits.at(character.size());
  for (const auto c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3F);
  return code;
}

std::string escaped_character(std::string_view character, position at, name_escaping how) {
  if (character == "_" && how != name_escaping::underscores) return "__";
  if (is_plain(character, at)) return std::string(character);
  switch (how) {
    case name_escaping::underscores: return "_";
    case name_escaping::dots: return character == "." ? "_dot_" : "__";
    default: return fmt::format("_{:x}_", code_point(character));
  }
}

/// A media range of the header Accept.
struct media_range {
  std::string_view type;
  std::string_view subtype;
  double quality = 1;
  std::map<std::string_view, std::string_view> parameters{};
};

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The text before the separator, which is removed from `rest`.
std::string_view cut(std::string_view& rest, char separator) {
  const auto at = rest.find(separator);
  const auto part = rest.substr(0, at);
  rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + 1);
  return part;
}

void read_parameter(std::string_view text, media_range& range) {
  const auto name = trimmed(cut(text, '='));
  if (text.empty() || text.find('=') != std::string_view::npos) return;
  if (name == "q")
    range.quality = std::strtod(std::string(text).c_str(), nullptr);
  else
    range.parameters[name] = trimmed(text);
}

std::optional<media_range> read_range(std::string_view text) {
  text = trimmed(text);
  auto media = cut(text, ';');
  media_range range;
  range.type = trimmed(cut(media, '/'));
  if (media.find('/') != std::string_view::npos || (media.empty() && range.type != "*")) return std::nullopt;
  range.subtype = media.empty() ? "*" : trimmed(media);
  while (!text.empty()) read_parameter(cut(text, ';'), range);
  return range;
}

bool comes_before(const media_range& a, const media_range& b) {
  return a.quality > b.quality || (a.type != "*" && b.type == "*") || (a.subtype != "*" && b.subtype == "*");
}

/// The ranges in their order of preference. `comes_before` is not the strict weak order that std::sort needs.
/// So each range in turn is inserted before the ranges that must follow it, as in the predecessor's library.
std::vector<media_range> ranges_of(std::string_view accept) {
  std::vector<media_range> ranges;
  while (!accept.empty()) {
    auto range = read_range(cut(accept, ','));
    if (!range) continue;
    ranges.push_back(std::move(*range));
    for (auto i = ranges.size() - 1; i > 0 && comes_before(ranges[i], ranges[i - 1]); --i)
      std::swap(ranges[i], ranges[i - 1]);
  }
  return ranges;
}

std::string_view parameter(const media_range& range, std::string_view name) {
  const auto found = range.parameters.find(name);
  return found == range.parameters.end() ? std::string_view() : found->second;
}

bool is_this_format(const media_range& x) {
  const auto version = parameter(x, "version");
  return x.type == "text" && x.subtype == "plain" && (version.empty() || version == "0.0.4");
}

} // namespace

bool is_plain_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < name.size(); ++i)
    if (!is_plain(name.substr(i, 1), position_of(i))) return false;
  return !name.empty();
}

std::string escaped_name(std::string_view name, name_escaping how) {
  if (how == name_escaping::none || is_plain_name(name)) return std::string(name);
  std::string out = how == name_escaping::values ? "U__" : "";
  for (auto rest = name; !rest.empty();) {
    const auto character = rest.substr(0, text::utf8_length(rest));
    out += escaped_character(character, position_of(name.size() - rest.size()), how);
    rest.remove_prefix(character.size());
  }
  return out;
}

// A scraper names the escaping in each range that it accepts, so ranges of formats that this program does not
// offer count, too.
name_escaping accepted_escaping(std::string_view accept) {
  // A scraper that names no form may know the old alphabet only.
  auto form = name_escaping::underscores;
  for (const auto& range : ranges_of(accept)) {
    form = form_of(parameter(range, "escaping")).value_or(form);
    // The form in the range of this format counts, and ranges behind it are less wanted.
    if (is_this_format(range)) break;
  }
  return form;
}

std::string metrics_content_type(name_escaping how) {
  std::string type = "text/plain; version=0.0.4; charset=utf-8; escaping=";
  for (const auto& [name, form] : forms)
    if (form == how) type += name;
  return type;
}

} // namespace core::metrics
