#include "core/releases/drift.hpp"

#include "base/utc_time.hpp"
#include "core/releases/drift_exemption.hpp"
#include "core/releases/equal_quantities.hpp"
#include "core/releases/foreign_writes.hpp"
#include "core/releases/removed_entries.hpp"
#include "core/releases/scaled_to_zero.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace core::releases {

namespace {

/// Whether the key of a list (`k:{"name":"web"}` without `k:`) is that of the item. A member that the item
/// leaves out has its default.
bool has_key(const text::json& item, const text::json& key) {
  if (!item.is_object() || !key.is_object()) return false;
  bool has_any = false;
  for (const auto& [name, value] : key.as_object()) {
    const auto* own = item.find(name);
    if (own != nullptr && !(*own == value)) return false;
    has_any = has_any || own != nullptr;
  }
  return has_any;
}

std::size_t place_of(const text::json::array_type& items, const text::json& key) {
  const auto at = std::find_if(items.begin(), items.end(), [&](const text::json& x) { return has_key(x, key); });
  return static_cast<std::size_t>(at - items.begin());
}

/// The value of a field that another client owns as a whole, made from both sides.
using leaf_rule = std::function<text::json(const text::json& to, const text::json& from)>;

text::json with_owned(const text::json& to, const text::json& from, const text::json& fields, const leaf_rule& leaf);

text::json members_with_owned(text::json to, const text::json& from, const text::json& fields, const leaf_rule& leaf) {
  constexpr std::string_view member = "f:";
  for (const auto& [name, below] : fields.as_object()) {
    if (!name.starts_with(member)) continue;
    const auto key = name.substr(member.size());
    const auto* old = to.find(key);
    const auto* now = from.find(key);
    if (old != nullptr && now != nullptr) to = to.with(key, with_owned(*old, *now, below, leaf));
  }
  return to;
}

text::json items_with_owned(const text::json& to, const text::json& from, const text::json& fields,
                            const leaf_rule& leaf) {
  constexpr std::string_view item = "k:";
  auto items = to.as_array();
  for (const auto& [name, below] : fields.as_object()) {
    if (!name.starts_with(item)) continue;
    const auto key = text::parse_json(std::string_view(name).substr(item.size()));
    if (!key) continue;
    const auto at = place_of(items, *key);
    // The live list may have very many items of other clients. It is searched for items of the chart alone.
    if (at == items.size()) continue;
    const auto now = place_of(from.as_array(), *key);
    if (now < from.as_array().size()) items[at] = with_owned(items[at], from.as_array()[now], below, leaf);
  }
  return text::json::array(std::move(items));
}

/// The value `to`, in which the owned fields have the values of `from`.
/// @param fields the owned fields: a value of `fieldsV1`
text::json with_owned(const text::json& to, const text::json& from, const text::json& fields, const leaf_rule& leaf) {
  const bool has_parts =
    fields.is_object()
    && std::any_of(fields.as_object().begin(), fields.as_object().end(), [](const auto& x) { return x.first != "."; });
  // Without parts the client owns the value as a whole.
  if (!has_parts) return leaf(to, from);
  if (to.is_object() && from.is_object()) return members_with_owned(to, from, fields, leaf);
  if (to.is_array() && from.is_array()) return items_with_owned(to, from, fields, leaf);
  return leaf(to, from);
}

text::json as_from(const text::json&, const text::json& from) {
  return from;
}

/// An empty field of a chart is a place that another client fills in, such as `caBundle`.
bool is_placeholder(const text::json& x) {
  return x.is_null() || (x.is_string() && x.as_string().empty());
}

/// The live value with the values of the chart. Members that the chart leaves out stay.
text::json set_back(const text::json& live, const text::json& wanted) {
  if (is_placeholder(wanted)) return live;
  if (!live.is_object() || !wanted.is_object()) return wanted;
  auto made = live;
  for (const auto& [key, value] : wanted.as_object()) {
    const auto* now = live.find(key);
    if (now != nullptr || !is_placeholder(value)) made = made.with(key, now == nullptr ? value : set_back(*now, value));
  }
  return made;
}

/// The merge patch (RFC 7386) from one value to another value with the same members.
text::json patch_between(const text::json& before, const text::json& after) {
  if (!before.is_object() || !after.is_object()) return after;
  auto patch = text::json::object();
  for (const auto& [key, value] : after.as_object()) {
    const auto* old = before.find(key);
    if (old == nullptr)
      patch = patch.with(key, value);
    else if (!(*old == value))
      patch = patch.with(key, patch_between(*old, value));
  }
  return patch;
}

/// The entries of `managedFields` that other clients have written, with fields.
std::vector<text::json> foreign_entries(const text::json& live, const std::set<std::string>& own) {
  const auto* metadata = live.find("metadata");
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  std::vector<text::json> found;
  if (entries == nullptr || !entries->is_array()) return found;
  for (const auto& entry : entries->as_array()) {
    const auto* fields = entry.find("fieldsV1");
    if (fields != nullptr && fields->is_object() && is_written_by_other(entry, own)) found.push_back(entry);
  }
  return found;
}

bool is_no_change(const field_difference& x) {
  if (!x.before || is_placeholder(*x.before)) return true;
  return x.after && is_quantity_path(x.path) && are_equal_quantities(*x.before, *x.after);
}

} // namespace

std::vector<drifted_field> drift_of(const text::json& wanted, const text::json& live,
                                    const std::set<std::string>& own_managers, const object_view& view) {
  std::vector<drifted_field> found;
  if (is_exempt_from_drift(wanted, live)) return found;
  const auto stored = as_stored(wanted);
  for (const auto& entry : foreign_entries(live, own_managers)) {
    const auto changed = members_with_owned(stored, live, *entry.find("fieldsV1"), as_from);
    for (auto& x : field_differences(stored, changed, compared_fields::all, view)) {
      // Two clients may own a field together, with the same value.
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& y) { return y.field == x; });
      if (is_known || is_no_change(x)) continue;
      found.push_back({std::move(x), entry.string_at("manager").value_or(""),
                       base::parse_utc_us(entry.string_at("time").value_or(""))});
    }
  }
  // The clients that remove entries leave no name.
  for (auto& x : field_differences(stored, without_removed_entries(stored, live), compared_fields::all, view))
    if (!is_no_change(x)) found.push_back({std::move(x), "another client", std::nullopt});
  if (is_scaled_to_zero(stored, live)) {
    const auto scaled =
      stored.with("spec", stored.find("spec")->with("replicas", *live.find("spec")->find("replicas")));
    for (auto& x : field_differences(stored, scaled, compared_fields::all, view))
      found.push_back({std::move(x), unnamed_scaler, std::nullopt});
  }
  return found;
}

std::optional<text::json> patch_to_chart(const text::json& wanted, const text::json& live,
                                         const std::set<std::string>& own_managers) {
  if (is_exempt_from_drift(wanted, live)) return std::nullopt;
  const auto stored = as_stored(wanted);
  auto made = live;
  for (const auto& entry : foreign_entries(live, own_managers))
    made = members_with_owned(made, stored, *entry.find("fieldsV1"), set_back);
  made = with_removed_entries(stored, made);
  const auto patch = patch_between(live, made);
  if (patch.as_object().empty()) return std::nullopt;
  const auto* metadata = live.find("metadata");
  const auto version = metadata == nullptr ? std::nullopt : metadata->string_at("resourceVersion");
  if (!version) return patch;
  const auto* changed = patch.find("metadata");
  return patch.with("metadata",
                    (changed == nullptr ? text::json::object() : *changed).with("resourceVersion", *version));
}

} // namespace core::releases
