#include "core/releases/helm_version.hpp"

#include <charconv>
#include <optional>

namespace core::releases {

namespace {

/// Reads a number, and removes it from the beginning of `text`.
std::optional<unsigned> take_number(std::string_view& text) {
  unsigned number = 0;
  auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Reads `.N`, and removes it from the beginning of `text`.
std::optional<unsigned> take_dot_number(std::string_view& text) {
  if (!text.starts_with('.')) return std::nullopt;
  auto rest = text.substr(1);
  auto number = take_number(rest);
  if (number) text = rest;
  return number;
}

std::optional<helm_version> find_version(std::string_view output) {
  for (auto v = output.find('v'); v != std::string_view::npos; v = output.find('v', v + 1)) {
    auto rest = output.substr(v + 1);
    auto major = take_number(rest);
    auto minor = major ? take_dot_number(rest) : std::nullopt;
    if (minor) return helm_version{*major, *minor, take_dot_number(rest).value_or(0)};
  }
  return std::nullopt;
}

} // namespace

std::string text(const helm_version& x) {
  return std::to_string(x.major) + "." + std::to_string(x.minor) + "." + std::to_string(x.patch);
}

base::result<helm_version> parse_helm_version(std::string_view output) {
  auto found = find_version(output);
  if (!found) return base::fail(base::error_code::invalid_input, "'helm version' prints no version");
  if (*found < helm_version_min)
    return base::fail(base::error_code::invalid_input,
                      "helm " + text(*found) + " is too old: " + text(helm_version_min) + " or later is needed");
  return *found;
}

} // namespace core::releases
