#include "text/json/json_patch.hpp"

#include "text/json/nesting.hpp"
#include "text/json/open_tree.hpp"
#include "text/json/shown_place.hpp"
#include "text/json/tree_weight.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace text {
namespace {

using kind = patch_operation::kind;

tl::unexpected<base::error> fail_patch(std::string message) {
  return base::fail(base::error_code::invalid_input, std::move(message));
}

tl::unexpected<base::error> fail_missing(const json_pointer& place) {
  return fail_patch("'" + shown_pointer(place) + "' does not exist");
}

tl::unexpected<base::error> fail_parent(json_pointer place, std::size_t depth) {
  place.tokens.resize(depth);
  return fail_patch("the parent '" + shown_pointer(place) + "' does not exist");
}

std::string mebibytes(std::size_t bytes) {
  return std::to_string(bytes >> 20U) + " MiB";
}

} // namespace

/// The document, and the way of the operation that is being applied.
struct patched_document::state {
  open_tree root;
  std::size_t copied = 0;                       ///< weight that `copy` has added
  std::size_t weight_most = patched_weight_max; ///< of the document

  using way = std::vector<open_tree*>; ///< from the root to a parent

  [[nodiscard]] base::result<void> add(const json_pointer& place, open_tree& value);
  [[nodiscard]] base::result<open_tree> remove(const json_pointer& place);
  [[nodiscard]] base::result<void> replace(const json_pointer& place, open_tree value);
  [[nodiscard]] base::result<void> move(const json_pointer& from, const json_pointer& to);
  [[nodiscard]] base::result<void> copy(const json_pointer& from, const json_pointer& to);
  [[nodiscard]] base::result<void> test(const json_pointer& place, const json& value);

private:
  /// The value at a place; null: absent. Containers on the path to it are open afterwards.
  [[nodiscard]] open_tree* find(const json_pointer& place) {
    auto* at = &root;
    for (const auto& token : place.tokens) {
      at = child_of(*at, token);
      if (at == nullptr) return nullptr;
    }
    return at;
  }

  /// The nodes from the root to the parent of a place. @pre the place is not the whole document
  [[nodiscard]] base::result<way> way_to(const json_pointer& place) {
    way parents{&root};
    for (std::size_t i = 0; i + 1 < place.tokens.size(); ++i) {
      auto* next = child_of(*parents.back(), place.tokens[i]);
      if (next == nullptr) return fail_parent(place, i + 1);
      parents.push_back(next);
    }
    open(*parents.back());
    return parents;
  }

  /// Checks that the document may have the value at this depth and with the added weight. A document may
  /// always become lighter.
  [[nodiscard]] base::result<void> check_room(open_tree& value, std::size_t depth, std::size_t added,
                                              std::size_t gone) {
    if (depth + value.height > nesting_max && depth + measure_height(value) > nesting_max)
      return fail_patch(std::string("the document becomes too deep: ") + nested_too_deep);
    const auto after = root.weight - std::min(root.weight, gone) + added;
    if (after <= weight_most || after <= root.weight) return {};
    return fail_patch("the document becomes too large: " + mebibytes(patched_weight_max)
                      + " at most, where each value counts 56 bytes, each text, list and map 96, each name 40");
  }

  static void note_change(const way& parents, std::size_t added, std::size_t gone, std::size_t height) {
    for (auto at = parents.rbegin(); at != parents.rend(); ++at) {
      (*at)->weight = (*at)->weight + added - gone;
      // Heights are only raised here, because the lower height would depend on all siblings. `check_room`
      // measures the exact height where it matters.
      (*at)->height = std::max((*at)->height, ++height);
    }
  }

  [[nodiscard]] base::result<void> add_item(const way& parents, const json_pointer& place, open_tree& value);
  [[nodiscard]] base::result<void> put_whole(open_tree& value);
};

base::result<void> patched_document::state::put_whole(open_tree& value) {
  if (auto fits = check_room(value, 0, value.weight, root.weight); !fits) return fits;
  root = std::move(value);
  return {};
}

/// An inserted item shifts the later items of its list.
base::result<void> patched_document::state::add_item(const way& parents, const json_pointer& place, open_tree& value) {
  auto& items = *parents.back()->items;
  const auto& token = place.tokens.back();
  // `-` is the place after the last item (RFC 6901 §4). An index may be equal to the number of items (RFC
  // 6902 §4.1).
  const auto index = token == "-" ? std::optional(items.size()) : array_index(token);
  if (!index || *index > items.size())
    return fail_patch("there is no index '" + token + "' in an array of " + std::to_string(items.size()));
  if (auto fits = check_room(value, place.tokens.size(), value.weight, 0); !fits) return fits;
  note_change(parents, value.weight, 0, value.height);
  items.insert(*index, std::move(value));
  return {};
}

base::result<void> patched_document::state::add(const json_pointer& place, open_tree& value) {
  if (place.tokens.empty()) return put_whole(value);
  const auto parents = way_to(place);
  if (!parents) return tl::unexpected(parents.error());
  auto& parent = *parents->back();
  if (parent.items) return add_item(*parents, place, value);
  if (!parent.members) return fail_patch("the parent is neither an object nor an array");
  const auto& token = place.tokens.back();
  const auto known = parent.members->find(token);
  const bool is_new = known == parent.members->end();
  const auto added = value.weight + (is_new ? weight_of_name + token.size() : 0);
  const auto gone = is_new ? 0 : known->second.weight;
  if (auto fits = check_room(value, place.tokens.size(), added, gone); !fits) return fits;
  note_change(*parents, added, gone, value.height);
  parent.members->insert_or_assign(token, std::move(value));
  return {};
}

base::result<open_tree> patched_document::state::remove(const json_pointer& place) {
  if (place.tokens.empty()) return fail_patch("the whole document cannot be removed");
  if (find(place) == nullptr) return fail_missing(place);
  const auto parents = way_to(place);
  auto& parent = *parents->back();
  const auto& token = place.tokens.back();
  open_tree taken;
  std::size_t name = 0;
  if (parent.items) {
    taken = parent.items->take(*array_index(token));
  } else {
    taken = std::move(parent.members->find(token)->second);
    parent.members->erase(parent.members->find(token));
    name = weight_of_name + token.size();
  }
  note_change(*parents, 0, taken.weight + name, 0);
  return taken;
}

base::result<void> patched_document::state::replace(const json_pointer& place, open_tree value) {
  auto* known = find(place);
  if (known == nullptr) return fail_missing(place);
  if (place.tokens.empty()) return put_whole(value);
  if (auto fits = check_room(value, place.tokens.size(), value.weight, known->weight); !fits) return fits;
  note_change(*way_to(place), value.weight, known->weight, value.height);
  *known = std::move(value);
  return {};
}

base::result<void> patched_document::state::move(const json_pointer& from, const json_pointer& to) {
  if (find(from) == nullptr) return fail_patch("from '" + from.text() + "' does not exist");
  // A move onto itself changes no value; the value must only exist (RFC 6902 §4.4).
  if (from == to) return {};
  // RFC 6902 §4.4: `from` must not be a part of the way to `path`.
  if (from.contains(to)) return fail_patch("a value cannot be moved into itself");
  // If the addition fails, the removed value is put back, and the document has its old weight again. So the
  // limit must allow the old weight.
  weight_most = std::max(patched_weight_max, root.weight);
  auto taken = remove(from);
  if (!taken) return tl::unexpected(taken.error());
  auto moved = add(to, *taken);
  if (!moved) static_cast<void>(add(from, *taken));
  weight_most = patched_weight_max;
  return moved;
}

base::result<void> patched_document::state::copy(const json_pointer& from, const json_pointer& to) {
  auto* source = find(from);
  if (source == nullptr) return fail_patch("from '" + from.text() + "' does not exist");
  if (source->weight > copied_weight_max - copied)
    return fail_patch("the document becomes too large by copies: one patch may copy " + mebibytes(copied_weight_max)
                      + ", where each value counts 56 bytes, each text, list and map 96, each name 40");
  copied += source->weight;
  // From now on both places share the content.
  source->whole = value_of(*source);
  source->members.reset();
  source->items.reset();
  open_tree same{.whole = source->whole, .weight = source->weight, .height = source->height};
  return add(to, same);
}

base::result<void> patched_document::state::test(const json_pointer& place, const json& value) {
  auto* found = find(place);
  if (found == nullptr) return fail_missing(place);
  // If the values are equal, the comparison costs no more than the text of the operation. If they differ, the
  // patch ends.
  if (!(value_of(*found) == value)) return fail_patch("the value differs");
  return {};
}

const char* name(patch_operation::kind op) noexcept {
  static constexpr std::array names{"add", "remove", "replace", "move", "copy", "test"};
  return names[static_cast<std::size_t>(op)];
}

std::string describe(const patch_operation& operation) {
  return std::string(name(operation.op)) + " '" + shown_pointer(operation.path) + "'";
}

patched_document::patched_document(json document) : state_(new state{closed_tree(std::move(document)), 0}) {}
patched_document::patched_document(patched_document&&) noexcept = default;
patched_document& patched_document::operator=(patched_document&&) noexcept = default;
patched_document::~patched_document() = default;

base::result<void> patched_document::apply(const patch_operation& x) {
  const auto done = [&]() -> base::result<void> {
    switch (x.op) {
      case kind::add: {
        auto value = closed_tree(x.value);
        return state_->add(x.path, value);
      }
      case kind::remove: return state_->remove(x.path).map([](const open_tree&) {});
      case kind::replace: return state_->replace(x.path, closed_tree(x.value));
      case kind::move: return state_->move(x.from, x.path);
      case kind::copy: return state_->copy(x.from, x.path);
      case kind::test: return state_->test(x.path, x.value);
    }
    return fail_patch("unknown operation");
  }();
  if (!done) return base::fail(describe(x), done.error());
  return {};
}

json_pointer patched_document::outside_lists(const json_pointer& place) const {
  json_pointer reached;
  const auto* at = &state_->root;
  const json* whole = nullptr;
  for (const auto& token : place.tokens) {
    const bool is_list = at != nullptr ? at->is_list() : whole != nullptr && whole->is_array();
    if (is_list) break;
    reached.tokens.push_back(token);
    if (at != nullptr && at->members) {
      const auto member = at->members->find(token);
      at = member == at->members->end() ? nullptr : &member->second;
    } else {
      const auto* value = at != nullptr ? &at->whole : whole;
      whole = value != nullptr ? value->find(token) : nullptr;
      at = nullptr;
    }
  }
  return reached;
}

json patched_document::value() const {
  return value_of(state_->root);
}

base::result<json> apply_json_patch(const json& document, const json_patch& patch) {
  patched_document current(document);
  for (std::size_t i = 0; i < patch.size(); ++i)
    if (auto done = current.apply(patch[i]); !done) return base::fail("operation " + std::to_string(i), done.error());
  return current.value();
}

} // namespace text
