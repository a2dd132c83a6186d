#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/values/lost_releases.hpp"
#include "cluster/records/config_map_requests.hpp"
#include "core/config/stored_keys.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace actors::values {

/// The record of stored keys beside the ConfigMap, in a Secret: of sections whose module has hooks only. The
/// labels of releases have the keys of all other sections. A ConfigMap beside the Secret has marks of the
/// keys, so that a deletion of all Secrets is no order to give the keys up. A part of the CONFIG WATCHER.
class hook_key_record {
public:
  using on_answer = std::function<void(const base::result<text::json>&)>;
  using caller = std::function<void(kube::api::http_request, on_answer)>;
  /// Calls the function after this time, when the API server answers.
  using waiter = std::function<void(std::chrono::milliseconds, std::function<void()>)>;

  /// @param sections of modules with hooks only; empty: there is no record
  hook_key_record(framework::actor_base<messages::config_watcher_actor>* self, cluster::records::config_map_place place,
                  std::set<std::string> sections, lost_releases::facts releases, caller call, waiter wait,
                  messages::supervisor_actor supervisor);

  /// True until `read` has been answered for the first time, so that no content is used without the record.
  [[nodiscard]] bool is_awaited() const noexcept { return state_ == state::awaited; }
  /// True if `read` reads the record, and calls back.
  [[nodiscard]] bool is_readable() const noexcept { return !is_reading_ && !sections_.empty(); }
  /// Reads the record into `keys`, then calls `then`. At most one request at a time; a call meanwhile has no
  /// effect. A read or a write that fails, also for want of a right, is tried again by a read, after 10 s at
  /// first, and at last every 5 min. Each try calls `then` again.
  void read(core::config::stored_keys& keys, std::function<void()> then);
  /// Why the section must not be written now; empty: it may be written.
  [[nodiscard]] std::string reason_not_to_write(const std::string& section, const core::config::configuration* now,
                                                const core::config::stored_keys& keys) const;
  /// True if the record must be read before this section is written.
  [[nodiscard]] bool is_missing_for(const std::string& section) const;
  /// Writes the record, and its marks, if they differ from their last texts. At most one request at a time.
  void write(core::config::stored_keys& keys);

  /// Reports the keys that are lost now, in the log and on /readyz, until a content of the ConfigMap has
  /// them.
  void report_lost(const core::config::stored_keys& keys);

private:
  enum class state {
    awaited,   ///< not read yet
    unknown,   ///< the API server has not answered; see `why_`
    known,     ///< `text_` is in the cluster
    forbidden, ///< there is no right to it, so nothing is remembered until a later try
  };
  void on_read(const base::result<text::json>& secret, core::config::stored_keys& keys);
  /// Reads the marks of a record that has gone.
  void read_marks(core::config::stored_keys& keys);
  void end_read(core::config::stored_keys& keys);
  void write_marks(core::config::stored_keys& keys);
  void forbid(const std::string& why);
  /// The record in the cluster is the record of the keys.
  void end_failures();
  /// Bound: one wait at a time.
  void try_later(core::config::stored_keys& keys);

  framework::actor_base<messages::config_watcher_actor>* self_;
  cluster::records::config_map_place place_;
  std::set<std::string> sections_;
  caller call_;
  waiter wait_;
  messages::supervisor_actor supervisor_;
  lost_releases releases_;
  state state_;
  std::string why_;
  std::string text_;                 ///< the record in the cluster
  std::optional<std::string> marks_; ///< in the cluster; nullopt: not known
  std::string lost_;                 ///< the lost keys that are reported; empty: none
  bool is_reading_ = false;
  bool is_writing_ = false;
  bool is_waiting_ = false;    ///< for the next try
  bool is_named_ = false;      ///< /readyz names a missing right
  std::uint64_t failures_ = 0; ///< in a row
  std::function<void()> then_; ///< of the last `read`
};

} // namespace actors::values
