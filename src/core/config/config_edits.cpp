#include "core/config/config_edits.hpp"

#include "core/values/names.hpp"
#include "text/json/json_pointer.hpp"
#include "text/json/without_member.hpp"

#include <utility>

namespace core::config {

namespace {

/// True for a key with a blank text: a template whose variable is not set leaves such a text.
bool is_blank(const configuration& x, const std::string& section) {
  return x.blank.contains(section) && x.section(section) == nullptr;
}

/// A section counts as present if its key exists, whatever its content, unless it is blank: `{}` is intended.
bool has(const configuration& x, const std::string& section) {
  if (is_blank(x, section)) return false;
  return x.section(section) != nullptr || x.keys.contains(section) || x.switched_off.contains(section);
}

std::set<std::string> sections_of(const configuration& x) {
  std::set<std::string> found = x.switched_off;
  for (const auto& [key, content] : x.sections) found.insert(key);
  for (const auto& key : x.keys)
    if (!values::key_of_flag(key)) found.insert(key);
  return found;
}

bool is_same(const configuration& a, const configuration& b, const std::string& section) {
  const auto* before = a.section(section);
  const auto* now = b.section(section);
  return has(a, section) == has(b, section) && (before != nullptr && now != nullptr ? *before == *now : before == now);
}

text::json content_of(const configuration& x, const std::string& section) {
  const auto* found = x.section(section);
  return found == nullptr ? text::json::object() : *found;
}

/// True if the section differs in values alone that hooks have stored there: no user has edited it.
bool is_changed_by_hooks(const configuration& before, const configuration& now, const std::string& section) {
  if (!now.hook_keys || before.switched_off.contains(section) || now.switched_off.contains(section)) return false;
  auto was = content_of(before, section);
  auto is = content_of(now, section);
  for (const auto& [place, by] : now.hook_keys->stored) {
    if (place.tokens.front() != section) continue;
    const text::json_pointer inside{{place.tokens.begin() + 1, place.tokens.end()}};
    was = text::without_member(was, inside);
    is = text::without_member(is, inside);
  }
  return was == is;
}

bool is_written(const configuration& x) {
  return x.state == values::config_map_state::written;
}

/// A section of the ConfigMap by its key, and its names as a source of values: the name for a section that
/// people have written, and the name for a section that only hooks have written.
struct source_of_key {
  std::string key;
  values::value_source of_people;
  values::value_source of_hooks;
};

} // namespace

void config_edits::take(std::shared_ptr<const configuration> x) {
  if (last_ && x->number < last_->number) return;
  // A tool that deletes and creates the whole object restores earlier content. Sections that are missing in
  // it were not removed on purpose. The same holds for sections that are missing in a ConfigMap that only
  // hooks have made.
  if (last_ && is_written(*x) && last_->state == values::config_map_state::absent && !last_->is_away) is_new_ = true;
  if (last_ && is_said(*last_) && is_said(*x)) note_edits(*last_, *x);
  if (last_) note_vanished_flags(*last_, *x);
  // Sections that were deleted with the ConfigMap were not removed by an edit, even if the ConfigMap that
  // hooks make later is edited.
  if (!is_said(*x)) seen_.clear();
  for (const auto& section : sections_of(*x)) (x->of_hooks.contains(section) ? seen_of_hooks_ : seen_).insert(section);
  was_written_ = was_written_ || is_written(*x);
  last_ = std::move(x);
}

bool config_edits::is_said(const configuration& x) const {
  return is_written(x) || x.is_away || !was_written_;
}

void config_edits::note_edits(const configuration& before, const configuration& now) {
  for (const auto* x : {&before, &now})
    for (const auto& section : sections_of(*x))
      if (!is_same(before, now, section) && !is_blank(now, section) && !is_changed_by_hooks(before, now, section))
        edited_.insert(section);
}

std::set<std::string> config_edits::sections_of_hooks() const {
  return last_ ? last_->of_hooks : std::set<std::string>{};
}

std::set<std::string> config_edits::sections_of_users() const {
  std::set<std::string> found;
  if (!last_) return found;
  for (const auto& [key, content] : last_->sections)
    if (key != values::global_key && !last_->of_hooks.contains(key)) found.insert(key);
  return found;
}

void config_edits::note_vanished_flags(const configuration& before, const configuration& now) {
  for (const auto& [key, is_on] : now.written_flags) vanished_flags_.erase(key);
  // Without a ConfigMap no release is removed.
  if (!is_written(now)) return;
  if (now.keys.empty() && !is_written(before)) return vanished_flags_.clear();
  std::set<std::string> gone;
  for (const auto& [key, is_on] : before.written_flags)
    if (is_on && !now.written_flags.contains(key)) gone.insert(key);
  if (gone.size() > 1) vanished_flags_.merge(gone);
}

bool config_edits::is_taken_away(const std::string& section, bool is_there, bool was_there) const {
  if (is_there || !is_said(*last_) || is_blank(*last_, section)) return false;
  return was_there || (is_written(*last_) && is_new_);
}

values::value_standing config_edits::standing(const std::string& section) const {
  values::value_standing found;
  if (!last_) return found;
  if (is_written(*last_) || last_->is_away) found.present.insert(values::value_source::config_map);
  for (const auto& [key, of_people, of_hooks] :
       {source_of_key{section, values::value_source::section, values::value_source::section_of_hooks},
        source_of_key{std::string(values::global_key), values::value_source::global_section,
                      values::value_source::global_of_hooks}}) {
    const bool is_there = has(*last_, key);
    const bool is_of_hooks = is_there && last_->of_hooks.contains(key);
    if (is_there) found.present.insert(is_of_hooks ? of_hooks : of_people);
    if (is_taken_away(key, is_there && !is_of_hooks, seen_.contains(key))) found.taken_away.insert(of_people);
    if (is_taken_away(key, is_there, seen_of_hooks_.contains(key))) found.taken_away.insert(of_hooks);
    if (is_blank(*last_, key))
      for (const auto source : {of_people, of_hooks}) found.blank.emplace(source, key);
  }
  found.config_map = last_->state;
  std::map<std::string, text::json> contents;
  text::json::object_type of_section;
  for (const auto& key : {section, std::string(values::global_key)}) {
    const auto* content = last_->section(key);
    if (content != nullptr) of_section.emplace_back(key, *content);
    contents.emplace(key, content == nullptr ? text::json::object() : *content);
  }
  found.sections = text::json::object(std::move(of_section));
  // The sections are known also if no key of a hook is: labels of a revision may name keys that are gone.
  found.hook_keys = values::part_of(last_->hook_keys ? *last_->hook_keys : values::hook_key_standing{}, contents);
  found.is_edited = edited_.contains(section) || (is_written(*last_) && is_new_);
  return found;
}

} // namespace core::config
