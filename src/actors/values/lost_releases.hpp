#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/config/stored_keys.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace actors::values {

/// Looks whether all records of releases have gone while their objects are there. Asked at a start without
/// record and marks of stored keys: they may have been deleted at the same time, and then nothing names the
/// keys. If so, the releases are named, and no hook makes a key that the ConfigMap lacks, for the grace of
/// removals. A part of the CONFIG WATCHER.
class lost_releases {
public:
  using on_answer = std::function<void(const base::result<text::json>&)>;
  using caller = std::function<void(kube::api::http_request, on_answer)>;
  using waiter = std::function<void(std::chrono::milliseconds, std::function<void()>)>;

  struct facts {
    std::string namespace_name;
    std::set<std::string> releases{}; ///< of modules with a chart; empty: nothing is looked for
    std::chrono::milliseconds grace{0};
  };

  lost_releases(framework::actor_base<messages::config_watcher_actor>* self, facts known, caller call, waiter wait,
                messages::supervisor_actor supervisor);

  /// Looks once in the life of the process. An answer that cannot be had shows no loss.
  /// @param then called in any case
  void look(core::config::stored_keys& keys, std::function<void()> then);

private:
  void ask_for_records(std::size_t at);
  void ask_for_objects(std::size_t at);
  void report(const std::set<std::string>& lost);

  framework::actor_base<messages::config_watcher_actor>* self_;
  facts known_;
  caller call_;
  waiter wait_;
  messages::supervisor_actor supervisor_;
  core::config::stored_keys* keys_ = nullptr; ///< while a look is under way
  std::function<void()> then_;
  std::vector<kube::api::http_request> requests_;
  bool has_looked_ = false;
};

} // namespace actors::values
