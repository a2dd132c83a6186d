#pragma once

#include "kube/api/request_places.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace worlds {

/// A module of the tree, and the work of its hooks. All hooks compute their output from their input, so that
/// the end of a world does not depend on the way to it.
struct module_plan {
  std::string name;
  std::string number{}; ///< of its directory; empty: no number
  bool enabled = true;  ///< by its values.yaml
  bool chart = true;    ///< a ConfigMap of the same name that shows the module's values
  bool gate = false;    ///< an `enabled` script that says yes only if `global.gate` is true
  /// That script also reads the module's own section, and says yes only for fewer than six replicas.
  bool picky = false;
  bool items = false;          ///< a hook that watches the module's items and writes their list into the values
  bool items_in_queue = false; ///< that hook runs in a queue of its own
  bool counts = false;         ///< another hook counts the items, in another queue
  bool joins = false;          ///< a hook that watches the items of all namespaces that have joined
  bool secrets = false;        ///< a hook that watches Secrets
  bool writes_config = false;  ///< a beforeHelm hook that writes a key of its section in the ConfigMap
  bool makes_object = false;   ///< an afterHelm hook that makes an object, and an afterDeleteHelm hook that removes it
  bool ticks = false;          ///< a hook with a crontab
  bool defines = false;        ///< a definition of a kind, and a hook that watches its objects
  bool orders = false;         ///< a hook that makes an object of the items and patches values in the same run
  bool both = false;           ///< a hook with two bindings in two queues; the module waits for both
  bool paced = false;          ///< the hook that counts runs seldom: `executionMinInterval`
  bool asks = false;           ///< its chart has objects only if a group is served, which is always the case
  bool job = false;            ///< its chart has a Job that goes some time after its end
  bool echoes = false;         ///< an afterHelm hook that writes the replicas into another value
  bool lax = false;            ///< a hook that writes its items into a value, and whose binding has allowFailure
  bool reviews = false;        ///< a hook that admits objects, and sees the module's items
  bool squatted = false;       ///< before the first start, a stranger's release has the module's name
  std::string needs{};         ///< a module that must have run before it; may be empty
};

/// The acts of the world outside on its own account.
enum class happening_kind {
  put_item,
  delete_item,
  put_node,
  delete_node,
  set_flag,
  remove_flag,
  set_value,
  set_gate,
  delete_managed,
  foreign_upgrade,
  bookmarks,
  put_secret,
  join_namespace,
  leave_namespace,
  put_thing,      ///< an object of the kind that the module defines
  delete_thing,   ///< deletes such an object
  burst,          ///< twenty edits of values and flags within two seconds
  storm,          ///< thirty changes of a module's items within twenty seconds; drawn with the troubles
  remove_section, ///< takes a module's section out of the ConfigMap; in the middle of a write of a hook
  review,         ///< a client writes an object that the module's webhook reviews; drawn apart
};

struct happening {
  std::int64_t at_ms = 0;
  happening_kind kind{};
  std::string subject; ///< a module, or a node
  std::string detail;  ///< an item, or a value
};

/// The kinds of troubles.
enum class trouble_kind {
  page_404, ///< requests are answered by a proxy: 404 and an HTML page
  page_200, ///< likewise, but with 200
  page_503,
  /// Lists, watches and single objects are answered by a Status that names no object, as from an API server
  /// that does not serve the kind, from a webhook, or from another API.
  status_404,
  unauthorized,
  forbidden,
  throttled,
  server_error,
  conflict,    ///< changes are refused: another client is faster
  stale_reads, ///< reads are answered with the state of some seconds before
  refused,     ///< no connection
  half_answer,
  lost_answer,    ///< the request is carried out, and its answer does not arrive
  lists_shuffled, ///< lists have their objects in another order
  silent,         ///< no answer comes: the connection is dead, without a sign
  slow,
  watches_break,
  watches_end,
  watches_silent,
  events_twice, ///< each line of a watch comes twice, and a deletion once more behind the next line
  events_late,  ///< lines of a watch come seconds later, in their order
  events_lost,  ///< lines of a watch do not come
  bookmarks_lost,
  history_expires,
  server_restored,   ///< the API server has lost its last second
  kind_goes,         ///< the custom kind is not served for a while, with all its objects gone
  version_goes,      ///< the custom kind is served in another version for a while, and its objects stay
  filter_fails,      ///< a Secret comes that a jqFilter cannot read
  config_invalid,    ///< a user writes a section that the module's schema refuses
  hand_upgrades,     ///< a user's helm upgrades a release, which takes its time
  hand_leaves,       ///< a user's helm upgrades a release, is killed, and leaves it pending
  hand_uninstalls,   ///< a user's helm uninstalls a release, which takes its time
  hand_deletes,      ///< a user deletes a module's object again and again
  hook_reconfigured, ///< hooks print another configuration from now on
  hook_fails,
  hook_killed,
  hook_slow,
  hook_babbles,       ///< it writes half a JSON document and exits with 0
  hook_breaks_schema, ///< it writes a value that the schema refuses
  hook_floods,        ///< it prints many lines
  hook_deaf,          ///< it hangs, and SIGTERM does not end it
  hook_forks,         ///< it leaves a child, which writes into its files later
  hook_overreaches,   ///< the API server refuses its operations on objects
  helm_fails,
  helm_slow,
  helm_hangs, ///< it hangs until the operator ends it
  helm_killed,
  disk_full,
  disk_broken, ///< files cannot be read
  files_gone,  ///< a program clears the temp directory
  clock_steps,
  crash, ///< kill -9 of the operator, and a new operator after a while; a user may disable the subject meanwhile
  /// SIGTERM, and a new operator when it has ended; a user may disable the subject meanwhile.
  restart,
  /// kill -9, and global hooks do not configure for the new operator. Drawn after all other faults.
  hooks_refused,
  /// A user deletes the ConfigMap and makes it again. Drawn after all other faults.
  config_goes,
  /// Discovery lacks a group whose objects exist, as after a start of the API server. Drawn after all other
  /// faults.
  group_away,
  /// A user pauses a module. Drawn after all other faults.
  module_paused,
  /// etcd is restored from a backup of a moment ago, and resourceVersions are used again. The backup lacks
  /// changes of items and nothing else.
  server_goes_back,
  /// The server of an API group does not answer any more. Drawn after all other faults.
  group_hangs,
  /// An item is larger than the room for all watched objects. Drawn after all other faults.
  item_swells,
  /// A user edits the object of a module, again and again. Drawn after all other faults.
  fields_edited,
  /// The operator is killed, and what wants several releases is lost before the next operator starts:
  /// files, a global hook, or flags. It comes back later, or a user confirms the removals. Drawn after all
  /// other faults.
  things_lost,
  /// The connection of the API server to a webhook ends before the answer, and the review comes again. Drawn
  /// after all other faults.
  review_ends,
  /// The API server does not know the certificate of a webhook. Drawn after all other faults.
  review_untrusted,
};

/// Subjects of `trouble_kind::things_lost`.
inline constexpr auto lost_directories = "directories";
inline constexpr auto lost_values = "modules/values.yaml";
inline constexpr auto lost_flags = "flags";
inline constexpr auto lost_hook = "the hook of nodes";
/// `happening::detail` of a burst of edits of flags, in eight seconds.
inline constexpr auto flags_only = "flags";
/// `trouble::percent` of a loss that a user confirms.
inline constexpr unsigned confirmed_loss = 50;

struct trouble {
  std::int64_t from_ms = 0;
  std::int64_t for_ms = 0;
  trouble_kind kind{};
  unsigned percent = 100; ///< share of the requests or runs that it may hit
  std::string subject;    ///< text in the target of requests; a module; empty: all
  /// Number of a message, counted from the time of the trouble. At a crash or a restart the operator ends
  /// before this message. While a group is away, the operator crashes before it, and another operator starts;
  /// 0: no crash.
  std::uint64_t message = 0;
};

/// A world: all its events. The order and the durations of messages are not in the plan; they follow from the
/// seed.
struct plan {
  std::uint64_t seed = 0;
  bool nodes_hook = false;   ///< a global hook that lists nodes, and enables a module when there are two
  bool moments_hook = false; ///< a global hook at the start, and before and after each reload
  bool ticks_hook = false;   ///< a global hook with a crontab
  /// The flags of modules that are on are in `modules/values.yaml`, and the rest have no flag in any file.
  bool common_flags = false;
  bool neighbour = false;       ///< another platform has releases in the namespace
  bool helm_stays = false;      ///< a single helm for all tasks
  bool watches_rest = false;    ///< each object of a watch is work of its own, so that other events come in between
  unsigned at_once = 1;         ///< modules with the same number that run at the same time
  bool passes = false;          ///< modules behind a failed module run: `--on-module-failure go-on`
  bool few_wait = false;        ///< events are left out when more than a few wait for a hook
  unsigned removal_grace_s = 0; ///< see `operator_setup::removal_grace`
  bool items_move = false;      ///< an item changes while its module's hook runs at its Synchronization
  bool sections_go = false;     ///< a user removes a section while a hook writes into it
  std::vector<module_plan> modules;
  std::vector<std::string> strays;   ///< releases of modules that do not exist any more
  std::vector<happening> happenings; ///< by time
  std::vector<trouble> troubles;     ///< by time
  bool tells_all = false;            ///< the journal has all lines of the log, not only warnings
};

/// A release of a module that is not in the tree any more, alone or with others.
inline constexpr auto stray_release = "gone";
inline constexpr auto second_stray_release = "lost";
inline constexpr auto third_stray_release = "past";

/// After this time there are no happenings and no troubles.
inline constexpr std::int64_t busy_ms = 120'000;

[[nodiscard]] inline bool has_global_hooks(const plan& x) {
  return x.nodes_hook || x.moments_hook || x.ticks_hook;
}

/// @param faults which troubles may come; empty: all.
[[nodiscard]] plan draw_plan(std::uint64_t seed, const std::set<trouble_kind>& faults = {});

/// `settings` of hooks that are `paced`: this number of runs at once, then a run in each interval.
inline constexpr std::int64_t pace_ms = 6'000;
inline constexpr std::size_t pace_burst = 2;

/// Part of the path of all requests to the API group of the items.
inline constexpr auto group_of_items = "/apis/example.io/";

/// The places of requests in worlds in which a group hangs: the items of few modules are enough to fill them.
inline constexpr kube::api::place_limits few_places{.of_others = 3, .of_own = 2, .of_flow = 2, .of_hung_flow = 1};

[[nodiscard]] bool has_trouble(const plan& x, trouble_kind kind);

/// The number of the module's directory; may be empty.
[[nodiscard]] std::string number_of(const plan& x, const std::string& module);
/// Below the platform's directory: `modules/010-alpha`.
[[nodiscard]] std::string directory_of(const plan& x, const std::string& module);

[[nodiscard]] std::string_view name_of(trouble_kind x);
[[nodiscard]] std::string_view name_of(happening_kind x);
[[nodiscard]] std::optional<trouble_kind> trouble_of(std::string_view name);
[[nodiscard]] const std::vector<trouble_kind>& all_troubles();
/// The kinds that are drawn by default.
[[nodiscard]] const std::vector<trouble_kind>& drawn_troubles();
/// The kinds that are drawn in addition, in some worlds.
[[nodiscard]] const std::vector<trouble_kind>& rare_troubles();

[[nodiscard]] std::string describe(const module_plan& x);
[[nodiscard]] std::string describe(const happening& x);
[[nodiscard]] std::string describe(const trouble& x);

} // namespace worlds
