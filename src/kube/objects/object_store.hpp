#pragma once

#include "kube/objects/object_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
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
  object_ptr previous;        ///< for `modified`: the kept part of the state before
  std::uint64_t revision = 0; ///< of the store after this change
};

/// All objects of a store at a moment, sorted by namespace, then name.
struct object_snapshot {
  std::vector<object_ptr> objects;
  std::uint64_t revision = 0;
};

/// A list while its pages arrive.
using object_listing = std::map<object_key, object_ptr>;

/// The objects of a watch. Each real change raises the revision by 1.
class object_store {
public:
  explicit object_store(object_retention retention) : retention_(retention) {}

  /// Takes an object's new state. An object with another uid in the place of a known object is two changes.
  /// @returns no changes if this state is known already.
  [[nodiscard]] std::vector<object_change> apply(object_ptr object);

  /// Takes an object away. @returns no changes if it is not known.
  [[nodiscard]] std::vector<object_change> remove(const object_ptr& last_state);

  /// Makes the content equal to a complete list. @returns the differences: first the deletions of objects
  /// that the list lacks, then the changes in the order of the list.
  [[nodiscard]] std::vector<object_change> replace(object_listing listing);

  /// Announces that the next list shows the objects in another form: each object counts as changed even if
  /// its resourceVersion is the same.
  void doubt_states() noexcept { are_states_doubted_ = true; }

  /// Forgets the texts of all objects, and keeps no text from now on. Changes stay exact.
  void drop_texts();
  /// Keeps texts again, if the store was made to keep texts. Each object counts as changed when it comes the
  /// next time, so that its text is kept.
  void keep_texts();
  [[nodiscard]] bool keeps_texts() const noexcept { return !is_dropped_; }

  /// The bytes of all objects if their texts are kept; 0 if the watch keeps identities only.
  [[nodiscard]] std::size_t full_bytes() const noexcept;
  /// The bytes of the kept texts; after `keep_texts`, of all texts, because they come back with the next
  /// list.
  [[nodiscard]] std::size_t bytes() const noexcept { return is_dropped_ ? 0 : full_bytes(); }

  [[nodiscard]] object_snapshot snapshot() const;
  /// The kept form of an object; null if it is not known.
  [[nodiscard]] object_ptr find(const object_key& key) const;
  /// The kept form of an object. @pre it is known
  [[nodiscard]] const object_ptr& at(const object_key& key) const { return objects_.at(key); }

  /// The kept form of exactly this state of the object. If the store does not have this state: the argument,
  /// or a copy of the argument without its text while texts are dropped. So a long list shares the objects
  /// that have not changed instead of holding them twice.
  [[nodiscard]] object_ptr known_state(const object_ptr& x) const;

private:
  [[nodiscard]] bool is_known_state(const object_bytes& known, const object_bytes& x) const;
  object_ptr kept(const object_ptr& x) const;
  object_change note(change_kind kind, object_ptr object, object_ptr previous = nullptr);

  object_retention retention_;
  std::map<object_key, object_ptr> objects_;
  std::set<object_key> without_text_; ///< objects whose text is wanted again
  std::size_t size_ = 0;              ///< of the texts of all objects
  bool is_dropped_ = false;
  std::uint64_t revision_ = 0;
  bool are_states_doubted_ = false; ///< until the next complete list
};

} // namespace kube::objects
