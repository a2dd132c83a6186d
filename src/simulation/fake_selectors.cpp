#include "simulation/fake_selectors.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace simulation {

namespace {

std::string trim(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

/// Splits at commas that are in no parentheses and not escaped.
std::vector<std::string> split_requirements(std::string_view text) {
  std::vector<std::string> parts;
  std::string current;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = text[i];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '\\' && i + 1 < text.size()) {
      current += text[++i];
    } else if (c == ',' && depth == 0) {
      parts.push_back(trim(current));
      current.clear();
    } else {
      current += c;
    }
  }
  if (const auto last = trim(current); !last.empty()) parts.push_back(last);
  return parts;
}

std::optional<std::string> label_of(const text::json& object, std::string_view key) {
  const auto* metadata = object.find("metadata");
  const auto* labels = metadata ? metadata->find("labels") : nullptr;
  return labels ? labels->string_at(key) : std::nullopt;
}

std::string field_of(const text::json& object, std::string_view path) {
  const auto* value = &object;
  while (value && !path.empty()) {
    const auto dot = path.find('.');
    value = value->find(path.substr(0, dot));
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  if (!value || value->is_null()) return {};
  return value->is_string() ? value->as_string() : value->dump();
}

/// `key in (a,b)` and `key notin (a,b)`.
std::optional<bool> match_set(const text::json& object, const std::string& requirement) {
  const auto open = requirement.find('(');
  if (open == std::string::npos) return std::nullopt;
  const auto head = trim(requirement.substr(0, open));
  const auto space = head.find(' ');
  const bool negated = head.substr(space + 1) == "notin";
  const auto values = split_requirements(std::string_view(requirement).substr(open + 1, requirement.size() - open - 2));
  const auto label = label_of(object, head.substr(0, space));
  const bool found = label && std::find(values.begin(), values.end(), *label) != values.end();
  return found != negated;
}

bool match_label(const text::json& object, const std::string& requirement) {
  if (const auto in_set = match_set(object, requirement)) return *in_set;
  if (requirement.starts_with('!')) return !label_of(object, requirement.substr(1));
  if (const auto place = requirement.find("!="); place != std::string::npos)
    return label_of(object, requirement.substr(0, place)) != requirement.substr(place + 2);
  const auto place = requirement.find('=');
  if (place == std::string::npos) return label_of(object, requirement).has_value();
  const auto value = requirement.substr(requirement.find_first_not_of('=', place) == std::string::npos
                                          ? requirement.size()
                                          : requirement.find_first_not_of('=', place));
  return label_of(object, requirement.substr(0, place)) == value;
}

bool match_field(const text::json& object, const std::string& requirement) {
  if (const auto place = requirement.find("!="); place != std::string::npos)
    return field_of(object, std::string_view(requirement).substr(0, place)) != requirement.substr(place + 2);
  const auto place = requirement.find('=');
  return field_of(object, std::string_view(requirement).substr(0, place)) == requirement.substr(place + 1);
}

} // namespace

bool matches_labels(const text::json& object, std::string_view selector) {
  const auto requirements = split_requirements(selector);
  return std::all_of(requirements.begin(), requirements.end(),
                     [&](const std::string& x) { return match_label(object, x); });
}

bool matches_fields(const text::json& object, std::string_view selector) {
  const auto requirements = split_requirements(selector);
  return std::all_of(requirements.begin(), requirements.end(),
                     [&](const std::string& x) { return match_field(object, x); });
}

} // namespace simulation
