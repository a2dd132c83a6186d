#include "cli/option_values.hpp"

#include "core/base/duration.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

namespace cli {

namespace {

auto expected(const std::string& what, const std::string& given) {
  return core::fail(core::error_code::invalid_input, "expected " + what + ", got '" + given + "'");
}

} // namespace

core::result<std::uint64_t> number_within(const std::string& text, std::uint64_t max) {
  std::uint64_t number = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{} || end != text.data() + text.size() || number > max)
    return expected("a number from 0 to " + std::to_string(max), text);
  return number;
}

core::result<bool> yes_or_no(const std::string& text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  if (lower == "true" || lower == "1" || lower == "yes") return true;
  if (lower == "false" || lower == "0" || lower == "no") return false;
  return expected("true or false", text);
}

core::result<std::chrono::milliseconds> duration(const std::string& text) {
  auto parsed = core::parse_duration(text);
  if (!parsed) return tl::unexpected(parsed.error());
  if (*parsed < std::chrono::nanoseconds(0)) return expected("a duration that is not negative", text);
  return std::chrono::ceil<std::chrono::milliseconds>(*parsed);
}

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    if (!part.empty()) found.push_back(part);
  return found;
}

} // namespace cli
