// Versions of https://semver.org, as the API server has them since Kubernetes 1.34.

#include "core/cel/functions.hpp"

#include <algorithm>
#include <charconv>
#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::cel {
namespace {

struct version {
  std::uint64_t numbers[3] = {}; ///< major, minor, patch
  std::vector<std::string> pre_release;
  std::string text;
};

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

bool is_identifier(std::string_view text) {
  constexpr std::string_view allowed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-";
  return !text.empty() && text.find_first_not_of(allowed) == text.npos;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const auto dot = text.find('.');
    parts.emplace_back(text.substr(0, dot));
    if (dot == text.npos) return parts;
    text.remove_prefix(dot + 1);
  }
}

bool has_leading_zero(std::string_view number) {
  return number.size() > 1 && number.front() == '0';
}

/// The core, the pre-release behind `-` and the build behind `+`.
struct sections {
  std::string core;
  std::optional<std::string> pre_release;
  std::optional<std::string> build;
};

sections sections_of(std::string_view text) {
  sections found;
  if (const auto plus = text.find('+'); plus != text.npos) {
    found.build = text.substr(plus + 1);
    text = text.substr(0, plus);
  }
  if (const auto dash = text.find('-'); dash != text.npos) {
    found.pre_release = text.substr(dash + 1);
    text = text.substr(0, dash);
  }
  found.core = text;
  return found;
}

std::optional<version> read_version(std::string_view text) {
  version x;
  x.text = text;
  const auto parts = sections_of(text);
  const auto numbers = split(parts.core);
  if (numbers.size() != 3) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& digits = numbers[i];
    if (!is_number(digits) || has_leading_zero(digits)) return std::nullopt;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), x.numbers[i]);
    if (read.ec != std::errc()) return std::nullopt;
  }
  if (parts.pre_release) x.pre_release = split(*parts.pre_release);
  for (const auto& part : x.pre_release)
    if (!is_identifier(part) || (is_number(part) && has_leading_zero(part))) return std::nullopt;
  if (parts.build)
    for (const auto& part : split(*parts.build))
      if (!is_identifier(part)) return std::nullopt;
  return x;
}

/// Completes `v1.02` to `1.2.0`: without the letter and leading zeros, with all three numbers.
std::string normalized(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const auto behind = std::min(text.find_first_of("-+"), text.size());
  auto numbers = split(text.substr(0, behind));
  while (numbers.size() < 3) numbers.emplace_back("0");
  std::string all;
  for (auto& digits : numbers) {
    const auto first = std::min(digits.find_first_not_of('0'), digits.empty() ? 0 : digits.size() - 1);
    all += (all.empty() ? "" : ".") + digits.substr(first);
  }
  return all + std::string(text.substr(behind));
}

/// Numbers come before words; numbers by their size, words by their letters.
std::strong_ordering compare_parts(const std::string& a, const std::string& b) {
  const bool is_a_number = is_number(a), is_b_number = is_number(b);
  if (is_a_number != is_b_number) return is_a_number ? std::strong_ordering::less : std::strong_ordering::greater;
  if (is_a_number && a.size() != b.size()) return a.size() <=> b.size();
  return a <=> b;
}

/// https://semver.org/#spec-item-11
std::strong_ordering compare_versions(const version& a, const version& b) {
  for (std::size_t i = 0; i < 3; ++i)
    if (a.numbers[i] != b.numbers[i]) return a.numbers[i] <=> b.numbers[i];
  if (a.pre_release.empty() || b.pre_release.empty()) return a.pre_release.empty() <=> b.pre_release.empty();
  for (std::size_t i = 0; i < std::min(a.pre_release.size(), b.pre_release.size()); ++i)
    if (const auto order = compare_parts(a.pre_release[i], b.pre_release[i]); order != 0) return order;
  return a.pre_release.size() <=> b.pre_release.size();
}

class semver_value final : public opaque {
public:
  explicit semver_value(version x) : content(std::move(x)) {}

  [[nodiscard]] std::string_view type() const noexcept override { return "kubernetes.Semver"; }
  [[nodiscard]] bool equals(const opaque& other, budget&) const override {
    const auto order = compare(other);
    return order && *order == 0;
  }
  [[nodiscard]] std::optional<std::string> text() const override { return content.text; }
  [[nodiscard]] std::optional<std::strong_ordering> compare(const opaque& other) const override {
    const auto* x = dynamic_cast<const semver_value*>(&other);
    return x ? std::optional(compare_versions(content, x->content)) : std::nullopt;
  }

  const version content;
};

/// The version in the first argument; a second argument that is true completes the text before.
/// @returns nullopt if the text is no version
std::optional<version> version_in(arguments given, const call_context& context) {
  const auto text = given[0].as<string_value>()->view();
  if (!context.steps.spend(text.size())) return std::nullopt;
  const bool is_completed = given.size() > 1 && given[1].is(true);
  return read_version(is_completed ? normalized(text) : std::string(text));
}

bool takes(arguments given) {
  return given[0].as<string_value>() && (given.size() == 1 || given[1].as<bool>());
}

value to_semver(arguments given, const call_context& context) {
  if (given.size() == 1 && opaque_as<semver_value>(given[0])) return given[0];
  if (!takes(given)) return wrong_types("semver", given);
  auto found = version_in(given, context);
  if (!found) return invalid("the text is no version of semver.org");
  return opaque_ptr(std::make_shared<semver_value>(std::move(*found)));
}

value is_semver(arguments given, const call_context& context) {
  return takes(given) ? value(version_in(given, context).has_value()) : wrong_types("isSemver", given);
}

template <std::size_t Place>
value number_at(arguments given, const call_context&) {
  const auto* x = opaque_as<semver_value>(given[0]);
  if (!x) return no_overload("a number of a version", given[0]);
  return static_cast<std::int64_t>(x->content.numbers[Place]);
}

constexpr function table[] = {
  {"semver", call_form::function, 1, to_semver},   {"semver", call_form::function, 2, to_semver},
  {"isSemver", call_form::function, 1, is_semver}, {"isSemver", call_form::function, 2, is_semver},
  {"major", call_form::method, 1, number_at<0>},   {"minor", call_form::method, 1, number_at<1>},
  {"patch", call_form::method, 1, number_at<2>},
};

} // namespace

std::span<const function> semver_library() {
  return table;
}

} // namespace core::cel
