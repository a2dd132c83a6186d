#include "core/bindings/jq_message.hpp"

#include <algorithm>
#include <set>

namespace core::bindings {

namespace {

/// The words of the messages in jq's builtin.c, execute.c, jv.c, jv_aux.c and jv_parse.c, with the changes of
/// gojq_dialect.py, separated by spaces.
constexpr std::string_view own_words =
  "A An Array Cannot Expected Invalid JSON Numbers "
  "Object Objects Out Path Paths Range Start Unfinished Unmatched a abandoned "
  "added allowed an and another any array arrays as at attempt base64 be because boolean both bounds break can cannot "
  "check checked column containment consist could csv data date datetime delete deleted determine divided divisor does "
  "element elements empty end ended endswith epoch EOF error escape escaped exploded expression false field fields "
  "flatten for format formatted from given gmtime grouped halted has have implode in index indexed indices input "
  "inputs "
  "integer into invalid is it iterate join key keys large length line literal match matched mktime modules more must "
  "near "
  "negated negative no not null number numbers numeric object of offset on only or out over pairs parsed parsing path "
  "regex repeat required requires result reversed row seconds separator separators shell since slice sorted specified "
  "split sqrt startswith strftime string strings strptime subtracted term than that the their they to too trailing "
  "true tsv update use valid value values when whether while with x zero colon control characters multiplied non many "
  "digits";

constexpr std::string_view separators = " \t\"'.,:;()[]{}/-";
constexpr std::string_view hidden = "(…)";

using words = std::set<std::string_view>;

/// Calls `take(word)` for each word until it returns false.
/// @returns false if `take` has returned false.
template <class Take>
bool each_word(std::string_view text, const Take& take) {
  while (true) {
    const auto begin = text.find_first_not_of(separators);
    if (begin == text.npos) return true;
    text.remove_prefix(begin);
    const auto word = text.substr(0, text.find_first_of(separators));
    if (!take(word)) return false;
    text.remove_prefix(word.size());
  }
}

words words_of(std::string_view text) {
  words all;
  each_word(text, [&](std::string_view word) {
    all.insert(word);
    return true;
  });
  return all;
}

/// Replaces the content of each pair of parentheses by `hidden`, except `null`, which is not a secret.
std::string without_parentheses(std::string_view text) {
  std::string out;
  for (auto begin = text.find('('); begin != text.npos; begin = text.find('(')) {
    const auto end = std::min(text.find(')', begin), text.size() - 1);
    const auto inside = text.substr(begin, end + 1 - begin);
    out.append(text.substr(0, begin)).append(inside == "(null)" ? inside : hidden);
    text.remove_prefix(end + 1);
  }
  return out.append(text);
}

bool is_place(std::string_view before) {
  return before == "line" || before == "column" || before == "offset";
}

bool is_count(std::string_view word) {
  constexpr std::size_t digits_max = 9;
  return word.size() <= digits_max && word.find_first_not_of("0123456789") == word.npos;
}

} // namespace

std::optional<std::string> jq_message_without_content(std::string_view message, std::string_view program) {
  static const words own = words_of(own_words);
  const auto of_program = words_of(program);
  auto text = without_parentheses(message);
  std::string spoken = text;
  for (auto at = spoken.find(hidden); at != spoken.npos; at = spoken.find(hidden))
    spoken.replace(at, hidden.size(), " ");
  std::string_view before;
  const bool is_known = each_word(spoken, [&](std::string_view word) {
    // A number may be content of the object, unless it is a position in a text.
    const bool known = own.contains(word) || of_program.contains(word) || (is_place(before) && is_count(word));
    before = word;
    return known;
  });
  return is_known ? std::optional(std::move(text)) : std::nullopt;
}

} // namespace core::bindings
