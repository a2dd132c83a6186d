#include "core/values/hook_label.hpp"

#include "core/values/value_hooks.hpp"
#include "text/plain/checksum.hpp"

#include <cstddef>
#include <vector>

namespace core::values {

namespace {

constexpr std::string_view global_prefix = "global.";
constexpr std::size_t marks_max = 12;

} // namespace

std::string hook_name_behind(std::string_view value, const std::function<bool(const std::string&)>& fits) {
  std::vector<std::size_t> marks;
  for (std::size_t at = value.find('_'); at != value.npos; at = value.find('_', at + 1)) marks.push_back(at);
  if (marks.size() > marks_max) return std::string(value);
  for (std::size_t slashes = 0; slashes < std::size_t{1} << marks.size(); ++slashes) {
    std::string name(value);
    for (std::size_t i = 0; i < marks.size(); ++i)
      if ((slashes >> i) % 2 == 1) name[marks[i]] = '/';
    if (fits(name)) return name;
  }
  return std::string(value);
}

bool is_label_of_global_hook(std::string_view value) {
  return value.starts_with(global_prefix);
}

std::string describe_hook_of_label(std::string_view key, std::string_view value, const std::string& module) {
  const auto prefix = value.substr(0, is_label_of_global_hook(value) ? global_prefix.size() : 0);
  const auto owner = prefix.empty() ? module : std::string();
  const auto name = hook_name_behind(value.substr(prefix.size()), [&](const std::string& x) {
    return label_key_of({owner, x}) == key;
  });
  return describe_hook_label(std::string(prefix) + name);
}

std::string name_of_deletion_hook(std::string_view key, std::string_view value) {
  const auto digest = key.substr(key.find('.') + 1);
  return hook_name_behind(
    value, [&](const std::string& name) { return text::md5_hex(name).substr(0, digest.size()) == digest; });
}

} // namespace core::values
