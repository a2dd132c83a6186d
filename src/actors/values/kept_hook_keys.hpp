#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/values/config_map_writes.hpp"
#include "base/token_bucket.hpp"
#include "core/config/config_sections.hpp"
#include "core/config/stored_keys.hpp"

#include <map>
#include <set>
#include <string>

namespace actors::values {

/// Names keys of hooks that an edit of the ConfigMap has taken away or changed, and writes the missing keys
/// back. A client that takes the keys away again and again wins after some writes: then the keys are kept in
/// memory only. A part of the CONFIG WATCHER.
class kept_hook_keys {
public:
  kept_hook_keys(framework::actor_base<messages::config_watcher_actor>* self, messages::supervisor_actor supervisor,
                 config_map_writes& writes)
    : self_(self), supervisor_(std::move(supervisor)), writes_(writes) {}

  void report(const core::config::stored_keys_effect& x);
  /// @param sections with keys that the ConfigMap lacks
  /// @param now the configuration in use, with these keys
  void write_back(const std::set<std::string>& sections, const core::config::configuration& now);

private:
  void note(const std::string& section, const std::string& line);

  framework::actor_base<messages::config_watcher_actor>* self_;
  messages::supervisor_actor supervisor_;
  config_map_writes& writes_;
  std::map<std::string, base::token_bucket> buckets_; ///< bound: sections that hooks write
};

} // namespace actors::values
