#include "core/config/repeated_edits.hpp"

#include "base/duration.hpp"
#include "base/word_list.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

namespace core::config {

namespace {

constexpr std::size_t edits_max = 40; ///< of a key
constexpr std::size_t keys_max = 100;
constexpr std::size_t restless_edits = 8;
/// Changes of the writer among these edits: a person and a tool that takes the edits back have as many.
constexpr std::size_t restless_turns = 6;
constexpr std::int64_t minute_us = 60'000'000;
constexpr std::int64_t long_window_us = 30 * minute_us;
/// Slow turns are over after this time in any case.
constexpr std::int64_t turn_patience_us = 10 * minute_us;
constexpr std::int64_t warning_interval_us = 10 * minute_us;

/// The module that the key is about.
std::string module_of(const std::string& key) {
  const auto flag = values::key_of_flag(key);
  return values::to_kebab(flag ? *flag : values::key_of_maintenance(key).value_or(key));
}

/// The consequence of a change of the key.
std::string consequence_of(const std::string& key) {
  if (key == values::global_key) return "reloads all modules";
  if (values::key_of_maintenance(key)) return fmt::format("pauses module '{}' or lets it run", module_of(key));
  if (values::key_of_flag(key)) return fmt::format("switches module '{}' on or off", module_of(key));
  return fmt::format("runs module '{}'", module_of(key));
}

} // namespace

bool repeated_edits::note(const std::vector<std::string>& keys, const std::set<std::string>& writers,
                          std::int64_t now_us) {
  if (writers.empty()) return false;
  const auto writer = fmt::format("{}", fmt::join(writers, " and "));
  for (const auto& key : keys) {
    auto& edits = by_key_[key];
    edits.push_back({now_us, writer});
    if (edits.size() > edits_max) edits.pop_front();
    make_room();
  }
  if (!now(now_us) || (warned_us_ && now_us - *warned_us_ < warning_interval_us)) return false;
  warned_us_ = now_us;
  return true;
}

void repeated_edits::make_room() {
  if (by_key_.size() <= keys_max) return;
  by_key_.erase(std::min_element(by_key_.begin(), by_key_.end(), [](const auto& a, const auto& b) {
    return a.second.back().at_us < b.second.back().at_us;
  }));
}

std::optional<repeated_edits::finding> repeated_edits::finding_of(const edits& x, std::int64_t now_us) {
  const auto since = [&](std::int64_t window_us) {
    finding found;
    std::set<std::string> writers;
    std::size_t turns = 0;
    const auto* before = static_cast<const edit*>(nullptr);
    for (const auto& e : x) {
      if (e.at_us <= now_us - window_us) continue;
      if (before == nullptr) found.within_us = now_us - e.at_us;
      if (before != nullptr && before->writer != e.writer) ++turns;
      before = &e;
      writers.insert(e.writer);
      ++found.times;
    }
    found.writers.assign(writers.begin(), writers.end());
    found.in_turn = turns >= restless_turns;
    return found;
  };
  if (auto fast = since(minute_us); fast.times >= restless_edits) return fast;
  auto slow = since(long_window_us);
  if (slow.times < restless_edits || !slow.in_turn) return std::nullopt;
  // The clients have come to rest if three edits at their pace are missing.
  const auto quiet_us = now_us - x.back().at_us;
  const auto pace_us = (slow.within_us - quiet_us) / static_cast<std::int64_t>(slow.times - 1);
  return quiet_us < std::clamp(3 * pace_us, minute_us, turn_patience_us) ? std::optional(slow) : std::nullopt;
}

std::optional<repeated_edits::finding> repeated_edits::now(std::int64_t now_us) const {
  std::optional<finding> all;
  std::set<std::string> writers;
  std::vector<std::string> keys;
  for (const auto& [key, edits] : by_key_) {
    const auto found = finding_of(edits, now_us);
    if (!found) continue;
    keys.push_back(key);
    writers.insert(found->writers.begin(), found->writers.end());
    const bool in_turn = found->in_turn || (all && all->in_turn);
    if (!all || found->times > all->times) all = found;
    all->in_turn = in_turn;
  }
  if (!all) return std::nullopt;
  all->keys = std::move(keys);
  all->writers.assign(writers.begin(), writers.end());
  return all;
}

std::set<std::string> writers_of(const text::json& object, const std::set<std::string>& own) {
  const auto* metadata = object.find("metadata");
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  if (entries == nullptr || !entries->is_array()) return {};
  std::string latest;
  std::set<std::string> found;
  for (const auto& entry : entries->as_array()) {
    // RFC 3339 in UTC, so the order of texts is the order of times.
    const auto time = entry.string_at("time").value_or("");
    if (time < latest) continue;
    if (time > latest) found.clear();
    latest = time;
    found.insert(std::string(entry.string_at("manager").value_or("")));
  }
  for (const auto& name : own) found.erase(name);
  return found;
}

std::string describe(const repeated_edits::finding& x, const std::string& config_map) {
  return fmt::format("ConfigMap '{}' was changed {} times in {} by {}{}, {} {}: each change {}", config_map, x.times,
                     base::duration_text(std::chrono::microseconds(x.within_us)),
                     (x.writers.empty() ? "an unknown client" : base::word_list(x.writers)),
                     x.in_turn ? " in turn" : "", x.keys.size() == 1 ? "key" : "keys", fmt::join(x.keys, ", "),
                     consequence_of(x.keys.empty() ? "" : x.keys.front()));
}

std::string next_step(const repeated_edits::finding& x, const std::string& config_map,
                      const std::string& namespace_name) {
  const auto& key = x.keys.empty() ? std::string() : x.keys.front();
  return fmt::format(
    "`kubectl -n {} get configmap {} -o yaml --show-managed-fields` shows the clients and their keys: {}{}",
    namespace_name, config_map,
    x.writers.size() > 1 ? "let one of them write the key, and stop the other" : "find out why it writes so often",
    key == values::global_key
      ? std::string()
      : fmt::format("; meanwhile `addon-operator module pause {}` holds the module", module_of(key)));
}

} // namespace core::config
