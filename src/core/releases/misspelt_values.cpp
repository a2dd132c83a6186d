#include "core/releases/misspelt_values.hpp"

#include "base/contains.hpp"
#include "base/edit_distance.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/upgrade_guard.hpp"
#include "core/values/hook_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

} // namespace

std::vector<misspelt_value> misspelt_values(const value_edit& x) {
  std::vector<misspelt_value> found;
  for (const auto& place : x.unread) {
    auto written = first_new_place(x.before, place);
    // The first token is the section.
    if (!written || written->tokens.size() < 2) continue;
    auto meant = meant_by(*written, x);
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
  return {fmt::format("helm would {}, which stays as it is, revision {}: a key of the ConfigMap may be misspelt: {}{}",
                      effect, x.last->revision, fmt::join(named, "; "), more > 0 ? fmt::format("; {} more", more) : ""),
          fmt::format("Correct the key; or, if the value is to go, remove both keys from the ConfigMap, or: kubectl -n "
                      "{} label {} {} {}={}",
                      x.namespace_name, name(x.storage), release_secret_name(x.last->name, x.last->revision),
                      gives_up_label, x.last->revision)};
}

} // namespace core::releases
