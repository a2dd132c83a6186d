#include "core/text/json_patch.hpp"

#include "core/text/nesting.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace core {
namespace {

/// Of a document.
constexpr std::size_t nodes_max = 1'000'000;

using kind = patch_operation::kind;

/// Takes the nodes of `value` from `budget`; false if it does not last or the value is too deep.
bool take_nodes(const json& value, std::size_t depth, std::size_t& budget) {
  const bool holds_others = value.is_array() || value.is_object();
  if (depth + (holds_others ? 1 : 0) > nesting_max || budget == 0) return false;
  --budget;
  if (value.is_array()) {
    for (const auto& item : value.as_array())
      if (!take_nodes(item, depth + 1, budget)) return false;
  } else if (value.is_object()) {
    for (const auto& [key, item] : value.as_object())
      if (!take_nodes(item, depth + 1, budget)) return false;
  }
  return true;
}

/// The nodes of a value that is there; what is larger than any document may be counts as that.
std::size_t nodes_of(const json& value) {
  auto budget = nodes_max;
  static_cast<void>(take_nodes(value, 0, budget));
  return nodes_max - budget;
}

tl::unexpected<error> fail_patch(std::string message) {
  return fail(error_code::invalid_input, std::move(message));
}

result<json> add_child(const json& parent, const std::string& token, const json& value) {
  if (parent.is_object()) return parent.with(token, value);
  if (!parent.is_array()) return fail_patch("the parent is neither an object nor an array");
  auto items = parent.as_array();
  const auto index = token == "-" ? items.size() : array_index(token);
  if (!index || *index > items.size())
    return fail_patch("there is no index '" + token + "' in an array of " + std::to_string(items.size()));
  items.insert(items.begin() + static_cast<std::ptrdiff_t>(*index), value);
  return json::array(std::move(items));
}

/// @pre the child exists
json remove_child(const json& parent, const std::string& token) {
  if (parent.is_object()) return parent.without(token);
  auto items = parent.as_array();
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(*array_index(token)));
  return json::array(std::move(items));
}

/// @pre the child exists
json replace_child(const json& parent, const std::string& token, const json& value) {
  if (parent.is_object()) return parent.with(token, value);
  auto items = parent.as_array();
  items[*array_index(token)] = value;
  return json::array(std::move(items));
}

/// The document with `edit(parent, last token)` in place of the parent of `place`.
/// @pre `place` is not the whole document
template <class Edit>
result<json> edit_parent(const json& document, const json_pointer& place, const Edit& edit, std::size_t depth = 0) {
  const auto& token = place.tokens[depth];
  if (depth + 1 == place.tokens.size()) return edit(document, token);
  const auto* next = find_at(document, {{token}});
  if (!next) {
    const json_pointer missing{{place.tokens.begin(), place.tokens.begin() + static_cast<std::ptrdiff_t>(depth) + 1}};
    return fail_patch("the parent '" + missing.text() + "' does not exist");
  }
  auto changed = edit_parent(*next, place, edit, depth + 1);
  return changed ? replace_child(document, token, *changed) : changed;
}

/// One operation on a document of which the number of nodes is known.
class application {
public:
  application(const json& document, std::size_t nodes) : document_(document), nodes_(nodes) {}

  [[nodiscard]] result<json> apply(const patch_operation& x);
  /// Of the document after it.
  [[nodiscard]] std::size_t nodes() const noexcept { return nodes_; }

private:
  result<json> add(const json& document, const json_pointer& place, const json& value) {
    // An item moves the others of its array aside; all else takes the place of what is there.
    const auto* parent = find_at(document, parent_of(place));
    const auto* before = parent && parent->is_array() && !place.tokens.empty() ? nullptr : find_at(document, place);
    if (!make_room(before, place, value)) return fail_size();
    if (place.tokens.empty()) return value;
    return edit_parent(document, place,
                       [&](const json& at, const std::string& token) { return add_child(at, token, value); });
  }

  result<json> remove(const json& document, const json_pointer& place) {
    if (place.tokens.empty()) return fail_patch("the whole document cannot be removed");
    const auto* before = find_at(document, place);
    if (!before) return fail_patch("'" + place.text() + "' does not exist");
    nodes_ -= std::min(nodes_, nodes_of(*before));
    return edit_parent(document, place, [](const json& parent, const std::string& token) -> result<json> {
      return remove_child(parent, token);
    });
  }

  result<json> replace(const json& document, const json_pointer& place, const json& value) {
    const auto* before = find_at(document, place);
    if (!before) return fail_patch("'" + place.text() + "' does not exist");
    if (!make_room(before, place, value)) return fail_size();
    if (place.tokens.empty()) return value;
    return edit_parent(document, place, [&](const json& parent, const std::string& token) -> result<json> {
      return replace_child(parent, token, value);
    });
  }

  result<json> move(const json& document, const json_pointer& from, const json_pointer& to) {
    const auto* source = find_at(document, from);
    if (!source) return fail_patch("from '" + from.text() + "' does not exist");
    if (from == to) return document;
    if (from.contains(to)) return fail_patch("a value cannot be moved into itself");
    auto without = remove(document, from);
    return without ? add(*without, to, *source) : without;
  }

  static json_pointer parent_of(json_pointer place) {
    if (!place.tokens.empty()) place.tokens.pop_back();
    return place;
  }

  static tl::unexpected<error> fail_size() { return fail_patch("the document becomes too large or too deep"); }

  /// Counts `value` at `place` instead of what was there, which may be null; false if it does not fit. A document that was
  /// too large from the start may become smaller.
  bool make_room(const json* before, const json_pointer& place, const json& value) {
    auto budget = nodes_max;
    if (!take_nodes(value, place.tokens.size(), budget)) return false;
    const auto after = nodes_ - std::min(nodes_, before ? nodes_of(*before) : 0) + (nodes_max - budget);
    if (after > nodes_max && after > nodes_) return false;
    nodes_ = after;
    return true;
  }

  const json& document_;
  std::size_t nodes_;
};

result<json> test(const json& document, const json_pointer& place, const json& value) {
  const auto* found = find_at(document, place);
  if (!found) return fail_patch("'" + place.text() + "' does not exist");
  if (!(*found == value)) return fail_patch("the value is another one");
  return document;
}

result<json> application::apply(const patch_operation& x) {
  switch (x.op) {
    case kind::add: return add(document_, x.path, x.value);
    case kind::remove: return remove(document_, x.path);
    case kind::replace: return replace(document_, x.path, x.value);
    case kind::move: return move(document_, x.from, x.path);
    case kind::test: return test(document_, x.path, x.value);
    case kind::copy:
      if (const auto* source = find_at(document_, x.from)) return add(document_, x.path, *source);
      return fail_patch("from '" + x.from.text() + "' does not exist");
  }
  return fail_patch("unknown operation");
}

} // namespace

const char* name(patch_operation::kind op) noexcept {
  static constexpr std::array names{"add", "remove", "replace", "move", "copy", "test"};
  return names[static_cast<std::size_t>(op)];
}

std::string describe(const patch_operation& operation) {
  return std::string(name(operation.op)) + " '" + operation.path.text() + "'";
}

patched_document::patched_document(json document) : value_(std::move(document)), nodes_(nodes_of(value_)) {}

result<void> patched_document::apply(const patch_operation& operation) {
  application one(value_, nodes_);
  auto changed = one.apply(operation);
  if (!changed) return fail(describe(operation), changed.error());
  value_ = std::move(*changed);
  nodes_ = one.nodes();
  return {};
}

result<json> apply_json_patch(const json& document, const json_patch& patch) {
  patched_document current(document);
  for (std::size_t i = 0; i < patch.size(); ++i)
    if (auto done = current.apply(patch[i]); !done) return fail("operation " + std::to_string(i), done.error());
  return current.value();
}

} // namespace core
