#include "core/releases/release_ownership.hpp"

#include "text/plain/checksum.hpp"

#include <algorithm>

namespace core::releases {

namespace {

/// The maximal length of a label's value (Kubernetes, LabelValueMaxLength).
constexpr std::size_t name_max = 63;

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Cuts a name to the length of a label's value.
std::string cut_name(const std::string& name) {
  if (name.size() <= name_max) return name;
  constexpr std::size_t digits = 8;
  return name.substr(0, name_max - digits - 1) + "-" + text::md5_hex(name).substr(0, digits);
}

} // namespace

base::result<std::string> parse_platform_name(std::string_view text) {
  const auto may_stand = [](char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == '.'; };
  const bool is_valid = !text.empty() && text.size() <= name_max && is_alphanumeric(text.front())
                        && is_alphanumeric(text.back()) && std::all_of(text.begin(), text.end(), may_stand);
  if (is_valid) return std::string(text);
  return base::fail(base::error_code::invalid_input,
                    "'" + std::string(text)
                      + "' is no name of a platform: up to 63 letters, digits, '-', '_' and '.', "
                        "beginning and ending with a letter or digit");
}

std::string default_platform_name(const std::string& config_map, operator_place place) {
  return cut_name(place == operator_place::pod ? config_map : config_map + "-outside");
}

std::optional<std::string> other_platform_of(const release& x, const platform_identity& own) {
  if (own.name.empty() || !is_made_by_operator(x)) return std::nullopt;
  auto platform = x.label(module_platform_label);
  // A release without the label was made by the predecessor, or by an operator that did not know platforms.
  // It counts as own, so that a platform can take over its earlier releases.
  if (!platform || *platform == own.name || own.former.contains(*platform)) return std::nullopt;
  return platform;
}

bool is_of_former_name(const release& x, const platform_identity& own) {
  const auto platform = x.label(module_platform_label);
  return platform && *platform != own.name && own.former.contains(*platform);
}

bool is_own(const release& x, const platform_identity& own) {
  return is_made_by_operator(x) && !other_platform_of(x, own);
}

bool is_removal_held(const release& x) {
  return x.label(removal_held_label) == std::to_string(x.revision);
}

std::string wanted_by(const release& x) {
  return x.label(module_wanted_by_label).value_or("");
}

std::string other_config_map_of(const release& x, const platform_identity& own) {
  const auto before = x.label(module_config_map_label);
  const bool is_other = before && !own.config_map.empty() && *before != cut_name(own.config_map);
  return is_other ? *before : std::string();
}

std::map<std::string, std::string> owner_labels(const platform_identity& own, const std::string& wanted_by) {
  std::map<std::string, std::string> labels;
  if (own.name.empty()) return labels;
  labels.emplace(module_platform_label, own.name);
  if (!wanted_by.empty()) labels.emplace(module_wanted_by_label, wanted_by);
  if (!own.config_map.empty()) labels.emplace(module_config_map_label, cut_name(own.config_map));
  return labels;
}

std::map<std::string, std::string> owner_labels_due(const release& last, const platform_identity& own,
                                                    const std::string& wanted_by) {
  auto due = owner_labels(own, wanted_by);
  std::erase_if(due, [&](const auto& x) { return last.label(x.first) == x.second; });
  if (is_removal_held(last)) due.emplace(removal_held_label, "");
  return due;
}

} // namespace core::releases
