#include "actors/values/hook_key_record.hpp"

#include "actors/messages/supervisor.hpp"
#include "base/backoff.hpp"
#include "cluster/records/hook_key_requests.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace actors::values {

namespace {

/// The text of a record without keys, for which no Secret is made.
constexpr const char* empty_record = "{}";

/// The waits before a record that could not be read or written is tried again. A right that a user grants has
/// no event, so that only another try shows it.
constexpr base::backoff retry_waits{std::chrono::milliseconds(10'000), std::chrono::milliseconds(300'000)};

/// The subject of a problem, for /readyz.
std::string subject_of(const cluster::records::config_map_place& x) {
  return fmt::format("Secret '{}'", cluster::records::name_of_hook_keys(x));
}

} // namespace

hook_key_record::hook_key_record(framework::actor_base<messages::config_watcher_actor>* self,
                                 cluster::records::config_map_place place, std::set<std::string> sections,
                                 lost_releases::facts releases, caller call, waiter wait,
                                 messages::supervisor_actor supervisor)
  : self_(self), place_(std::move(place)), sections_(std::move(sections)), call_(std::move(call)),
    wait_(std::move(wait)), supervisor_(std::move(supervisor)),
    releases_(self, std::move(releases), call_, wait_, supervisor_),
    state_(sections_.empty() ? state::forbidden : state::awaited) {}

void hook_key_record::read(core::config::stored_keys& keys, std::function<void()> then) {
  if (is_reading_ || sections_.empty()) return;
  is_reading_ = true;
  then_ = std::move(then);
  call_(cluster::records::read_hook_keys_request(place_), [this, &keys](const base::result<text::json>& secret) {
    const bool is_absent = !secret && secret.error().code == base::error_code::not_found;
    if (is_absent && !marks_) return read_marks(keys);
    on_read(secret, keys);
    end_read(keys);
  });
}

void hook_key_record::end_read(core::config::stored_keys& keys) {
  is_reading_ = false;
  then_();
  if (state_ == state::known) return write(keys);
  try_later(keys);
}

void hook_key_record::read_marks(core::config::stored_keys& keys) {
  call_(cluster::records::read_hook_key_marks_request(place_), [this, &keys](const base::result<text::json>& found) {
    using base::error_code;
    const bool is_unknown =
      !found && found.error().code != error_code::not_found && found.error().code != error_code::forbidden;
    if (is_unknown) {
      on_read(tl::unexpected(found.error()), keys);
      return end_read(keys);
    }
    marks_ = found ? cluster::records::hook_key_marks_of(*found) : std::string();
    keys.lose(*marks_, sections_);
    const auto end = [this, &keys] {
      on_read(base::fail(error_code::not_found, "the Secret is absent"), keys);
      end_read(keys);
    };
    // The marks name the keys. Without them, or without the right to them, objects of releases show a loss; a
    // first start has no such objects. The first content waits for this look.
    if (found) return end();
    releases_.look(keys, end);
  });
}

void hook_key_record::report_lost(const core::config::stored_keys& keys) {
  const auto name = cluster::records::name_of_hook_keys(place_);
  const auto hint = fmt::format("the Secret '{0}' and the annotation of the ConfigMap have gone, and with them the "
                                "values. Hooks cannot make the keys anew, so that they write over no data: write the "
                                "former values into the section, which may be in an object that the hook has made; or "
                                "`null`; or, to give all of them up, delete ConfigMap '{0}' in namespace '{1}' and "
                                "restart the operator",
                                name, place_.namespace_name);
  std::string words;
  for (const auto& section : keys.lost())
    words += fmt::format("{}{}", words.empty() ? "" : ", ", fmt::join(section.keys, ", "));
  if (std::exchange(lost_, words) == words) return;
  if (!words.empty())
    for (const auto& section : keys.lost())
      sys::log::log_warning(
        "hook_keys_lost",
        {{"section", section.section}, {"keys", fmt::format("{}", fmt::join(section.keys, ", "))}, {"hint", hint}});
  auto line = words.empty() ? std::nullopt
                            : std::optional(fmt::format("keys that hooks had stored are lost: {}: {}", words, hint));
  self_->tell(supervisor_, messages::module_state_changed{{}, fmt::format("ConfigMap '{}'", name), std::move(line)});
}

void hook_key_record::try_later(core::config::stored_keys& keys) {
  ++failures_;
  if (std::exchange(is_waiting_, true)) return;
  wait_(retry_waits.after(failures_), [this, &keys] {
    is_waiting_ = false;
    // A read that a write of a hook has asked for may have come to its end meanwhile.
    if (failures_ > 0) read(keys, then_);
  });
}

void hook_key_record::end_failures() {
  failures_ = 0;
  if (!std::exchange(is_named_, false)) return;
  self_->tell(supervisor_, messages::module_state_changed{{}, subject_of(place_), std::nullopt});
}

void hook_key_record::on_read(const base::result<text::json>& secret, core::config::stored_keys& keys) {
  using base::error_code;
  const bool is_absent = !secret && secret.error().code == error_code::not_found;
  if (!secret && secret.error().code == error_code::forbidden) return forbid(secret.error().message);
  if (!secret && !is_absent) {
    state_ = state::unknown;
    why_ = secret.error().message;
    return;
  }
  state_ = state::known;
  text_ = is_absent ? empty_record : cluster::records::hook_keys_of(*secret);
  keys.remember(text_);
}

void hook_key_record::forbid(const std::string& why) {
  state_ = state::forbidden;
  if (std::exchange(is_named_, true)) return;
  self_->tell(supervisor_,
              messages::module_state_changed{
                {},
                subject_of(place_),
                fmt::format("{}; the Secret remembers keys that hooks of modules without a chart store in the "
                            "ConfigMap. Without it a ConfigMap that is replaced while the operator is down loses them. "
                            "Next step: allow get and patch of secrets in namespace '{}'",
                            why, place_.namespace_name)});
}

bool hook_key_record::is_missing_for(const std::string& section) const {
  return sections_.contains(section) && (state_ == state::unknown || state_ == state::awaited);
}

std::string hook_key_record::reason_not_to_write(const std::string& section, const core::config::configuration* now,
                                                 const core::config::stored_keys& keys) const {
  const auto name = cluster::records::name_of_hook_keys(place_);
  if (is_missing_for(section))
    return fmt::format("the keys that hooks have stored in section '{}' earlier are not known, because Secret '{}' "
                       "cannot be read: {}",
                       section, name, why_);
  auto stored = keys.remembered(section);
  for (const auto& lost : keys.lost())
    if (lost.section == section) stored.insert(stored.end(), lost.keys.begin(), lost.keys.end());
  if (stored.empty() || now == nullptr || now->state != core::values::config_map_state::absent) return {};
  return fmt::format("the ConfigMap is absent, and hooks had stored {} in it: make the ConfigMap, which may be empty, "
                     "and the keys are put back; or delete Secret and ConfigMap '{}' and restart the operator to give "
                     "them up",
                     fmt::join(stored, ", "), name);
}

void hook_key_record::write(core::config::stored_keys& keys) {
  if (state_ != state::known || is_writing_) return;
  auto text = keys.record(sections_);
  if (text == text_) return write_marks(keys);
  is_writing_ = true;
  auto request = cluster::records::write_hook_keys_request(place_, text);
  call_(std::move(request), [this, &keys, text](const base::result<text::json>& secret) {
    is_writing_ = false;
    if (!secret && secret.error().code == base::error_code::forbidden) forbid(secret.error().message);
    if (!secret) return try_later(keys);
    text_ = text;
    // The keys may have changed meanwhile.
    write(keys);
  });
}

/// Written after the record: a mark without a record would report a loss.
void hook_key_record::write_marks(core::config::stored_keys& keys) {
  auto marks = keys.marks(sections_);
  if (marks == marks_.value_or("")) return end_failures();
  is_writing_ = true;
  auto request = cluster::records::write_hook_key_marks_request(place_, marks);
  call_(std::move(request), [this, &keys, marks](const base::result<text::json>& written) {
    is_writing_ = false;
    // The marks are a second witness only, so that the record does without them if the right is missing.
    if (!written && written.error().code != base::error_code::forbidden) return try_later(keys);
    marks_ = marks;
    write(keys);
  });
}

} // namespace actors::values
