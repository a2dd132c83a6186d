#include "core/releases/script_grounds.hpp"

#include "text/plain/checksum.hpp"

#include <algorithm>
#include <cstddef>

namespace core::releases {

namespace {

/// The maximal number of writes for a release in this process. The start may need a write, and so may each
/// edit of values that leaves the rendering as it was.
constexpr unsigned requests_max = 10;
/// Four grounds with dots between them fit into a label's value (Kubernetes, LabelValueMaxLength: 63).
constexpr std::size_t kept_max = 4;
constexpr std::size_t digits = 12;
constexpr std::size_t image_digits = 4;

std::string_view beginning_of(std::string_view grounds) {
  return grounds.substr(0, digits);
}

} // namespace

std::string grounds_of(const std::string& of_image, const std::string& values) {
  return text::md5_hex(of_image).substr(0, image_digits) + text::md5_hex(of_image + values).substr(image_digits);
}

bool has_image_of(std::string_view label, std::string_view grounds) {
  for (auto left = label; !left.empty();) {
    const auto item = left.substr(0, left.find('.'));
    left.remove_prefix(std::min(item.size() + 1, left.size()));
    if (item.substr(0, image_digits) == grounds.substr(0, image_digits)) return true;
  }
  return false;
}

bool has_grounds(std::string_view label, std::string_view grounds) {
  return !grounds.empty() && label.find(beginning_of(grounds)) != label.npos;
}

std::string label_with_grounds(const std::optional<release>& last, std::string_view grounds) {
  auto label = last ? last->label(script_grounds_label).value_or("") : std::string();
  if (has_grounds(label, grounds)) return label;
  label = std::string(beginning_of(grounds)) + (label.empty() ? "" : ".") + label;
  return label.substr(0, kept_max * (digits + 1) - 1);
}

void notes_of_grounds::limit(const std::string& release, std::map<std::string, std::string>& due) {
  const auto label = due.find(std::string(script_grounds_label));
  if (label == due.end() || due.size() > 1) return;
  auto& written = written_[release];
  if (written == requests_max)
    due.erase(label);
  else
    ++written;
}

} // namespace core::releases
