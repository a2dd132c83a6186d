#include "core/releases/misspelt_values.hpp"

#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_guard.hpp"
#include "core/values/hook_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 5;

/// The first place on the way to `x` that the values do not have, if all places around it are objects.
std::optional<text::json_pointer> first_new_place(const text::json& values, const text::json_pointer& x) {
  text::json_pointer place;
  const auto* around = &values;
  for (const auto& token : x.tokens) {
    if (!around->is_object()) return std::nullopt;
    place.tokens.push_back(token);
    around = around->find(token);
    if (around == nullptr) return place;
  }
  return std::nullopt;
}

text::json_pointer beside(text::json_pointer x, const std::string& key) {
  x.tokens.back() = key;
  return x;
}

/// The key beside a new key that its author has probably meant.
std::optional<text::json_pointer> meant_by(const text::json_pointer& written, const value_edit& x) {
  auto around = written;
  around.tokens.pop_back();
  for (const auto& [key, value] : text::find_at(x.before, around)->as_object()) {
    auto place = beside(written, key);
    if (base::is_slip(written.tokens.back(), key) && text::find_at(x.sections, place) == nullptr
        && names(x.read, place))
      return place;
  }
  return std::nullopt;
}

/// The keys of a place behind its section; `persistence.enabled` counts as two.
std::vector<std::string> keys_of(const text::json_pointer& place) {
  std::vector<std::string> keys;
  for (std::size_t i = 1; i < place.tokens.size(); ++i) {
    const auto& token = place.tokens[i];
    for (std::size_t at = 0; at <= token.size();) {
      const auto end = std::min(token.find('.', at), token.size());
      keys.push_back(token.substr(at, end - at));
      at = end + 1;
    }
  }
  return keys;
}

/// The number of keys at the end that both have.
std::size_t common_end(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return static_cast<std::size_t>(std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
}

/// Finds the former places of values that were moved: `persistence.enabled: true` as a single key, a key that
/// has lost its indentation, or that has slid below another key.
class moved_values {
public:
  explicit moved_values(const value_edit& x) : x_(x) {
    for (auto& place : values::leaf_places(x.before))
      if (place.tokens.size() > 1 && text::find_at(x.sections, place) == nullptr && names(x.read, place))
        gone_.push_back(std::move(place));
  }

  /// The place with the same last key and the same value that has most keys in common.
  [[nodiscard]] std::optional<text::json_pointer> former_place(const text::json_pointer& written) const {
    const auto* value = text::find_at(x_.sections, written);
    if (value == nullptr || value->is_null() || text::find_at(x_.before, written) != nullptr) return std::nullopt;
    const auto keys = keys_of(written);
    std::optional<text::json_pointer> found;
    std::size_t best = 0;
    for (const auto& place : gone_) {
      const auto common = common_end(keys, keys_of(place));
      if (common <= best || place.tokens.front() != written.tokens.front()) continue;
      if (*text::find_at(x_.before, place) != *value) continue;
      best = common;
      found = place;
    }
    return found;
  }

private:
  const value_edit& x_;
  std::vector<text::json_pointer> gone_;
};

} // namespace

std::vector<misspelt_value> misspelt_values(const value_edit& x) {
  std::vector<misspelt_value> found;
  if (x.unread.empty()) return found;
  const moved_values moved(x);
  for (const auto& place : x.unread) {
    // The first token is the section.
    if (place.tokens.size() < 2) continue;
    auto written = first_new_place(x.before, place);
    auto meant = written && written->tokens.size() > 1 ? meant_by(*written, x) : std::nullopt;
    if (!meant) {
      written = place;
      meant = moved.former_place(place);
    }
    if (!meant) continue;
    misspelt_value slip{std::move(*written), std::move(*meant)};
    if (!base::contains(found, slip)) found.push_back(std::move(slip));
  }
  return found;
}

std::vector<misspelt_value> losses_by_slips(const planned_upgrade& x) {
  std::vector<misspelt_value> losses;
  for (const auto& slip : x.misspelt) {
    const auto* before = text::find_at(*x.values_before, slip.meant);
    const auto* now = text::find_at(x.values, slip.meant);
    if (before != nullptr && (now == nullptr || *before != *now)) losses.push_back(slip);
  }
  return losses;
}

objection objection_to_misspelt(const planned_upgrade& x, const std::vector<misspelt_value>& slips,
                                const std::string& effect) {
  std::vector<std::string> named;
  for (const auto& slip : slips)
    if (named.size() < named_max)
      named.push_back(fmt::format("{} is not read by the chart, and {} has gone", values::words_of(slip.written),
                                  values::words_of(slip.meant)));
  const auto more = slips.size() - named.size();
  const bool is_in_file = slips.front().where == misspelt_value::place::values_file;
  return {fmt::format("helm would {}, which stays as it is, revision {}: a key of {} may be misspelt: {}{}", effect,
                      x.last->revision, is_in_file ? "a values file" : "the ConfigMap", fmt::join(named, "; "),
                      more > 0 ? fmt::format("; {} more", more) : ""),
          fmt::format("Correct the key; or, if the value is to go, remove both keys from the {}, or: kubectl -n {} "
                      "label {} {} {}={}",
                      is_in_file ? "file" : "ConfigMap", x.namespace_name, name(x.storage),
                      release_secret_name(x.last->name, x.last->revision), gives_up_label, x.last->revision)};
}

} // namespace core::releases
