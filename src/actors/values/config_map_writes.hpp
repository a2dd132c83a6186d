#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"
#include "cluster/records/config_map_requests.hpp"
#include "core/config/config_sections.hpp"
#include "core/config/stored_keys.hpp"
#include "kube/api/request.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace actors::values {

/// The functions that the writes need from the CONFIG WATCHER, which knows the ConfigMap.
struct config_map_access {
  using on_object = std::function<void(const base::result<text::json>&)>;

  /// Sends a request of the ConfigMap.
  std::function<void(kube::api::http_request, on_object)> call;
  /// Adopts the ConfigMap of a response (null: it does not exist), unless a newer state is known.
  /// @returns the current configuration.
  std::function<std::shared_ptr<const core::config::configuration>(const text::json*)> adopt;
  core::config::stored_keys* keys; ///< of hooks; a write changes them
};

/// The running writes of sections. A write reads the ConfigMap, checks that the section still has the content
/// for which the patch was computed, and sets the section. If another client has written in between, it
/// starts again. A part of the CONFIG WATCHER.
class config_map_writes {
public:
  config_map_writes(framework::actor_base<messages::config_watcher_actor>* self,
                    cluster::records::config_map_place place, messages::supervisor_actor supervisor,
                    config_map_access access)
    : self_(self), place_(std::move(place)), supervisor_(std::move(supervisor)), access_(std::move(access)) {}

  framework::promise<messages::section_written> begin(const messages::write_section& x);
  /// Writes a section for the CONFIG WATCHER itself. A write that is overtaken, or fails, is given up.
  void begin_own(messages::write_section x);
  void go_on(const messages::section_write_due& x) { read(x.write); }
  /// Reports a slow write, if it is still running.
  void report_slow(const messages::section_write_slow& x);

private:
  struct section_write {
    messages::write_section what;
    std::optional<framework::promise<messages::section_written>> to; ///< empty: no actor waits
    std::int64_t since_us = 0;                                       ///< wall clock, for messages
    std::int64_t began_us = 0;                                       ///< steady clock
    unsigned tries = 0;                                              ///< number of writes that were sent
    bool is_update = false;                                          ///< the last request was for an existing ConfigMap
    bool is_slow = false;                                            ///< the SUPERVISOR knows that the write is slow
  };

  void note(section_write x);
  // -- the steps in order; they start again if another client has written in between
  void read(std::uint64_t number);
  void compare(std::uint64_t number, const base::result<text::json>& fresh);
  void send(std::uint64_t number, const text::json* known);
  void written(std::uint64_t number, const base::result<text::json>& object);
  /// Starts again after a wait that grows with each try.
  void try_again(std::uint64_t number);
  void finish(std::uint64_t number, messages::section_written answer);

  framework::actor_base<messages::config_watcher_actor>* self_;
  cluster::records::config_map_place place_;
  messages::supervisor_actor supervisor_;
  config_map_access access_;
  std::map<std::uint64_t, section_write> writes_; ///< Bound: an entry for each section
  std::uint64_t last_write_ = 0;
};

} // namespace actors::values
