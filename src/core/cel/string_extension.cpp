#include "core/cel/functions.hpp"
#include "core/cel/list_library.hpp"
#include "text/plain/find_part.hpp"
#include "text/plain/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::cel {
namespace {

/// A text whose code points have numbers.
class numbered_text {
public:
  explicit numbered_text(std::string_view text) : text_(text) {
    for (std::size_t at = 0; at < text.size();) {
      begins_.push_back(at);
      at += std::max<std::size_t>(text::utf8_length(text.substr(at)), 1);
    }
    begins_.push_back(text.size());
  }

  [[nodiscard]] std::size_t size() const noexcept { return begins_.size() - 1; }
  /// @pre begin <= end <= size()
  [[nodiscard]] std::string_view part(std::size_t begin, std::size_t end) const {
    return text_.substr(begins_[begin], begins_[end] - begins_[begin]);
  }
  /// The number of the code point that begins at a byte.
  [[nodiscard]] std::int64_t number_of(std::size_t byte) const {
    return std::lower_bound(begins_.begin(), begins_.end(), byte) - begins_.begin();
  }
  [[nodiscard]] std::size_t byte_of(std::size_t number) const { return begins_[number]; }
  [[nodiscard]] std::string_view all() const noexcept { return text_; }

private:
  std::string_view text_;
  std::vector<std::size_t> begins_; ///< of all code points, and the end
};

value out_of_range(std::string_view name) {
  return invalid("an index of '" + std::string(name) + "' is out of range");
}

/// The strings at the beginning of the arguments; nullopt if other values are among them. Each byte costs a
/// step, because `numbered_text` keeps an offset for each code point, which is larger than a byte.
template <std::size_t Count>
std::optional<std::array<std::string_view, Count>> strings(arguments given, const call_context& context) {
  std::array<std::string_view, Count> all;
  for (std::size_t i = 0; i < Count; ++i) {
    const auto* text = given[i].as<string_value>();
    if (!text) return std::nullopt;
    all[i] = text->view();
    if (!context.steps.spend(text->view().size())) return std::nullopt;
  }
  return all;
}

/// An index from 0 to `max`; nullopt for all other values.
std::optional<std::size_t> index_up_to(std::size_t max, std::int64_t index) {
  if (index < 0 || static_cast<std::uint64_t>(index) > max) return std::nullopt;
  return static_cast<std::size_t>(index);
}

value char_at(arguments given, const call_context& context) {
  const auto text = strings<1>(given, context);
  const auto* number = given[1].as<std::int64_t>();
  if (!text || !number) return wrong_types("charAt", given);
  const numbered_text letters((*text)[0]);
  const auto at = index_up_to(letters.size(), *number);
  if (!at) return out_of_range("charAt");
  return value::string(*at == letters.size() ? std::string() : std::string(letters.part(*at, *at + 1)));
}

value index_of(arguments given, const call_context& context) {
  if (given[0].as<list>() && given.size() == 2) return index_in_list(given, context);
  const auto texts = strings<2>(given, context);
  const auto from = given.size() > 2 ? given[2] : value(std::int64_t{0});
  const auto* number = from.as<std::int64_t>();
  if (!texts || !number) return wrong_types("indexOf", given);
  const numbered_text letters((*texts)[0]);
  const auto begin = index_up_to(letters.size(), *number);
  if (!begin) return out_of_range("indexOf");
  const auto found = text::find_part(letters.all(), (*texts)[1], letters.byte_of(*begin));
  return found == std::string_view::npos ? std::int64_t{-1} : letters.number_of(found);
}

value last_index_of(arguments given, const call_context& context) {
  if (given[0].as<list>() && given.size() == 2) return last_index_in_list(given, context);
  const auto texts = strings<2>(given, context);
  if (!texts) return wrong_types("lastIndexOf", given);
  const numbered_text letters((*texts)[0]);
  const auto last = given.size() > 2 ? given[2] : value(static_cast<std::int64_t>(letters.size()));
  const auto* number = last.as<std::int64_t>();
  if (!number) return wrong_types("lastIndexOf", given);
  const auto end = index_up_to(letters.size(), *number);
  if (!end) return out_of_range("lastIndexOf");
  const auto found = text::find_last_part(letters.all(), (*texts)[1], letters.byte_of(*end));
  return found == std::string_view::npos ? std::int64_t{-1} : letters.number_of(found);
}

/// Applies a change to each byte; bytes of letters outside of ASCII stay.
template <class Change>
value changed(std::string_view name, arguments given, const call_context& context, Change change) {
  const auto text = strings<1>(given, context);
  if (!text) return wrong_types(name, given);
  std::string all((*text)[0]);
  std::transform(all.begin(), all.end(), all.begin(), change);
  return value::string(std::move(all));
}

value lower_ascii(arguments given, const call_context& context) {
  return changed("lowerAscii", given, context,
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

value upper_ascii(arguments given, const call_context& context) {
  return changed("upperAscii", given, context,
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
}

/// The first `limit` places of a part in a text; all places if `limit` is negative. An empty part is found
/// before each letter and at the end of the text.
std::vector<std::size_t> places_of(std::string_view part, std::string_view text, std::int64_t limit) {
  std::vector<std::size_t> places;
  const auto has_room = [&] { return limit < 0 || places.size() < static_cast<std::size_t>(limit); };
  if (part.empty()) {
    const numbered_text letters(text);
    for (std::size_t i = 0; i <= letters.size() && has_room(); ++i) places.push_back(letters.byte_of(i));
    return places;
  }
  for (auto at = text::find_part(text, part); at != text.npos && has_room();
       at = text::find_part(text, part, at + part.size()))
    places.push_back(at);
  return places;
}

value replace(arguments given, const call_context& context) {
  const auto texts = strings<3>(given, context);
  const auto limit = given.size() > 3 ? given[3] : value(std::int64_t{-1});
  const auto* number = limit.as<std::int64_t>();
  if (!texts || !number) return wrong_types("replace", given);
  const auto [text, old, by] = *texts;
  const auto places = places_of(old, text, *number);
  if (!context.steps.spend(places.size()) || by.size() > text.max_size() / (places.size() + 1)
      || !context.steps.spend_bytes(places.size() * by.size()))
    return null();
  std::string result;
  std::size_t done = 0;
  for (const auto place : places) {
    result += text.substr(done, place - done);
    result += by;
    done = place + old.size();
  }
  result += text.substr(done);
  return value::string(std::move(result));
}

/// As strings.SplitN of Go.
std::vector<value> pieces(std::string_view text, std::string_view separator, std::int64_t limit) {
  std::vector<value> parts;
  if (limit == 0) return parts;
  auto places = places_of(separator, text, limit < 0 ? limit : limit - (separator.empty() ? 0 : 1));
  if (separator.empty()) {
    // Between letters, neither before the first nor after the last.
    if (!places.empty()) places.erase(places.begin());
    if (!places.empty() && places.back() == text.size()) places.pop_back();
    if (text.empty()) return parts;
  }
  std::size_t done = 0;
  for (const auto place : places) {
    parts.push_back(value::string(std::string(text.substr(done, place - done))));
    done = place + separator.size();
  }
  parts.push_back(value::string(std::string(text.substr(done))));
  return parts;
}

value split(arguments given, const call_context& context) {
  const auto texts = strings<2>(given, context);
  const auto limit = given.size() > 2 ? given[2] : value(std::int64_t{-1});
  const auto* number = limit.as<std::int64_t>();
  if (!texts || !number) return wrong_types("split", given);
  constexpr std::size_t steps_per_piece = 8; // each is a text of its own
  const auto [text, separator] = *texts;
  if (!context.steps.spend(steps_per_piece * places_of(separator, text, *number).size())) return null();
  return list(pieces(text, separator, *number));
}

value substring(arguments given, const call_context& context) {
  const auto text = strings<1>(given, context);
  const auto* first = given[1].as<std::int64_t>();
  if (!text || !first) return wrong_types("substring", given);
  const numbered_text letters((*text)[0]);
  const auto last = given.size() > 2 ? given[2] : value(static_cast<std::int64_t>(letters.size()));
  const auto* number = last.as<std::int64_t>();
  if (!number) return wrong_types("substring", given);
  const auto begin = index_up_to(letters.size(), *first), end = index_up_to(letters.size(), *number);
  if (!begin || !end || *begin > *end) return out_of_range("substring");
  return value::string(std::string(letters.part(*begin, *end)));
}

/// White space of Unicode, as unicode.IsSpace of Go has it.
bool is_space(std::string_view letter) {
  constexpr std::string_view spaces[] = {" ",      "\t",     "\n",     "\v",     "\f",     "\r",     "\u0085",
                                         "\u00a0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
                                         "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200a", "\u2028",
                                         "\u2029", "\u202f", "\u205f", "\u3000"};
  return std::find(std::begin(spaces), std::end(spaces), letter) != std::end(spaces);
}

value trim(arguments given, const call_context& context) {
  const auto text = strings<1>(given, context);
  if (!text) return wrong_types("trim", given);
  const numbered_text letters((*text)[0]);
  std::size_t begin = 0, end = letters.size();
  while (begin < end && is_space(letters.part(begin, begin + 1))) ++begin;
  while (begin < end && is_space(letters.part(end - 1, end))) --end;
  return value::string(std::string(letters.part(begin, end)));
}

value join(arguments given, const call_context& context) {
  const auto* items = given[0].as<list>();
  const auto separator = given.size() > 1 ? given[1] : value::string({});
  const auto* between = separator.as<string_value>();
  if (!items || !between) return wrong_types("join", given);
  std::string all;
  for (std::size_t i = 0; i < items->size(); ++i) {
    const auto item = items->at(i);
    const auto* text = item.as<string_value>();
    if (!text) return no_overload("join", item);
    if (!context.steps.spend(1) || !context.steps.spend_bytes(text->view().size() + between->view().size()))
      return null();
    if (i > 0) all += between->view();
    all += text->view();
  }
  return value::string(std::move(all));
}

value reverse(arguments given, const call_context& context) {
  if (const auto* items = given[0].as<list>()) {
    if (!context.steps.spend(items->size())) return null();
    std::vector<value> all;
    for (auto i = items->size(); i > 0; --i) all.push_back(items->at(i - 1));
    return list(std::move(all));
  }
  const auto text = strings<1>(given, context);
  if (!text) return wrong_types("reverse", given);
  const numbered_text letters((*text)[0]);
  std::string all;
  for (auto i = letters.size(); i > 0; --i) all += letters.part(i - 1, i);
  return value::string(std::move(all));
}

value quote(arguments given, const call_context& context) {
  const auto text = strings<1>(given, context);
  if (!text) return wrong_types("strings.quote", given);
  constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
  constexpr std::string_view names = "abfnrtv\\\"";
  std::string all = "\"";
  for (const char c : (*text)[0]) {
    const auto known = special.find(c);
    if (known != special.npos) all += '\\';
    all += known == special.npos ? c : names[known];
  }
  return value::string(all + "\"");
}

constexpr function table[] = {
  {"charAt", call_form::method, 2, char_at},
  {"indexOf", call_form::method, 2, index_of},
  {"indexOf", call_form::method, 3, index_of},
  {"lastIndexOf", call_form::method, 2, last_index_of},
  {"lastIndexOf", call_form::method, 3, last_index_of},
  {"lowerAscii", call_form::method, 1, lower_ascii},
  {"upperAscii", call_form::method, 1, upper_ascii},
  {"replace", call_form::method, 3, replace},
  {"replace", call_form::method, 4, replace},
  {"split", call_form::method, 2, split},
  {"split", call_form::method, 3, split},
  {"substring", call_form::method, 2, substring},
  {"substring", call_form::method, 3, substring},
  {"trim", call_form::method, 1, trim},
  {"join", call_form::method, 1, join},
  {"join", call_form::method, 2, join},
  {"reverse", call_form::method, 1, reverse},
  {"strings.quote", call_form::function, 1, quote},
};

} // namespace

std::span<const function> string_extension() {
  return table;
}

} // namespace core::cel
