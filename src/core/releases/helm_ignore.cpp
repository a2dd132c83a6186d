#include "core/releases/helm_ignore.hpp"

#include "base/excerpt.hpp"

#include <fnmatch.h>

namespace core::releases {

namespace {

/// Like Go's filepath.Match: a star does not match a slash, and a leading dot is not special.
bool matches(const std::string& pattern, std::string_view text) {
  return ::fnmatch(pattern.c_str(), std::string(text).c_str(), FNM_PATHNAME) == 0;
}

std::string_view name_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

helm_ignore::helm_ignore(std::string_view content) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (content.starts_with(byte_order_mark)) content.remove_prefix(byte_order_mark.size());
  while (!content.empty()) {
    const auto end = content.find('\n');
    add(base::trimmed(content.substr(0, end)));
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
  }
  add("templates/.?*");
}

void helm_ignore::add(std::string_view line) {
  if (line.empty() || line.starts_with('#') || line.find("**") != std::string_view::npos) return;
  rule made;
  if (line.starts_with('!')) {
    made.is_negated = true;
    line.remove_prefix(1);
  }
  if (line.ends_with('/')) {
    made.is_for_directories = true;
    line.remove_suffix(1);
  }
  made.is_for_whole_path = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  made.pattern = line;
  rules_.push_back(std::move(made));
}

// A path is left out if a rule matches it. As in Helm, a negated rule leaves out every path that it does not
// match, and brings no path back that another rule leaves out.
bool helm_ignore::ignores(std::string_view path, entry what) const {
  for (const auto& rule : rules_) {
    const bool is_other_kind = rule.is_for_directories && what != entry::directory;
    const auto text = rule.is_for_whole_path ? path : name_of(path);
    if (rule.is_negated) {
      if (is_other_kind || !matches(rule.pattern, text)) return true;
      continue;
    }
    if (!is_other_kind && matches(rule.pattern, text)) return true;
  }
  return false;
}

} // namespace core::releases
