#include "core/releases/lost_globals.hpp"

#include "text/plain/checksum.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

namespace core::releases {

namespace {

constexpr std::size_t label_bytes_max = 63;
constexpr std::size_t digest_digits = 10;

/// A digest, because a path may be longer than the key of a label, and has slashes.
std::string key_of(const std::string& path) {
  return std::string(module_global_from_prefix) + text::md5_hex(path).substr(0, digest_digits);
}

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The name of the file's directory, as the value of a label (Kubernetes, LabelValueMaxLength).
std::string label_value_of(const std::string& path) {
  const auto directory = path.substr(0, path.rfind('/'));
  auto name = directory.substr(directory.rfind('/') + 1);
  for (auto& c : name)
    if (!is_letter_or_digit(c) && c != '-' && c != '.') c = '_';
  name = name.substr(0, label_bytes_max);
  while (!name.empty() && !is_letter_or_digit(name.back())) name.pop_back();
  while (!name.empty() && !is_letter_or_digit(name.front())) name.erase(0, 1);
  return name;
}

std::map<std::string, std::string> labels_of(const values::value_standing& now) {
  std::map<std::string, std::string> labels;
  for (const auto& [path, has_section] : now.other_globals)
    if (has_section) labels.emplace(key_of(path), label_value_of(path));
  return labels;
}

} // namespace

std::vector<lost_global> lost_globals(const release& last, const values::value_standing& now) {
  const auto present = labels_of(now);
  std::map<std::string, std::string> paths;
  for (const auto& [path, has_section] : now.other_globals) paths.emplace(key_of(path), path);
  std::vector<lost_global> lost;
  for (const auto& [key, name] : last.labels) {
    if (!key.starts_with(module_global_from_prefix) || present.contains(key)) continue;
    if (const auto known = paths.find(key); known != paths.end())
      lost.push_back({key, "section 'global' in " + known->second, known->second});
    else
      lost.push_back({key,
                      fmt::format("section 'global' in values.yaml of a directory '{}', which is none of the "
                                  "directories of modules any more",
                                  name),
                      {}});
  }
  return lost;
}

std::map<std::string, std::string> global_labels(const std::optional<release>& last,
                                                 const values::value_standing& now) {
  auto labels = labels_of(now);
  if (last)
    for (const auto& [key, name] : last->labels)
      if (key.starts_with(module_global_from_prefix)) labels.emplace(key, label_taken_away);
  return labels;
}

std::map<std::string, std::string> global_labels_due(const release& last, const values::value_standing& now) {
  auto due = labels_of(now);
  // Only the key counts, because the value is a name for users.
  std::erase_if(due, [&](const auto& label) { return last.label(label.first).has_value(); });
  return due;
}

objection objection_to(const std::vector<lost_global>& lost, const std::string& namespace_name,
                       const std::string& record) {
  std::vector<std::string> missing;
  std::vector<std::string> wishes;
  for (const auto& x : lost) {
    missing.push_back(x.words);
    wishes.push_back(x.path.empty() ? fmt::format("`kubectl -n {} label {} {}-`", namespace_name, record, x.label)
                                    : fmt::format("write `global: {{}}` into {} and restart the operator", x.path));
  }
  return {fmt::format("values of its last revision came from what is missing now: {}", fmt::join(missing, ", ")),
          fmt::format("Bring it back; or, if they are to go, {}", fmt::join(wishes, ", and "))};
}

} // namespace core::releases
