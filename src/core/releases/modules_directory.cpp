#include "core/releases/modules_directory.hpp"

#include "text/plain/checksum.hpp"

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

/// Kubernetes, LabelValueMaxLength.
constexpr std::size_t label_bytes_max = 63;
constexpr std::size_t digest_digits = 8;

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string label_of(const std::string& directory) {
  auto name = directory.substr(directory.rfind('/') + 1).substr(0, label_bytes_max - digest_digits - 1);
  for (auto& c : name)
    if (!is_letter_or_digit(c) && c != '-' && c != '.') c = '_';
  while (!name.empty() && !is_letter_or_digit(name.front())) name.erase(0, 1);
  return name + (name.empty() ? "" : "-") + text::md5_hex(directory).substr(0, digest_digits);
}

bool is_in(const std::string& module_directory, const std::string& directory) {
  return module_directory.starts_with(directory + "/");
}

} // namespace

std::map<std::string, std::string> modules_directory_labels(const std::vector<std::string>& directories,
                                                            const std::string& module_directory) {
  std::map<std::string, std::string> labels;
  if (directories.size() < 2) return labels;
  for (const auto& directory : directories)
    if (is_in(module_directory, directory))
      labels.insert_or_assign(std::string(modules_directory_label), label_of(directory));
  return labels;
}

std::optional<std::string> former_modules_directory(const release& last, const std::vector<std::string>& directories,
                                                    const std::string& module_directory) {
  const auto label = last.label(modules_directory_label);
  if (!label) return std::nullopt;
  const auto named = std::find_if(directories.begin(), directories.end(),
                                  [&](const std::string& directory) { return label_of(directory) == *label; });
  if (named == directories.end()) return *label;
  return is_in(module_directory, *named) ? std::nullopt : std::optional(*named);
}

std::string lost_modules_directory(const release& last, const std::vector<std::string>& directories) {
  const auto label = last.label(modules_directory_label);
  const bool is_there = !label || directories.empty()
                        || std::any_of(directories.begin(), directories.end(),
                                       [&](const std::string& directory) { return label_of(directory) == *label; });
  return is_there ? std::string() : *label;
}

} // namespace core::releases
