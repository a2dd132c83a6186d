#include "core/values/flag_doubts.hpp"

#include "core/values/names.hpp"

namespace core::values {

std::set<std::string> flags_named(const split_patch& values, const split_patch& config) {
  std::set<std::string> keys;
  for (const auto* patch : {&values, &config})
    for (const auto& operation : patch->flags)
      if (operation.op != text::patch_operation::kind::test) keys.insert(*key_of_flag(operation.path.tokens.front()));
  return keys;
}

bool flag_doubts::take(const flag_layer& before, const flag_layer& after, const std::set<std::string>& named,
                       const std::optional<doubted_run>& doubt) {
  bool has_changed = false;
  for (const auto& key : named) {
    const auto was = before.find(key);
    const auto now = after.find(key);
    const bool is_on = now != after.end() && now->second;
    if (!doubt || is_on) {
      has_changed = by_key_.erase(key) > 0 || has_changed;
      continue;
    }
    const bool was_on = was != before.end() && was->second;
    // After a start no run has set the flag yet, so a first `false` may switch off a module of the earlier
    // process.
    const bool is_first = was == before.end() && now != after.end();
    // A run without doubt switched the flag off before, and that decision stays.
    if (!was_on && !is_first && !by_key_.contains(key)) continue;
    has_changed = by_key_.insert_or_assign(key, *doubt).second || has_changed;
  }
  return has_changed;
}

} // namespace core::values
