#include "text/json/quoted_values.hpp"

#include "text/json/json_extent.hpp"
#include "text/plain/secret_text.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;

/// The API server's words before a value.
constexpr std::array<std::string_view, 3> field_words{"Invalid value: ", "Unsupported value: ", "Duplicate value: "};

/// A value with fixed words around it, as templates, decoders and Go print it: behind `before`, up to
/// `after`.
struct frame {
  std::string_view before;
  std::string_view after; ///< empty: at the end of the line
};
constexpr std::array<frame, 11> frames{{{"parsing \"", "\": "},
                                        {"parsing time \"", "\" as \""},
                                        {"cannot parse \"", "\" as \""},
                                        {"cannot parse template \"", "\": template: "},
                                        {"error during tpl function execution for \"", "\": "},
                                        {"can't iterate over ", ""},
                                        {"cannot unmarshal !!str `", "` into "},
                                        {"cannot unmarshal !!int `", "` into "},
                                        {"cannot unmarshal !!float `", "` into "},
                                        {"map[", ""},
                                        {"...|", "|..."}}};

/// Whether a text has only small letters, digits and the signs of names of objects.
bool is_object_name(std::string_view x) {
  return x.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.:-") == none;
}

/// Whether a text has the form that Helm's documentation advises for templates: `CHART.NAME`, or a path.
bool is_template_name(std::string_view x) {
  return x.find_first_of("./") != none && x.find_first_of(" \\\"") == none;
}

bool is_kind(std::string_view x) {
  return x.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == none;
}

/// A name in quotes between fixed words. A text with the form of a name is shown, because users need the
/// name. Any other text is hidden, because it may be a value in the place of a name.
struct name_frame {
  std::string_view before;
  std::string_view after;
  bool (*is_name)(std::string_view);
};
constexpr std::array<name_frame, 3> name_frames{{{" \"", "\" is invalid: ", is_object_name},
                                                 {"no template \"", "\" associated with template", is_template_name},
                                                 {"no matches for kind \"", "\" in version ", is_kind}}};

/// The position of the quote that ends a text in quotes, in which Go escapes quotes.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
  auto at = begin;
  while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
  return std::min(at, text.size());
}

std::optional<text_range> false_name_at(std::string_view text, std::size_t at) {
  for (const auto& x : name_frames) {
    if (!text.substr(at).starts_with(x.before)) continue;
    const auto begin = at + x.before.size();
    const auto end = end_of_quoted(text, begin);
    if (text.substr(end).starts_with(x.after) && !x.is_name(text.substr(begin, end - begin)))
      return text_range{begin, end};
  }
  return std::nullopt;
}

/// The position behind a value in a message of the API server: JSON, a quoted text, a number, or a structure
/// as Go prints it (`core.PodSpec{Containers: …}`).
std::size_t end_of_field_value(std::string_view text, std::size_t begin) {
  const auto end = end_of_value(text, begin);
  const auto brace = text.substr(begin, end - begin).find_first_of("{[");
  return brace == none ? end : end_of_json(text, begin + brace);
}

std::optional<text_range> value_at(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  for (const auto words : field_words)
    if (rest.starts_with(words)) return text_range{at + words.size(), end_of_field_value(text, at + words.size())};
  for (const auto& x : frames) {
    if (!rest.starts_with(x.before)) continue;
    const auto begin = at + x.before.size();
    return text_range{begin, std::min(text.find(x.after.empty() ? "\n" : x.after, begin), text.size())};
  }
  if (const auto name = false_name_at(text, at)) return name;
  return secret_at(text, at);
}

} // namespace

std::string without_repeated_values(std::string_view text) {
  return with_parts_hidden(text, value_at);
}

} // namespace text
