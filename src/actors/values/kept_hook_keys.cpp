#include "actors/values/kept_hook_keys.hpp"

#include "actors/messages/supervisor.hpp"
#include "core/config/config_sections.hpp"
#include "sys/log/log.hpp"
#include "text/yaml/yaml_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace actors::values {

namespace {

/// A GitOps tool that corrects the ConfigMap would otherwise fight with the operator without end.
constexpr base::token_bucket::limits write_limits{std::chrono::minutes(20), std::chrono::minutes(10)};
constexpr std::chrono::minutes write_gap{10};

constexpr std::size_t named_max = 10;

std::string words_of_keys(const core::config::named_keys& x) {
  const auto named = std::min(x.keys.size(), named_max);
  const std::vector<std::string> first(x.keys.begin(), x.keys.begin() + static_cast<std::ptrdiff_t>(named));
  return fmt::format("{}{}", fmt::join(first, ", "),
                     x.keys.size() > named ? fmt::format(" and {} more", x.keys.size() - named) : "");
}

std::string words_of_hooks(const core::config::named_keys& x) {
  return x.by.empty() ? "a hook" : x.by;
}

} // namespace

void kept_hook_keys::report(const core::config::stored_keys_effect& x) {
  for (const auto& keys : x.missing) {
    const auto words = words_of_keys(keys);
    const std::string hint = "a key goes if its hook removes it, or if it is null in the ConfigMap";
    sys::log::log_warning("hook_keys_kept",
                          {{"section", keys.section}, {"keys", words}, {"by", words_of_hooks(keys)}, {"hint", hint}});
    note(keys.section, fmt::format("an edit of section '{}' of the ConfigMap lacks {}, which {} had stored: kept; {}",
                                   keys.section, words, words_of_hooks(keys), hint));
  }
  for (const auto& keys : x.overwritten) {
    const auto words = words_of_keys(keys);
    sys::log::log_warning("hook_keys_overwritten",
                          {{"section", keys.section}, {"keys", words}, {"by", words_of_hooks(keys)}});
    note(keys.section, fmt::format("an edit of section '{}' of the ConfigMap has changed {}, which {} had stored",
                                   keys.section, words, words_of_hooks(keys)));
  }
}

void kept_hook_keys::note(const std::string& section, const std::string& line) {
  self_->tell(supervisor_, messages::note_removed_objects{{}, "ConfigMap section " + section, line});
}

void kept_hook_keys::write_back(const std::set<std::string>& sections, const core::config::configuration& now) {
  for (const auto& section : sections) {
    const auto* content = now.section(section);
    const auto text =
      content == nullptr ? std::nullopt : text::write_yaml(*content, core::config::config_map_bytes_max);
    if (!text) continue;
    auto& bucket = buckets_[section];
    const std::chrono::microseconds now_us(self_->shared().steady_time_us());
    if (bucket.wait(write_limits, now_us) > base::token_bucket::duration::zero()) {
      note(section, fmt::format("another client takes keys that hooks have stored out of section '{}' of the ConfigMap "
                                "again and again: they are kept until the operator ends, and not written back",
                                section));
      continue;
    }
    bucket.take(write_limits, write_gap, now_us);
    writes_.begin_own({{}, section, *text, *content, "the operator, to put keys of hooks back"});
  }
}

} // namespace actors::values
