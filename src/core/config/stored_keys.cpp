#include "core/config/stored_keys.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace core::config {

namespace {

/// The number of values of a key that a hook keeps changing. A release has a recent value.
constexpr std::size_t checksums_max = 10;

/// The number of keys that were given up. If a hook makes and removes ever new keys, most are in no release.
constexpr std::size_t given_up_max = 1'000;

text::json_pointer below(const std::string& section, text::json_pointer place) {
  place.tokens.insert(place.tokens.begin(), section);
  return place;
}

text::json_pointer inside(const text::json_pointer& place) {
  return {{place.tokens.begin() + 1, place.tokens.end()}};
}

/// The value with a member set at a place below it; nullopt: a text, a number or a list is in the way.
std::optional<text::json> with_value_at(const text::json& in, const std::vector<std::string>& tokens, std::size_t depth,
                                        const text::json& value) {
  if (depth == tokens.size()) return value;
  if (!in.is_object()) return std::nullopt;
  const auto* member = in.find(tokens[depth]);
  auto inner = with_value_at(member == nullptr ? text::json::object() : *member, tokens, depth + 1, value);
  if (!inner) return std::nullopt;
  return in.with(tokens[depth], std::move(*inner));
}

/// The places in `b` whose value differs from the value in `a`.
std::vector<text::json_pointer> changed_places(const text::json& a, const text::json& b) {
  std::vector<text::json_pointer> changed;
  for (auto& place : values::leaf_places(b))
    if (const auto* was = text::find_at(a, place); was == nullptr || !(*was == *text::find_at(b, place)))
      changed.push_back(std::move(place));
  return changed;
}

class gathered_keys {
public:
  void add(const text::json_pointer& place, const std::string& by) {
    keys_.push_back(values::words_of(place));
    if (!by.empty()) by_.insert(by);
  }
  void move_to(std::vector<named_keys>& to, const std::string& section) {
    if (!keys_.empty()) to.push_back({section, std::move(keys_), fmt::format("{}", fmt::join(by_, ", "))});
  }

private:
  std::vector<std::string> keys_;
  std::set<std::string> by_;
};

} // namespace

void stored_keys::writing(const std::string& section, const text::json* before, text::json after, std::string by) {
  pending_[section] = {before == nullptr ? std::nullopt : std::optional(*before), std::move(after), std::move(by)};
}

void stored_keys::written(const std::string& section) {
  if (const auto pending = pending_.extract(section); !pending.empty()) note_write(section, pending.mapped());
}

void stored_keys::note_write(const std::string& section, const pending_write& x) {
  const auto before = x.before.value_or(text::json::object());
  for (const auto& place : changed_places(before, x.after))
    if (!place.tokens.empty())
      note_value(below(section, place), x, text::find_at(before, place), *text::find_at(x.after, place));
  auto& known = keys_[section];
  for (auto at = known.begin(); at != known.end();) {
    const auto place = at->first;
    const auto* present = text::find_at(x.after, inside(place));
    at->second.is_missing = false;
    if (present != nullptr && *present == at->second.value)
      ++at;
    else {
      at = known.erase(at);
      note_removal(place);
    }
  }
  if (known.empty()) keys_.erase(section);
}

void stored_keys::note_value(const text::json_pointer& place, const pending_write& x, const text::json* before,
                             const text::json& value) {
  auto& known = keys_[place.tokens.front()];
  const bool is_map = value.is_object(); // an empty map has no value that may be lost
  if (is_map || (!known.contains(place) && known.size() >= keys_max)) return;
  const bool is_anew = before == nullptr && !given_up_.contains(place);
  if (const auto former = anew_.find(place); is_anew || former != anew_.end()) {
    auto& checksums = anew_[place];
    if (checksums.size() >= checksums_max) checksums.erase(checksums.begin());
    checksums.push_back(values::checksum_of_key(value));
  }
  given_up_.erase(place);
  known[place] = {value, x.by};
}

void stored_keys::note_removal(const text::json_pointer& place) {
  if (given_up_.size() >= given_up_max) given_up_.erase(given_up_.begin());
  given_up_.insert(place);
  anew_.erase(place);
}

std::string stored_keys::annotation_after(const std::string& section, const text::json* before, const text::json& after,
                                          const std::string& by) const {
  auto next = *this;
  next.writing(section, before, after, by);
  next.written(section);
  auto all = text::json::object();
  for (const auto& [name, known] : next.keys_) {
    auto named = text::json::object();
    for (const auto& [place, key] : known) {
      text::json::array_type since;
      if (const auto anew = next.anew_.find(place); anew != next.anew_.end())
        since.assign(anew->second.begin(), anew->second.end());
      named = named.with(place.text(), text::json::array({values::checksum_of_key(key.value), key.by,
                                                          text::json::array(std::move(since))}));
    }
    all = all.with(name, named);
  }
  return all.as_object().empty() ? std::string() : all.dump();
}

std::string stored_keys::record(const std::set<std::string>& sections) const {
  auto all = text::json::object();
  std::size_t bytes = 0;
  for (const auto& section : sections) {
    const auto known = keys_.find(section);
    auto named = text::json::object();
    if (known != keys_.end())
      for (const auto& [place, key] : known->second) {
        auto note = text::json::array({key.value, key.by});
        bytes += place.text().size() + note.dump().size();
        if (bytes <= record_bytes_max) named = named.with(place.text(), std::move(note));
      }
    // Without a content of the ConfigMap the record of the earlier process still counts.
    if (const auto* former = record_.find(section)) named = *former;
    if (!named.as_object().empty()) all = all.with(section, named);
  }
  return all.dump();
}

void stored_keys::remember(const std::string& record) {
  auto read = text::parse_json(record.empty() ? "{}" : record).value_or(text::json::object());
  record_ = text::json::object();
  if (!read.is_object()) return;
  for (const auto& [section, named] : read.as_object())
    if (named.is_object()) record_ = record_.with(section, named);
}

std::vector<std::string> stored_keys::remembered(const std::string& section) const {
  std::vector<std::string> keys;
  if (const auto* named = record_.find(section))
    for (const auto& [place, note] : named->as_object())
      if (const auto at = text::parse_json_pointer(place)) keys.push_back(values::words_of(*at));
  return keys;
}

void stored_keys::learn_record(const configuration& first, const text::json& noted) {
  const auto record = std::exchange(record_, text::json::object());
  for (const auto& [section, named] : record.as_object())
    for (const auto& [place, note] : named.as_object()) {
      const auto at = text::parse_json_pointer(place);
      const bool is_note = at && at->tokens.size() > 1 && at->tokens.front() == section && note.is_array()
                           && note.as_array().size() == 2 && note.as_array()[1].is_string();
      if (!is_note) continue;
      const auto* content = first.section(section);
      const auto* present = content == nullptr ? nullptr : text::find_at(*content, inside(*at));
      const auto* noted_here = noted.find(section);
      // The hook has removed the key, and the operator has ended before it has written the record.
      const bool is_removed =
        !noted.as_object().empty() && (noted_here == nullptr || noted_here->find(place) == nullptr);
      // A user has given the key another value, which may be null.
      const bool is_edited = present != nullptr && !(*present == note.as_array()[0]);
      auto& known = keys_[section];
      if (is_edited || (present == nullptr && is_removed) || known.contains(*at) || known.size() >= keys_max) continue;
      known[*at] = {note.as_array()[0], note.as_array()[1].as_string()};
    }
}

void stored_keys::learn(const configuration& first, const std::string& annotation) {
  auto noted = text::parse_json(annotation.empty() ? "{}" : annotation).value_or(text::json::object());
  if (noted.is_object())
    for (const auto& [section, named] : noted.as_object())
      if (named.is_object())
        for (const auto& [place, note] : named.as_object())
          if (const auto at = text::parse_json_pointer(place); at && note.is_array() && note.as_array().size() == 3)
            learn(first, *at, note);
  for (const auto& section : first.of_hooks)
    if (const auto* content = first.section(section))
      for (const auto& place : values::leaf_places(*content)) learn(first, below(section, place), text::json());
  if (!noted.is_object()) noted = text::json::object();
  // The annotation knows the keys, and the hook has removed those that it lacks.
  if (!noted.as_object().empty()) lost_.clear();
  learn_record(first, noted);
}

void stored_keys::learn(const configuration& first, const text::json_pointer& place, const text::json& note) {
  if (place.tokens.size() < 2) return;
  const auto* section = first.section(place.tokens.front());
  const auto* value = section == nullptr ? nullptr : text::find_at(*section, inside(place));
  if (value == nullptr || value->is_object()) return;
  auto& known = keys_[place.tokens.front()];
  if (known.contains(place) || known.size() >= keys_max) return;
  if (note.is_null()) {
    known[place] = {*value, ""};
    return;
  }
  const auto& [checksum, by, since] = std::tie(note.as_array()[0], note.as_array()[1], note.as_array()[2]);
  // A user has edited the key while no operator was running.
  if (!(checksum == text::json(values::checksum_of_key(*value))) || !by.is_string()) return;
  known[place] = {*value, by.as_string()};
  if (!since.is_array()) return;
  for (const auto& one : since.as_array())
    if (one.is_string()) anew_[place].push_back(one.as_string());
}

std::string stored_keys::marks(const std::set<std::string>& sections) const {
  text::json::array_type places;
  for (const auto& section : sections) {
    if (const auto known = keys_.find(section); known != keys_.end())
      for (const auto& [place, key] : known->second) places.emplace_back(place.text());
    for (const auto& place : lost_)
      if (place.tokens.front() == section) places.emplace_back(place.text());
  }
  return places.empty() ? std::string() : text::json::array(std::move(places)).dump();
}

void stored_keys::lose(const std::string& marks, const std::set<std::string>& sections) {
  const auto read = text::parse_json(marks.empty() ? "[]" : marks).value_or(text::json());
  if (!read.is_array()) return;
  for (const auto& mark : read.as_array()) {
    if (!mark.is_string()) continue;
    const auto at = text::parse_json_pointer(mark.as_string());
    if (!at || at->tokens.size() < 2 || !sections.contains(at->tokens.front())) continue;
    const auto known = keys_.find(at->tokens.front());
    if (known == keys_.end() || !known->second.contains(*at)) lost_.insert(*at);
  }
}

void stored_keys::find_lost(const configuration& now) {
  std::erase_if(lost_, [&](const auto& place) {
    // A section that is `false` gives up its keys.
    const auto& section = place.tokens.front();
    const auto* content = now.section(section);
    return now.switched_off.contains(section)
           || (content != nullptr && text::find_at(*content, inside(place)) != nullptr);
  });
}

std::vector<named_keys> stored_keys::lost() const {
  std::map<std::string, gathered_keys> by_section;
  for (const auto& place : lost_) by_section[place.tokens.front()].add(place, {});
  std::vector<named_keys> named;
  for (auto& [section, keys] : by_section) keys.move_to(named, section);
  return named;
}

stored_keys_effect stored_keys::take(configuration& now, const std::string& annotation,
                                     const std::set<std::string>& known) {
  stored_keys_effect effect;
  const bool is_there = now.state != values::config_map_state::absent;
  // A record that could not be read at first comes later.
  if (is_there && (!std::exchange(has_begun_, true) || !record_.as_object().empty())) learn(now, annotation);
  for (auto& [section, pending] : std::map(pending_))
    if (const auto* content = now.section(section); content != nullptr && *content == pending.after) written(section);
  if (is_there)
    for (auto& [section, stored] : std::map(keys_))
      if (known.empty() || known.contains(section)) take_section(section, keys_.at(section), now, effect);
  std::erase_if(keys_, [](const auto& x) { return x.second.empty(); });
  if (is_there) find_lost(now);
  now.hook_keys = standing();
  return effect;
}

void stored_keys::take_section(const std::string& section, keys& known, configuration& now,
                               stored_keys_effect& effect) {
  const auto has_error =
    std::any_of(now.errors.begin(), now.errors.end(), [&](const auto& x) { return x.key == section; });
  if (now.blank.contains(section) || has_error) return;
  if (now.switched_off.contains(section)) {
    for (const auto& [place, key] : known) note_removal(place);
    return known.clear();
  }
  const auto* content = now.section(section);
  auto laid = content == nullptr ? text::json::object() : *content;
  gathered_keys missing;
  gathered_keys overwritten;
  for (auto at = known.begin(); at != known.end();) {
    auto& [place, key] = *at;
    const auto* present = text::find_at(laid, inside(place));
    auto put_back = present == nullptr ? with_value_at(laid, place.tokens, 1, key.value) : std::nullopt;
    const bool is_kept = put_back.has_value() || (present != nullptr && *present == key.value);
    if (put_back) laid = std::move(*put_back);
    const bool was_missing = std::exchange(key.is_missing, present == nullptr);
    if (is_kept && present == nullptr) {
      if (!was_missing) missing.add(place, key.by);
      effect.unwritten.insert(section);
    }
    if (is_kept) {
      ++at;
      continue;
    }
    overwritten.add(place, key.by);
    note_removal(place);
    at = known.erase(at);
  }
  missing.move_to(effect.missing, section);
  overwritten.move_to(effect.overwritten, section);
  if (!effect.unwritten.contains(section)) return;
  // Without a text of a user the section remains a section of hooks.
  if (content == nullptr) now.of_hooks.insert(section);
  now.set_section(section, &laid);
}

std::shared_ptr<const values::hook_key_standing> stored_keys::standing() const {
  if (keys_.empty() && anew_.empty() && given_up_.empty() && lost_.empty()) return doubted();
  auto now = std::make_shared<values::hook_key_standing>();
  for (const auto& [section, known] : keys_)
    for (const auto& [place, key] : known)
      if (!key.value.is_null()) now->stored.emplace(place, key.by);
  now->anew = anew_;
  now->lost = lost_;
  now->doubt = doubt_;
  now->doubt_ends_us = doubt_ends_us_;
  now->given_up = given_up_;
  return now;
}

void stored_keys::doubt(std::string why, std::int64_t ends_us) {
  doubt_ = std::move(why);
  doubt_ends_us_ = ends_us;
}

std::shared_ptr<const values::hook_key_standing> stored_keys::doubted() const {
  if (doubt_.empty()) return nullptr;
  auto now = std::make_shared<values::hook_key_standing>();
  now->doubt = doubt_;
  now->doubt_ends_us = doubt_ends_us_;
  return now;
}

} // namespace core::config
