#pragma once

#include "kube/api/request.hpp"
#include "kube/api/resource.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/objects/object_store.hpp"
#include "kube/transport/growing_delay.hpp"
#include "kube/watch/page_size.hpp"
#include "kube/watch/watch_event.hpp"
#include "kube/watch/watch_position.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kube::watch {

/// The objects to watch.
using watch_target = objects::wanted_objects;

struct watch_machine_options {
  watch_target target;
  objects::object_retention retention = objects::object_retention::full;
  std::size_t page_size = objects_per_page;
  std::chrono::seconds watch_duration{300}; ///< up to twice as long: watches must not end all at once
  transport::growing_delay_options retry;
  std::uint64_t seed = 1; ///< of the jitter
};

/// A watch that ends before this time counts as short, unless it has brought more than `short_watch_changes`
/// changes: then the reader itself may have ended the stream, because it brought more than the reader can
/// handle. Servers let watches last for minutes.
inline constexpr std::chrono::seconds watch_lasts_after{2};
inline constexpr unsigned short_watch_changes = 3;
/// The looks at a list that is empty after the server has lost a part of its history, and the time between
/// two of them: in all, the known objects stay for five minutes.
inline constexpr unsigned looks_at_loss_max = 10;
inline constexpr std::chrono::seconds loss_look_interval{30};
/// The number of short watches in a row from which on they are reported as failures, and the pauses between
/// them grow.
inline constexpr unsigned short_watches_max = 3;

namespace watch_input {
/// Begins to list and watch; also after `kind_gone`, when the kind is there again.
struct start {};
/// The answer to `send_list`.
struct list_answered {
  base::result<api::http_response> response;
};
/// The answer to `ask_position`.
struct position_answered {
  base::result<api::http_response> response;
};
/// The server has accepted the watch that `open_watch` asked for.
struct begun {};
/// The watch that `open_watch` began has been open for `watch_lasts_after`. Comes before any later input of
/// this watch, at most once.
struct lasted {};
/// A line of the watch that `open_watch` began.
struct line {
  std::string_view text;
};
/// The answer to `look_up_kind`: the result of `resource_table::find_again` in a discovery that began after
/// the doubt.
struct kind_looked_up {
  api::lookup_result found;
};
/// The end of the watch.
struct watch_ended {
  base::result<api::http_response> response;
};
/// The time that `wait_for` asked for is over.
struct waited {};
/// The server answers again after an outage: a wait ends at once, and earlier failures do not slow down the
/// next try.
struct server_returned {};
/// The texts of objects that `drop_texts` has dropped are wanted again, so all objects are listed. Counts
/// only while a watch is open, or in a pause; in other states the input is ignored, which
/// `watch_machine::keeps_texts` shows.
struct texts_wanted {};
} // namespace watch_input

using watch_machine_input =
  std::variant<watch_input::start, watch_input::list_answered, watch_input::position_answered,
               watch_input::kind_looked_up, watch_input::begun, watch_input::lasted, watch_input::line,
               watch_input::watch_ended, watch_input::waited, watch_input::server_returned, watch_input::texts_wanted>;

namespace watch_effect {
/// Send this and answer with `list_answered`.
struct send_list {
  api::http_request request;
};
/// The list was answered with 404, by the API server or by a proxy: find out whether the kind is still
/// served, and answer with `kind_looked_up`.
struct look_up_kind {
  api::resource before;
};
/// Send this list of one object, which shows the present version of the collection, and answer with
/// `position_answered`.
struct ask_position {
  api::http_request request;
};
/// Send this and answer with `line`s and a single `watch_ended`.
struct open_watch {
  api::http_request request;
};
/// Cancel the watch; the machine must get no more of its lines.
struct close_watch {};
/// Answer with `waited` after that time.
struct wait_for {
  std::chrono::milliseconds time;
};
/// Send `lasted` as soon as the watch has been open for `watch_lasts_after`, even if no line comes.
struct await_age {};
/// The store has changed. Before `listed` these are the objects that are there at the start.
struct changed {
  objects::object_change change;
};
/// The first list is complete: from now on all objects are known, and `snapshot` answers. Comes once. After a
/// `kind_gone` it does not come: the objects are known to be absent then, and objects that appear later are
/// changes.
struct listed {};
/// By discovery the server does not serve this kind any more: the known objects are deleted (their `changed`
/// effects come before), no objects are left, and no request follows until `start`.
struct kind_gone {};
/// The kind is served, but neither in the watched version nor in another version that would do: its objects
/// stay as they are known. Answer with `waited` when the served kinds have changed.
struct version_gone {
  std::string served_as; ///< as in `kind_in_other_version`
};
/// The kind is watched in this version from now on; the list that follows shows its objects in that form.
struct moved {
  api::resource to;
};
/// The server has forgotten the position of the watch, so everything is listed again at once; for metrics.
struct expired {};
/// The list that is being read has a lower version than the position of the watch, as after a restore of
/// etcd: all that was known of higher versions is void. The changes follow.
struct went_back {
  std::string from;
  std::string to;
};
/// Something failed that is tried again; for logs and metrics. `wait_for` follows.
struct failed {
  base::error reason;
  std::chrono::milliseconds retry_in;
};
/// The watch works again, after `failed` or `version_gone`.
struct restored {};
} // namespace watch_effect

using watch_machine_effect =
  std::variant<watch_effect::send_list, watch_effect::look_up_kind, watch_effect::ask_position,
               watch_effect::open_watch, watch_effect::close_watch, watch_effect::wait_for, watch_effect::await_age,
               watch_effect::changed, watch_effect::listed, watch_effect::kind_gone, watch_effect::version_gone,
               watch_effect::moved, watch_effect::expired, watch_effect::went_back, watch_effect::failed,
               watch_effect::restored>;

/// Keeps the objects of a watch target up to date: list, then watch from the list's position. A pure state
/// machine. After a failure (but not after a refusal with 401 or 403), or a watch without a word, the
/// position is compared with the server's version before the next watch (`watch_position`). A watch counts as
/// a success when it has lasted for a moment, so that a server that ends each watch after a line is asked
/// later and later.
///
/// ```
///            start            last page               stream ends, fails
///   idle ──────────▶ listing ──────────▶ watching ◀──────────────────────▶ waiting
///    ▲                │  ▲  ▲               │          waited: watch again     ▲
///    │             404│  │  └─ 410: expired ┘                                  │
///    │                ▼  └───────────────── waited: list again ────────────────┤
///    └─── absent ── doubting ────────────────────── served, or not known ──────┘
/// ```
///
/// A 404 does not prove that there are no objects: a proxy may have answered. Only a successful discovery
/// without the kind proves that there are no objects; for the core group, which every API server serves, this
/// is never proved. If only a version is not served any more, there may still be objects: as long as the
/// group has the kind, the objects are listed in another version, or kept as they were.
///
/// Every difference between two states of the cluster comes out exactly once, whether it was seen by a watch
/// or by listing again. A server that has lost its history (`went_back`) may show no objects: etcd is on an
/// empty disk before the backup is there. So after `went_back` an empty list where objects were known counts
/// only after `looks_at_loss_max` looks. Until the first list is complete the objects are unknown, which is
/// not the same as no objects.
class watch_machine {
public:
  explicit watch_machine(watch_machine_options options);

  /// Takes an input. Inputs that do not fit the state (a line after `close_watch`) are ignored.
  [[nodiscard]] std::vector<watch_machine_effect> step(const watch_machine_input& input);

  /// All objects, and the revision of the store: changes with a greater revision are not in it. Empty while
  /// the objects are not known. After `kind_gone` it is known that there are no objects.
  [[nodiscard]] std::optional<objects::object_snapshot> snapshot() const;
  /// Forgets the texts of all objects, because there is no room for them. From then on the machine reports
  /// only deletions at once; it reports added and modified objects when the objects are listed next, after
  /// `texts_wanted` at the latest.
  void drop_texts();
  [[nodiscard]] bool keeps_texts() const noexcept { return store_.keeps_texts(); }
  /// The memory of the texts that are kept, and the memory of all texts if no text is dropped.
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] std::size_t full_bytes() const noexcept { return store_.full_bytes(); }

  /// The resourceVersion from which a watch goes on; empty before the first list.
  [[nodiscard]] const std::string& position() const noexcept { return position_.version(); }

private:
  using effects = std::vector<watch_machine_effect>;

  /// The form of a list: in pages, or whole in a single answer, after a continue token expired between two
  /// pages.
  enum class list_form : std::uint8_t { paged, whole };

  struct idle {};
  struct listing {
    objects::object_listing pages;
    std::string continue_token;
    list_form form = list_form::paged;
    std::size_t pages_taken = 0;
    std::size_t bytes = 0; ///< memory of texts in `pages` alone
  };
  struct doubting {
    base::error reason; ///< of the list
    std::optional<std::chrono::seconds> after;
  };
  struct asking_position {};
  struct watching {
    bool accepted = false; ///< the server has begun it
    bool heard = false;    ///< the server has sent an event or a bookmark
    bool lasted = false;   ///< for `watch_lasts_after`
    unsigned changes = 0;  ///< so many have come

    [[nodiscard]] bool is_short() const noexcept { return !lasted && changes <= short_watch_changes; }
  };
  enum class next_request { list, watch };
  struct waiting {
    next_request next = next_request::watch;
    bool took_too_long = false; ///< a page; an outage may have been the reason
  };

  void on(const watch_input::start&, effects& out);
  void on(const watch_input::list_answered& input, effects& out);
  void on(const watch_input::kind_looked_up& input, effects& out);
  void on(const watch_input::position_answered& input, effects& out);
  void on(const watch_input::begun&, effects& out);
  void on(const watch_input::lasted&, effects& out);
  void on(const watch_input::line& input, effects& out);
  void on(const watch_input::watch_ended& input, effects& out);
  void on(const watch_input::waited&, effects& out);
  void on(const watch_input::server_returned&, effects& out);
  void on(const watch_input::texts_wanted&, effects& out);

  void go_on(const waiting& state, effects& out);
  void begin_list(list_form form, effects& out);
  void send_page(const listing& state, effects& out);
  void on_page(listing& state, const std::string& body, effects& out);
  void complete_list(listing& state, effects& out);
  [[nodiscard]] bool is_loss_in_doubt(const listing& state) const;
  void doubt_loss(effects& out);
  void fail_list(const base::result<api::http_response>& response, effects& out);
  void refuse_list(base::error reason, effects& out);
  [[nodiscard]] base::result<void> check_next_page(const listing& state, const std::string& next) const;
  void move_to_list(const std::string& version, effects& out);
  [[nodiscard]] watch_target position_target() const;
  void resume_watch(effects& out);
  void open_watch(effects& out);
  void on_event(watch_event event, effects& out);
  bool refuse_older(const std::string& version, effects& out);
  bool refuse_deletion(const watch_deleted& event, effects& out);
  void end_watch(const base::result<api::http_response>& response, effects& out);
  void fail_watch(const base::error& reason, std::optional<std::chrono::seconds> after, next_request next,
                  effects& out);
  void count_silence();
  void count_short_watch();
  void go_on_with(const api::resource& served, const doubting& doubt, effects& out);
  void leave_kind(effects& out);
  void keep_objects(const api::kind_in_other_version& found, effects& out);
  void move_to(const api::resource& served, effects& out);
  void retry(const base::error& reason, next_request next, std::optional<std::chrono::seconds> after, effects& out);
  [[nodiscard]] std::chrono::milliseconds time_to_wait(std::optional<std::chrono::seconds> after);
  void forget_failures() noexcept;

  watch_machine_options options_;
  std::variant<idle, listing, doubting, asking_position, watching, waiting> state_;
  objects::object_store store_;
  bool known_ = false;
  bool takes_texts_ = false; ///< after `texts_wanted`, until the list is complete
  bool lost_ = false;        ///< after `failed`, before `restored`
  watch_position position_;
  transport::growing_delay delay_;
  std::chrono::seconds obedience_; ///< the longest pause that the server can demand now
  page_size page_size_;
  bool list_failed_ = false;     ///< since the last list that succeeded
  bool gets_bookmarks_ = false;  ///< the server has sent a bookmark
  bool went_back_ = false;       ///< since the last complete list that counts
  unsigned looks_at_loss_ = 0;   ///< empty lists since then
  unsigned silent_watches_ = 0;  ///< in a row: watches that ended without an event
  unsigned short_watches_ = 0;   ///< in a row: watches that did not last
  unsigned refused_watches_ = 0; ///< in a row: watches that did not last, and need a list
};

} // namespace kube::watch
