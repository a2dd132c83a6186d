#pragma once

#include "core/bindings/hook_registry.hpp"
#include "core/bindings/snapshot_dump.hpp"
#include "core/status/cluster_sights.hpp"
#include "core/status/status_places.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::status {

/// An object that a hook reads.
struct read_object {
  std::string kind;
  std::string namespace_name;
  std::string name;
  std::size_t bytes = 0;                    ///< of its view, as the hook gets it
  std::optional<object_write> written{};    ///< nullopt: not known
  std::optional<std::int64_t> created_us{}; ///< wall clock
};

/// The objects that a hook reads by its bindings.
struct hook_reads {
  std::vector<read_object> objects;
  std::vector<std::string> unknown{}; ///< why objects of bindings are not known, a line each
  std::string labels{};               ///< the selector of its first binding that has one; may be empty
  std::vector<std::string> empty{};   ///< bindings without an object: `binding 'a': no Secret in namespace web`
};

using hook_reads_by_place = std::map<hook_place, hook_reads>;

/// The sights of the objects that the bindings of a hook watch: of the first few bindings.
[[nodiscard]] std::vector<sight> sights_of(const bindings::hook_definition& hook);

/// Puts together the objects that a hook reads.
/// @param seen with the sights of `sights_of`, as far as the API server has answered
[[nodiscard]] hook_reads reads_of(const bindings::hook_definition& hook, const bindings::snapshots_by_binding& known,
                                  const cluster_sights& seen);

/// Whether the object was written since that time.
[[nodiscard]] bool is_written_since(const read_object& x, std::int64_t us);

/// The objects for people, changed objects first, then the largest, and the last success: `4 ConfigMaps, 1.15
/// MB: ConfigMap web/green 620 kB (new since the last success, by green-ci at TIME), …; its last success was
/// at TIME`. The text is never empty.
/// @param succeeded_us the last success of the hook in this process; nullopt: it had no success
[[nodiscard]] std::string words_of(const hook_reads& x, std::optional<std::int64_t> succeeded_us);

/// The next step of a person: a look at the object that was written since the last success; without such an
/// object, a look at the first binding that finds no object. Empty: there is neither, or the hook had no
/// success.
[[nodiscard]] std::string step_after_reads(const hook_reads& x, std::optional<std::int64_t> succeeded_us);

/// The largest object; null: it reads no object.
[[nodiscard]] const read_object* largest_of(const hook_reads& x);
/// `ConfigMap web/green`
[[nodiscard]] std::string name_of(const read_object& x);
/// `620 kB`, in powers of 1000.
[[nodiscard]] std::string size_text(std::size_t bytes);

} // namespace core::status
