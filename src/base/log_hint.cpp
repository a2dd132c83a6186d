#include "base/log_hint.hpp"

namespace base {

namespace {

constexpr std::string_view hint_begin = " (details are in the log: ";

} // namespace

std::string log_hint(std::string_view event) {
  return std::string(hint_begin).append(event).append(")");
}

std::string_view hinted_event(std::string_view message) {
  const auto begin = message.find(hint_begin);
  if (begin == message.npos) return {};
  const auto event = message.substr(begin + hint_begin.size());
  const auto end = event.find(')');
  return end == event.npos ? std::string_view() : event.substr(0, end);
}

std::string with_words(std::string_view message, std::string_view words) {
  const auto event = hinted_event(message);
  if (event.empty() || words.empty()) return std::string(message);
  const auto begin = message.find(hint_begin);
  auto text = std::string(message.substr(0, begin));
  // Some messages have the words already, and the log has more of them.
  if (text.find(words) == text.npos) text.append(": ").append(words);
  return text.append(message.substr(begin + log_hint(event).size()));
}

} // namespace base
