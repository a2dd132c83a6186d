#include "core/store/commit_refusals.hpp"

#include <fmt/format.h>

namespace core::store {

std::optional<base::error> refusal_in_doubt(const prepared_commit& x, const std::string& doubt) {
  if (doubt.empty() || !x.taken_away) return std::nullopt;
  return base::error{base::error_code::process_failed,
                     fmt::format("the run is in doubt ({}), and its config values patch would take '{}' away from "
                                 "section '{}'",
                                 doubt, *x.taken_away, x.owner.key())};
}

std::optional<base::error> refusal_of_lost(const prepared_commit& x, const values::hook_key_standing& keys) {
  if (!x.write || !x.after.layers.config) return std::nullopt;
  for (const auto& place : keys.lost) {
    const text::json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
    if (place.tokens.front() != x.write->key || text::find_at(*x.after.layers.config, inside) == nullptr) continue;
    return base::error{base::error_code::conflict,
                       fmt::format("its config values patch would make '{}' anew, whose value is lost: /readyz names "
                                   "the next step",
                                   values::words_of(place))};
  }
  return std::nullopt;
}

std::optional<base::error> refusal_of_new(const prepared_commit& x, const values::hook_key_standing& keys,
                                          std::int64_t now_us) {
  if (keys.doubt.empty() || now_us >= keys.doubt_ends_us || !x.write || !x.after.layers.config) return std::nullopt;
  const auto before = x.write->before.value_or(text::json::object());
  for (const auto& place : values::leaf_places(*x.after.layers.config)) {
    const auto* value = text::find_at(*x.after.layers.config, place);
    if (place.tokens.empty() || value->is_object() || value->is_null() || text::find_at(before, place) != nullptr)
      continue;
    auto named = place;
    named.tokens.insert(named.tokens.begin(), x.write->key);
    return base::error{base::error_code::conflict,
                       fmt::format("its config values patch would make '{}', which may have had another value: {}",
                                   values::words_of(named), keys.doubt)};
  }
  return std::nullopt;
}

} // namespace core::store
