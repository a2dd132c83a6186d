#include "text/json/repeated_values.hpp"

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
/// Fields whose values are names: users need them to mend an object.
constexpr std::array<std::string_view, 4> named_fields{"metadata.name", "metadata.generateName", "metadata.namespace",
                                                       "metadata.labels"};

/// A value that comes behind `before` in the words of a template, a decoder or Go, and ends before `after`.
struct frame {
  std::string_view before;
  std::string_view after; ///< empty: at the end of the line
};
constexpr std::array<frame, 7> frames{{{"parsing \"", "\": "},
                                       {"can't iterate over ", ""},
                                       {"cannot unmarshal !!str `", "` into "},
                                       {"cannot unmarshal !!int `", "` into "},
                                       {"cannot unmarshal !!float `", "` into "},
                                       {"map[", ""},
                                       {"...|", "|..."}}};

/// The field stands before `: ` and the words at `at`, back to the space before it.
bool is_of_named_field(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at);
  const auto space = before.substr(0, before.size() - std::min<std::size_t>(before.size(), 2)).rfind(' ');
  const auto field = before.substr(space == none ? 0 : space + 1);
  return std::any_of(named_fields.begin(), named_fields.end(), [&](auto x) { return field.starts_with(x); });
}

/// Behind a value of the API server: JSON, a quoted text, a number, or a structure as Go prints it
/// (`core.PodSpec{Containers: …}`).
std::size_t end_of_field_value(std::string_view text, std::size_t begin) {
  const auto end = end_of_value(text, begin);
  const auto brace = text.find_first_of("{[", begin);
  return brace < end ? end_of_json(text, brace) : end;
}

std::optional<text_range> value_at(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  for (const auto words : field_words)
    if (rest.starts_with(words) && !is_of_named_field(text, at))
      return text_range{at + words.size(), end_of_field_value(text, at + words.size())};
  for (const auto& x : frames) {
    if (!rest.starts_with(x.before)) continue;
    const auto begin = at + x.before.size();
    return text_range{begin, std::min(text.find(x.after.empty() ? "\n" : x.after, begin), text.size())};
  }
  return secret_at(text, at);
}

} // namespace

std::string without_repeated_values(std::string_view text) {
  return with_parts_hidden(text, value_at);
}

} // namespace text
