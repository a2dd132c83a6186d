#pragma once

#include "base/sorted_index.hpp"
#include "core/bindings/binding.hpp"
#include "text/plain/full_name.hpp"
#include "text/plain/packed_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace core::bindings {

/// Identifies a text, so that a change is noticed without a copy of the text.
using checksum = std::array<std::uint64_t, 2>;

/// An object as a binding sees it, in 40 bytes; its name and its texts are shared with other holders.
struct snapshot_object {
  snapshot_object() = default;
  snapshot_object(text::full_name its_name, text::packed_text whole, text::packed_text result, checksum its_sum)
    : key(std::move(its_name)), object(std::move(whole)), filter_result(std::move(result)), sum(its_sum) {}
  snapshot_object(std::string_view namespace_name, std::string_view name, text::packed_text whole,
                  text::packed_text result, checksum its_sum)
    : snapshot_object(text::full_name(namespace_name, name), std::move(whole), std::move(result), its_sum) {}

  /// Empty for a cluster-scoped object.
  [[nodiscard]] const std::string& namespace_name() const noexcept { return key.space(); }
  [[nodiscard]] std::string_view name() const noexcept { return key.name(); }

  text::full_name key;
  text::packed_text object;        ///< the whole object; null if the binding does not keep it
  text::packed_text filter_result; ///< null if the binding has no filter
  checksum sum{};                  ///< of the filter result; without a filter, of the whole object
};

/// Reduces an object to the parts that `binding` keeps.
/// @param filter_result the result of the binding's filter; ignored if it has no filter.
[[nodiscard]] snapshot_object view_of(const kubernetes_binding& binding, text::full_name name, text::packed_text object,
                                      text::packed_text filter_result);

/// The total length of the texts that `x` keeps.
[[nodiscard]] std::size_t bytes_of(const snapshot_object& x) noexcept;

/// The order of objects.
struct by_full_name {
  static text::full_name::view of(const snapshot_object& x) noexcept { return x.key.both(); }
};
using object_index = base::sorted_index<snapshot_object, by_full_name>;

/// Objects sorted by namespace, then name. A copy shares the objects.
using object_list = object_index::list_type;

/// The complete objects of a binding. An empty snapshot means that a list was read and had no objects; if no
/// list was read, the objects are `unlisted`.
class snapshot {
public:
  snapshot() = default;
  /// @param objects in any order, without duplicates
  explicit snapshot(std::vector<snapshot_object> objects);

  /// Adds or replaces an object.
  /// @returns the event for the binding: `added`, or `modified` if the checksum has changed; nullopt: no
  /// event.
  std::optional<watch_event> put(snapshot_object x);

  /// Removes an object. @returns its last state; nullopt if it was absent.
  std::optional<snapshot_object> remove(std::string_view namespace_name, std::string_view name);

  /// Forgets the texts of all objects. Their checksums stay, so that later events are exact.
  void drop_texts();
  /// The bytes of all results of filters. The texts of objects belong to the watch.
  [[nodiscard]] std::size_t result_bytes() const noexcept { return result_bytes_; }

  [[nodiscard]] const snapshot_object* find(std::string_view namespace_name, std::string_view name) const;

  /// All objects now, shared.
  [[nodiscard]] object_list objects() const { return objects_.list(); }
  [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }

private:
  object_index objects_;
  std::size_t result_bytes_ = 0;
};

/// The objects of a binding are not known. Unlike an empty list, this does not mean that there are no
/// objects.
struct unlisted {
  std::string reason; ///< for messages
};

/// The known objects of a binding at a moment. Immutable, so it may be kept and shared between threads.
using known_objects = std::variant<unlisted, std::shared_ptr<const object_list>>;

} // namespace core::bindings
