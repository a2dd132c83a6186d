#pragma once

#include "base/sorted_index.hpp"
#include "kube/objects/object_bytes.hpp"
#include "text/plain/packed_text.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace kube::objects {

/// The part of objects that is kept.
enum class object_retention {
  full,
  identity, ///< no text: for watches whose users keep their own part (a filter's result)
};

enum class change_kind { added, modified, deleted };

/// A difference between two states of a store.
struct object_change {
  change_kind kind = change_kind::added;
  object_ptr object;          ///< the new state, with its text; for `deleted` the last state, as far as it is known
  object_ptr previous{};      ///< for `modified`: the kept part of the state before
  std::uint64_t revision = 0; ///< of the store after this change
  object_ptr kept{};          ///< `object` in the form in which the store keeps it; null for `deleted`
};

/// The order of objects in stores and lists.
struct by_name {
  static text::full_name::view of(const object_ptr& x) noexcept { return x->name().both(); }
};
using object_index = base::sorted_index<object_ptr, by_name>;

/// All objects of a store at a moment, sorted by namespace, then name. Costs a pointer for some hundred
/// objects.
struct object_snapshot {
  object_index::list_type objects;
  std::uint64_t revision = 0;
};

/// A list while its pages arrive.
using object_listing = object_index;

/// The objects of a watch, with their texts packed. Each real change raises the revision by 1.
class object_store {
public:
  explicit object_store(object_retention retention) : retention_(retention) {}

  /// Takes an object's new state. An object with another uid in the place of a known object is two changes.
  /// @returns no changes if this state is known already.
  [[nodiscard]] std::vector<object_change> apply(object_ptr object);

  /// Takes an object away. @returns no changes if it is not known.
  [[nodiscard]] std::vector<object_change> remove(const object_ptr& last_state);

  /// Makes the content equal to a complete list. @returns the differences: first the deletions of objects
  /// that the list lacks, then the changes, each in the order of names.
  [[nodiscard]] std::vector<object_change> replace(const object_listing& listing);

  /// Announces that the next list shows the objects in another form: each object counts as changed even if
  /// its resourceVersion is the same.
  void doubt_states() noexcept { are_states_doubted_ = true; }

  /// Forgets the texts of all objects, and keeps no text from now on. Changes stay exact.
  void drop_texts();
  /// Keeps texts again, if the store was made to keep texts. Each object counts as changed when it comes the
  /// next time, so that its text is kept.
  void keep_texts();
  [[nodiscard]] bool keeps_texts() const noexcept { return !is_dropped_; }

  /// The memory of all objects if their texts are kept; 0 if the watch keeps identities only.
  [[nodiscard]] std::size_t full_bytes() const noexcept;
  /// The same for the kept texts; after `keep_texts`, for all texts, because they come back with the next
  /// list.
  [[nodiscard]] std::size_t bytes() const noexcept { return is_dropped_ ? 0 : full_bytes(); }

  [[nodiscard]] bool empty() const noexcept { return objects_.empty(); }
  [[nodiscard]] object_snapshot snapshot() const { return {objects_.list(), revision_}; }
  /// The kept form of the object with this name; null if it is not known.
  [[nodiscard]] object_ptr find(const text::full_name& name) const;

  /// True if the store has exactly this state of the object.
  [[nodiscard]] bool is_known(const object_ptr& x) const;
  /// The kept form of exactly this state of the object. If the store does not have this state: the argument
  /// with its text packed, or without its text while texts are dropped. So a long list shares the objects
  /// that have not changed instead of holding them twice.
  [[nodiscard]] object_ptr known_state(const object_ptr& x);

private:
  [[nodiscard]] bool is_known_state(const object_bytes& known, const object_bytes& x) const;
  [[nodiscard]] object_ptr packed(const object_ptr& x);
  [[nodiscard]] object_ptr kept(const object_ptr& x);
  /// Replaces the known state of an object. @returns the kept form of the new state
  object_ptr replace_known(const object_ptr& known, const object_ptr& now);
  object_change note(change_kind kind, object_ptr object, object_ptr kept, object_ptr previous = nullptr);

  object_retention retention_;
  text::text_packer packer_;
  object_index objects_;
  std::set<text::full_name> without_text_; ///< objects whose text is wanted again
  std::size_t size_ = 0;                   ///< of the kept texts of all objects
  bool is_dropped_ = false;
  std::uint64_t revision_ = 0;
  bool are_states_doubted_ = false; ///< until the next complete list
};

} // namespace kube::objects
