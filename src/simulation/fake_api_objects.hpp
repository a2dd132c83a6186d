#pragma once

#include "kube/api/resource.hpp"
#include "kube/objects/object_bytes.hpp"
#include "simulation/fake_api_documents.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace simulation {

/// A write, as the history keeps it for watches.
struct stored_change {
  std::uint64_t revision = 0;
  std::string group, plural;
  text::json before; ///< null: the object was created
  text::json after;  ///< null: the object was deleted, and `before` has the revision of the deletion
};

/// The revisions of writes after a restore from a backup (`etcdutl snapshot restore`).
enum class restored_revisions {
  raised,     ///< with `--bump-revision --mark-compacted`: no revision is used twice
  used_again, ///< without these options: revisions are used again
};

/// The objects of the fake API server, in place of etcd and the registry of a real server. Objects have
/// `apiVersion`, `kind` and the metadata that a server sets (uid, resourceVersion, creationTimestamp). A
/// single revision counts the writes of all kinds. Uids and times are the same in every run.
class fake_api_objects {
public:
  [[nodiscard]] api_outcome<text::json> create(const kube::api::resource& what, std::string namespace_,
                                               text::json object);
  /// Stores an object of another cluster as it is, with its uid and its time of creation; only its
  /// resourceVersion is new. An object without them gets them.
  /// @returns the stored object
  text::json take_over(const kube::api::resource& what, text::json object);
  [[nodiscard]] api_outcome<text::json> update(const kube::api::resource& what, const kube::objects::object_key& key,
                                               text::json object);
  [[nodiscard]] api_outcome<text::json> get(const kube::api::resource& what,
                                            const kube::objects::object_key& key) const;
  /// Deletes an object at once, and the content of a namespace; owner references are not followed. An object
  /// with finalizers is only marked: the update that removes its last finalizer deletes it.
  [[nodiscard]] api_outcome<text::json> remove(const kube::api::resource& what, const kube::objects::object_key& key);

  /// Changes each object before it is stored; empty: no change.
  std::function<text::json(const kube::api::resource&, text::json)> admit;

  /// Sorted by namespace, then name. Empty namespace: all.
  [[nodiscard]] std::vector<text::json> list(const kube::api::resource& what, const std::string& namespace_) const;

  [[nodiscard]] std::uint64_t revision() const noexcept { return revision_; }
  /// @pre higher than `revision()`
  void skip_revisions(std::uint64_t to) { revision_ = to; }
  /// All writes, oldest first.
  [[nodiscard]] const std::deque<stored_change>& history() const noexcept { return history_; }
  /// A watch cannot begin at an earlier position.
  [[nodiscard]] std::uint64_t oldest_position() const noexcept { return oldest_; }
  void expire_positions();
  /// Undoes all writes after this revision. If revisions are raised, all earlier positions are too old from
  /// now on.
  /// @returns the number of undone writes
  std::size_t go_back(std::uint64_t revision, restored_revisions revisions);
  /// A copy of the storage at this revision.
  [[nodiscard]] fake_api_objects as_of(std::uint64_t revision) const;

private:
  using id = std::tuple<std::string, std::string, std::string, std::string>; ///< group, plural, namespace, name

  [[nodiscard]] static id place_of(const stored_change& x);
  std::size_t undo_after(std::uint64_t revision);
  void record(const kube::api::resource& what, text::json before, text::json after);
  void remove_content_of(const std::string& namespace_);
  [[nodiscard]] text::json stamp_new(const kube::api::resource& what, const kube::objects::object_key& key,
                                     text::json object);

  std::map<id, text::json> objects_;
  std::deque<stored_change> history_;
  std::uint64_t revision_ = 1000;
  std::uint64_t oldest_ = 1000;
  std::uint64_t uids_ = 0;
  std::uint64_t generated_names_ = 0;
};

/// `object.metadata.FIELD` as text, or empty.
[[nodiscard]] std::string metadata_text(const text::json& object, std::string_view field);

} // namespace simulation
