#pragma once

#include "core/leadership/leadership_view.hpp"
#include "core/leadership/lease_terms.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::leadership {

/// Numbers a request for the Lease; a number is never used twice.
using lease_call = std::uint64_t;

namespace lease_input {
/// The operator starts.
struct began {};
/// The server has accepted the watch that `open_watch` asked for.
struct watch_began {};
/// The watch has ended, or was refused.
struct watch_ended {};
/// A line of the watch. An empty record: the Lease was deleted in this version.
struct seen {
  std::string version;
  std::optional<lease_record> record;
};
/// The answer to `read_lease`: an empty record means that there is no Lease.
struct found {
  lease_call call = 0;
  std::optional<lease_record> record;
};
/// The answer to `write_lease`: the API server has stored this.
struct written {
  lease_call call = 0;
  lease_record record;
};
/// The answer to `write_lease`: another client has written since, so no change was stored.
struct overtaken {
  lease_call call = 0;
};
/// The answer to a request: the API server has refused it, so no change was stored.
struct refused {
  lease_call call = 0;
  std::string reason;
};
/// The end of a request without an answer that says what was stored.
struct unanswered {
  lease_call call = 0;
  std::string reason;
};
/// The time that `wake_at` named has come. May come earlier or later.
struct time_came {};
/// All work of the operator has ended, and the Lease is to be given away.
struct work_ended {};
} // namespace lease_input

using lease_machine_input =
  std::variant<lease_input::began, lease_input::watch_began, lease_input::watch_ended, lease_input::seen,
               lease_input::found, lease_input::written, lease_input::overtaken, lease_input::refused,
               lease_input::unanswered, lease_input::time_came, lease_input::work_ended>;

enum class lease_wish {
  hold,     ///< the operator takes the Lease, or renews it
  give_away ///< the Lease gets no holder
};

namespace lease_effect {
struct open_watch {};
/// Read the Lease from the API server itself (not from a cache), and answer with `found`, `refused` or
/// `unanswered`.
struct read_lease {
  lease_call call = 0;
};
/// Write the Lease, and answer with `written`, `overtaken`, `refused` or `unanswered`.
struct write_lease {
  lease_call call = 0;
  lease_wish wish = lease_wish::hold;
  std::string version;          ///< the write counts only for this version; empty: the Lease must not exist
  std::int64_t transitions = 0; ///< how often the holder has changed, with this write
  bool changes_holder = false;  ///< the holder acquires the Lease with this write
};
/// The operator leads from now on until these deadlines, which replace earlier deadlines.
struct lead_until {
  lead_deadlines deadlines;
};
/// Send `time_came` at this time; replaces an earlier time.
struct wake_at {
  instant time{0};
};
/// Stage, holder or trouble have changed.
struct view_changed {
  leadership_view view; ///< without `since_us`
};
/// The last effect of all: the Lease is given away, or cannot be, or was never held.
struct gave_away {
  std::string failure; ///< empty: a standby can take the Lease at once, or this operator has not held it
};
} // namespace lease_effect

using lease_machine_effect =
  std::variant<lease_effect::open_watch, lease_effect::read_lease, lease_effect::write_lease, lease_effect::lead_until,
               lease_effect::wake_at, lease_effect::view_changed, lease_effect::gave_away>;
using lease_effects = std::vector<lease_machine_effect>;

/// Decides when an operator leads, by a Lease that all replicas write. The promise: two machines with the
/// same terms never lead at the same time, whatever is lost, late or frozen, while the clocks of both run at
/// most 10 % wrong and the Lease is written by machines only.
///
/// * A leader counts from the moment at which a renewal was sent, not from its answer.
/// * A standby counts from the moment at which it has last seen a change, by its own clock alone.
/// * Each write names the version that it replaces, so it fails if another client has written since.
/// * A leader that sees another holder leads no more at that moment.
/// * Only a record that names this operator is given away.
///
/// The identity is that of a Pod. A process that starts and finds its own identity takes the Lease back at
/// once: all processes of its predecessor in the Pod have ended.
/// (Times and caveats: client-go, tools/leaderelection/leaderelection.go.) A pure state machine.
class lease_machine {
public:
  struct options {
    std::string identity; ///< of this operator, not empty
    lease_terms terms{};
    /// Whether the first version comes before the second version.
    bool (*is_older)(std::string_view, std::string_view) = nullptr;
  };

  explicit lease_machine(options x) : options_(std::move(x)) {}

  [[nodiscard]] lease_effects step(const lease_machine_input& input, instant now);

  [[nodiscard]] const leadership_view& view() const noexcept { return view_; }
  /// How often the holder has changed, as last seen.
  [[nodiscard]] std::int64_t transitions() const noexcept { return transitions_.value_or(0); }
  /// The moment at which the last successful renewal was sent; empty: this operator does not lead.
  [[nodiscard]] std::optional<instant> renewed() const noexcept { return sent_; }

private:
  /// A request on its way. Bound: a single request.
  struct call {
    lease_call number = 0;
    std::optional<lease_wish> wish; ///< empty: a read
    instant sent{0};
  };
  struct not_known {};
  struct absent {
    bool had_holder = false; ///< it was deleted while another operator may have led
  };
  using knowledge = std::variant<not_known, absent, lease_record>;
  enum class watch { closed, asked, open };

  void on(const lease_input::began& x, instant now);
  void on(const lease_input::watch_began& x, instant now);
  void on(const lease_input::watch_ended& x, instant now);
  void on(const lease_input::seen& x, instant now);
  void on(const lease_input::found& x, instant now);
  void on(const lease_input::written& x, instant now);
  void on(const lease_input::overtaken& x, instant now);
  void on(const lease_input::refused& x, instant now);
  void on(const lease_input::unanswered& x, instant now);
  void on(const lease_input::time_came& x, instant now);
  void on(const lease_input::work_ended& x, instant now);

  /// Ends the request with this number; empty: there is no such request any more.
  [[nodiscard]] std::optional<call> end_call(lease_call number);
  void note(const lease_record& x, instant now);
  void note_absence(instant now);
  void fail(const call& x, const std::string& reason);
  void lead(const call& by, instant now);
  void end_late_lead(instant now);
  void lose(const std::string& because, instant now);
  void end_giving(const std::string& failure);

  void decide(instant now);
  void hold(instant now);
  void give_away(instant now);
  void send_read(instant now);
  void send_write(lease_wish wish, instant now);
  [[nodiscard]] bool may_take(instant now) const;
  /// The end of the wait for the holder that was seen last.
  [[nodiscard]] instant wait_end() const;
  void wake(instant now);
  void show();

  [[nodiscard]] const lease_record* record() const { return std::get_if<lease_record>(&known_); }
  [[nodiscard]] bool names_me() const { return record() != nullptr && record()->holder == options_.identity; }
  [[nodiscard]] bool is_mine() const { return names_me() && is_own_; }

  options options_;
  leadership_view view_;
  leadership_view shown_;
  knowledge known_;
  std::string version_; ///< of the newest state of the Lease that was seen
  instant changed_{0};  ///< when the Lease was last seen to change
  std::optional<std::int64_t> transitions_;
  /// A record that names this operator is its own: since the start, or since a write whose fate is not known,
  /// no other holder was seen. Else a person has written it.
  bool is_own_ = true;
  bool may_have_written_ = false; ///< a write of this operator has had no answer
  std::optional<instant> sent_;   ///< of the last successful renewal; set while this operator leads
  std::optional<call> call_;
  lease_call last_call_ = 0;
  instant next_call_{0};
  bool is_read_wanted_ = true;
  instant next_look_{0}; ///< without a watch, a standby reads the Lease from time to time
  watch watch_ = watch::closed;
  instant next_watch_{0};
  unsigned tries_to_give_ = 0;
  lease_effects effects_;
};

} // namespace core::leadership
