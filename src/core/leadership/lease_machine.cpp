#include "core/leadership/lease_machine.hpp"

#include <algorithm>
#include <utility>

namespace core::leadership {

namespace {

/// The pause of a standby after a failed request or watch. A leader is in more of a hurry (`retry_after`).
constexpr instant standby_pause = std::chrono::seconds(1);

/// The tries to give the Lease away. The next operator waits for the end of the Lease after the last try.
constexpr unsigned tries_to_give_max = 3;

} // namespace

lease_effects lease_machine::step(const lease_machine_input& input, instant now) {
  if (view_.stage == leadership_stage::over && !std::holds_alternative<lease_input::work_ended>(input)) return {};
  end_late_lead(now);
  std::visit([&](const auto& x) { on(x, now); }, input);
  decide(now);
  show();
  return std::exchange(effects_, {});
}

// -- inputs --------------------------------------------------------------------

void lease_machine::on(const lease_input::began&, instant now) {
  next_watch_ = now;
}

void lease_machine::on(const lease_input::watch_began&, instant) {
  watch_ = watch::open;
  // The watch does not show that there is no Lease.
  if (!sent_) is_read_wanted_ = true;
}

void lease_machine::on(const lease_input::watch_ended&, instant now) {
  watch_ = watch::closed;
  next_watch_ = now + standby_pause;
}

void lease_machine::on(const lease_input::seen& x, instant now) {
  if (options_.is_older(x.version, version_)) return;
  version_ = x.version;
  if (x.record)
    note(*x.record, now);
  else
    note_absence(now);
}

void lease_machine::on(const lease_input::found& x, instant now) {
  if (!end_call(x.call)) return;
  is_read_wanted_ = false;
  next_look_ = now + options_.terms.renew_every;
  view_.trouble.clear();
  if (!x.record) return note_absence(now);
  version_ = x.record->version;
  note(*x.record, now);
}

void lease_machine::on(const lease_input::written& x, instant now) {
  const auto by = end_call(x.call);
  if (!by) return;
  view_.trouble.clear();
  version_ = x.record.version;
  note(x.record, now);
  if (by->wish == lease_wish::give_away) return end_giving({});
  if (!names_me()) return;
  is_own_ = true;
  lead(*by, now);
}

void lease_machine::on(const lease_input::overtaken& x, instant now) {
  if (!end_call(x.call)) return;
  is_read_wanted_ = true;
  next_call_ = now;
}

void lease_machine::on(const lease_input::refused& x, instant) {
  if (const auto by = end_call(x.call)) fail(*by, x.reason);
}

void lease_machine::on(const lease_input::unanswered& x, instant) {
  const auto by = end_call(x.call);
  if (!by) return;
  fail(*by, x.reason);
  if (!by->wish) return;
  // The write may have been stored, or may be stored later.
  is_read_wanted_ = true;
  may_have_written_ = true;
  if (by->wish == lease_wish::hold) is_own_ = true;
}

void lease_machine::on(const lease_input::time_came&, instant) {}

void lease_machine::on(const lease_input::work_ended&, instant now) {
  if (view_.stage == leadership_stage::over) return end_giving(view_.lost_because);
  view_.stage = leadership_stage::giving_away;
  next_call_ = now;
}

// -- the state -----------------------------------------------------------------

std::optional<lease_machine::call> lease_machine::end_call(lease_call number) {
  if (!call_ || call_->number != number) return std::nullopt;
  return std::exchange(call_, std::nullopt);
}

void lease_machine::note(const lease_record& x, instant now) {
  if (record() == nullptr || is_renewed(*record(), x)) changed_ = now;
  known_ = x;
  transitions_ = x.transitions;
  view_.holder = x.holder;
  if (x.holder == options_.identity) return;
  if (!x.holder.empty()) {
    is_own_ = false;
    if (sent_) return lose("'" + x.holder + "' holds the Lease", now);
  }
  // A person has cleared the holder, or has confused two operators: the leader writes its name again.
  if (sent_) next_call_ = now;
}

void lease_machine::note_absence(instant now) {
  if (std::holds_alternative<absent>(known_)) return;
  const bool had_holder = record() != nullptr && !record()->is_given_away && !is_mine();
  known_ = absent{had_holder};
  changed_ = now;
  view_.holder.clear();
  if (sent_) next_call_ = now;
}

void lease_machine::fail(const call& x, const std::string& reason) {
  view_.trouble = reason;
  next_call_ = x.sent + (sent_ ? options_.terms.retry_after : standby_pause);
}

void lease_machine::lead(const call& by, instant now) {
  // The answer was so slow that the time of the lead is over: the Lease is renewed before the work begins.
  if (now >= by.sent + options_.terms.work_for) {
    next_call_ = now;
    return;
  }
  sent_ = by.sent;
  next_call_ = view_.stage == leadership_stage::giving_away ? now : by.sent + options_.terms.renew_every;
  if (view_.stage == leadership_stage::standby) view_.stage = leadership_stage::leading;
  effects_.emplace_back(lease_effect::lead_until{deadlines_after(options_.terms, by.sent)});
}

void lease_machine::end_late_lead(instant now) {
  if (view_.stage != leadership_stage::leading || now < *sent_ + options_.terms.work_for) return;
  lose("the Lease was not renewed in time" + (view_.trouble.empty() ? std::string() : ": " + view_.trouble), now);
}

void lease_machine::lose(const std::string& because, instant now) {
  view_.has_other_holder = !view_.holder.empty() && !names_me();
  // With another holder, its work may have begun. Else the rest of the time is for the end of the work.
  const auto end = view_.has_other_holder ? now : deadlines_after(options_.terms, *sent_).lead_until;
  effects_.emplace_back(lease_effect::lead_until{{now, end}});
  sent_.reset();
  view_.lost_because = because;
  if (view_.stage == leadership_stage::giving_away) return end_giving(because);
  view_.stage = leadership_stage::over;
}

void lease_machine::end_giving(const std::string& failure) {
  view_.stage = leadership_stage::over;
  sent_.reset();
  effects_.emplace_back(lease_effect::gave_away{failure});
}

// -- decisions -----------------------------------------------------------------

void lease_machine::decide(instant now) {
  if (view_.stage == leadership_stage::over) return;
  if (!call_ && now >= next_call_) {
    if (view_.stage == leadership_stage::giving_away)
      give_away(now);
    else
      hold(now);
    if (view_.stage == leadership_stage::over) return;
  }
  if (watch_ == watch::closed && now >= next_watch_) {
    watch_ = watch::asked;
    effects_.emplace_back(lease_effect::open_watch{});
  }
  wake(now);
}

void lease_machine::hold(instant now) {
  const bool is_look_due = !sent_ && watch_ != watch::open && now >= next_look_;
  if (is_read_wanted_ || is_look_due) return send_read(now);
  if (sent_ || may_take(now)) send_write(lease_wish::hold, now);
}

void lease_machine::give_away(instant now) {
  const bool may_hold = sent_ || is_mine() || may_have_written_;
  if (!may_hold || (!is_read_wanted_ && !names_me())) return end_giving({});
  if (tries_to_give_ >= tries_to_give_max) return end_giving(view_.trouble.empty() ? "overtaken" : view_.trouble);
  ++tries_to_give_;
  if (is_read_wanted_) return send_read(now);
  // The write may take effect at any moment from now on.
  effects_.emplace_back(lease_effect::lead_until{{now, now}});
  send_write(lease_wish::give_away, now);
}

void lease_machine::send_read(instant now) {
  call_ = call{++last_call_, std::nullopt, now};
  effects_.emplace_back(lease_effect::read_lease{last_call_});
}

void lease_machine::send_write(lease_wish wish, instant now) {
  lease_effect::write_lease write{++last_call_, wish, {}, transitions_.value_or(0), false};
  if (record() != nullptr) write.version = record()->version;
  if (wish == lease_wish::hold && !sent_ && !names_me() && transitions_) ++write.transitions;
  write.changes_holder = wish == lease_wish::hold && !sent_;
  call_ = call{last_call_, wish, now};
  effects_.emplace_back(std::move(write));
}

bool lease_machine::may_take(instant now) const {
  if (const auto* gone = std::get_if<absent>(&known_)) return !gone->had_holder || now >= wait_end();
  if (record() == nullptr) return false;
  if (record()->is_given_away && record()->holder.empty()) return true;
  return is_mine() || now >= wait_end();
}

instant lease_machine::wait_end() const {
  const auto named = record() == nullptr ? instant{0} : record()->duration;
  return changed_ + std::max(named, options_.terms.duration);
}

void lease_machine::wake(instant now) {
  std::optional<instant> next;
  const auto consider = [&](instant time) {
    if (time > now && (!next || time < *next)) next = time;
  };
  if (sent_) consider(*sent_ + options_.terms.work_for);
  if (watch_ == watch::closed) consider(next_watch_);
  if (!call_) {
    consider(next_call_);
    if (!sent_) consider(wait_end());
    if (!sent_ && watch_ != watch::open) consider(next_look_);
  }
  if (next) effects_.emplace_back(lease_effect::wake_at{*next});
}

void lease_machine::show() {
  if (view_ == shown_) return;
  shown_ = view_;
  effects_.emplace_back(lease_effect::view_changed{view_});
}

} // namespace core::leadership
