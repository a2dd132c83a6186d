#include "base/edit_distance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace base {

namespace {

// A longer text is not compared: no name has this length, and the comparison of a megabyte takes long.
constexpr std::size_t letters_max = 256;

/// The letters of a key without its form: `ingress-nginx` and `INGRESS_NGINX` are `ingressnginx`.
std::string letters_of(const std::string& key) {
  std::string letters;
  for (const char c : key)
    if (c != '-' && c != '_') letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

bool is_slip(const std::string& written, const std::string& meant) {
  if (written.size() > letters_max) return false;
  if (letters_of(written) == letters_of(meant)) return true;
  // Two letters are too many for a slip in a short key.
  constexpr std::size_t letters_for_two = 6;
  constexpr std::size_t slips_max = 2;
  // Each extra letter of either key is a slip.
  if (written.size() > meant.size() + slips_max || meant.size() > written.size() + slips_max) return false;
  const auto distance = edit_distance(written, meant);
  const auto shorter = std::min(written.size(), meant.size());
  return distance == 1 ? shorter > 1 : distance == 2 && shorter >= letters_for_two;
}

std::vector<std::string> near_names(std::string_view wanted, const std::vector<std::string>& names) {
  constexpr std::size_t names_max = 3;
  constexpr std::size_t distance_max = 2;
  // The number of letters of the longer name for each slip that is allowed. Short names would otherwise all
  // be near to each other.
  constexpr std::size_t letters_for_slip = 3;
  // A common part of fewer letters is no hint.
  constexpr std::size_t part_min = 3;
  if (wanted.size() > letters_max) return {};
  std::vector<std::pair<std::size_t, std::string>> found;
  for (const auto& name : names) {
    const auto distance = edit_distance(wanted, name);
    const auto shorter = std::min(wanted.size(), name.size());
    const bool is_part = shorter >= part_min && (name.find(wanted) != name.npos || wanted.find(name) != wanted.npos);
    const auto longer = std::max(wanted.size(), name.size());
    if (is_part || distance <= std::min(distance_max, longer / letters_for_slip)) found.emplace_back(distance, name);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  // If a name differs only by a slip, the names that merely share a part with `wanted` are no help.
  if (!found.empty() && found.front().first <= distance_max)
    std::erase_if(found, [](const auto& x) { return x.first > distance_max; });
  if (found.size() > names_max) found.resize(names_max);
  std::vector<std::string> near;
  for (auto& [distance, name] : found) near.push_back(std::move(name));
  return near;
}

std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names) {
  const auto near = near_names(wanted, names);
  return near.empty() ? std::string() : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

} // namespace base
