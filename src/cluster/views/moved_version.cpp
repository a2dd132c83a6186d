#include "cluster/views/moved_version.hpp"

#include "text/json/json.hpp"
#include "text/plain/shown_key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cluster::views {

namespace {

using fields = std::set<text::json_pointer>;

/// Adds the fields that have a value. A list counts as a single field, whatever its items are.
void collect(const text::json& value, text::json_pointer& at, fields& found) {
  if (value.is_null()) return;
  if (!value.is_object()) {
    found.insert(at);
    return;
  }
  for (const auto& [key, member] : value.as_object()) {
    at.tokens.push_back(key);
    collect(member, at, found);
    at.tokens.pop_back();
  }
}

/// The fields of a result that have a value.
fields fields_in(std::string_view result) {
  fields found;
  text::json_pointer at;
  if (const auto value = text::parse_json(result)) collect(*value, at, found);
  return found;
}

bool have_common(const fields& a, const fields& b) {
  return std::any_of(a.begin(), a.end(), [&](const auto& x) { return b.contains(x); });
}

fields without(fields all, const fields& some) {
  std::erase_if(all, [&](const auto& x) { return some.contains(x); });
  return all;
}

} // namespace

bool moved_version::holds(const kube::objects::object_ptr& object, std::string_view before, std::string_view now) {
  const auto& key = object->name();
  held_.erase(key);
  const auto present = fields_in(now);
  if (is_listed_) {
    const auto count = gone_.size();
    gone_ = without(std::move(gone_), present);
    may_show_ = may_show_ || gone_.size() < count;
    // An object without a view may lack the field because it is gone.
    auto lost = before.empty() ? gone_ : without(fields_in(before), present);
    if (!have_common(lost, gone_)) return false;
    held_.insert_or_assign(key, held_result{kube::objects::packed(object), std::move(lost)});
    return true;
  }
  present_.insert(present.begin(), present.end());
  auto lost = without(fields_in(before), present);
  if (before.empty() || lost.empty()) return false;
  held_.insert_or_assign(key, held_result{kube::objects::packed(object), std::move(lost)});
  return true;
}

void moved_version::end_list() {
  if (std::exchange(is_listed_, true)) return;
  may_show_ = true;
  for (const auto& [key, x] : held_) gone_.insert(x.lost.begin(), x.lost.end());
  gone_ = without(std::move(gone_), std::exchange(present_, {}));
}

std::vector<kube::objects::object_ptr> moved_version::held() const {
  std::vector<kube::objects::object_ptr> objects;
  for (const auto& [key, x] : held_) objects.push_back(x.object);
  return objects;
}

std::vector<kube::objects::object_ptr> moved_version::take_shown() {
  std::vector<kube::objects::object_ptr> shown;
  if (!std::exchange(may_show_, false)) return shown;
  std::erase_if(held_, [&](const auto& x) {
    if (have_common(x.second.lost, gone_)) return false;
    shown.push_back(x.second.object);
    return true;
  });
  return shown;
}

std::string moved_version::gone() const {
  std::string words;
  for (const auto& field : gone_) {
    words += words.empty() ? "" : ", ";
    if (field.tokens.empty()) words += ".";
    for (const auto& token : field.tokens) words += "." + text::shown_key(token);
  }
  return words;
}

std::string moved_version::words() const {
  if (!is_listed_) return fmt::format("the watch goes on in version {}, and not all objects are listed yet", to_);
  return fmt::format(
    "fields of its result had values in version {}, and are null on all objects in version {}, in "
    "which the watch goes on: {}. Name the version in the binding (apiVersion: {}) while it is served, "
    "or let the filter read the fields of {}",
    from_, to_, gone(), from_, to_);
}

} // namespace cluster::views
