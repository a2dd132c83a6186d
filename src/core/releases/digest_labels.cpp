#include "core/releases/digest_labels.hpp"

#include "text/plain/checksum.hpp"

#include <set>

namespace core::releases {

namespace {

constexpr std::size_t digits = 6;
constexpr std::size_t digests_in_label = 10;

std::string digest_of(std::string_view text) {
  return text::md5_hex(text).substr(0, digits);
}

/// Calls `use` with each label whose key begins so.
template <class F>
void for_each_label(const release& x, std::string_view prefix, F use) {
  for (auto at = x.labels.lower_bound(std::string(prefix)); at != x.labels.end() && at->first.starts_with(prefix); ++at)
    use(at->first, at->second);
}

} // namespace

std::map<std::string, std::string> digest_labels(std::string_view prefix, const std::vector<std::string>& texts) {
  // Sorted, so that the same texts always have the same labels.
  std::set<std::string> digests;
  for (const auto& text : texts)
    if (digests.size() < digests_max) digests.insert(digest_of(text));
  std::map<std::string, std::string> labels;
  std::size_t count = 0;
  for (const auto& digest : digests) labels[std::string(prefix) + std::to_string(count++ / digests_in_label)] += digest;
  return labels;
}

bool has_digest(const release& x, std::string_view prefix, std::string_view text) {
  const auto wanted = digest_of(text);
  bool found = false;
  for_each_label(x, prefix, [&](const std::string&, const std::string& value) {
    for (std::size_t i = 0; i + digits <= value.size(); i += digits)
      found = found || value.compare(i, digits, wanted) == 0;
  });
  return found;
}

bool has_label_with(const release& x, std::string_view prefix) {
  bool found = false;
  for_each_label(x, prefix, [&](const std::string&, const std::string&) { found = true; });
  return found;
}

void remove_outdated(std::map<std::string, std::string>& labels, const release& last, std::string_view prefix,
                     std::string_view removal) {
  for_each_label(last, prefix, [&](const std::string& key, const std::string&) { labels.emplace(key, removal); });
}

} // namespace core::releases
