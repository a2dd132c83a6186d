#pragma once

#include "core/bindings/binding.hpp"
#include "text/plain/text_pieces.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

namespace core::bindings {

/// Identifies a text, so that a change is noticed without a copy of the text.
using checksum = std::array<std::uint64_t, 2>;

/// An object as a binding sees it.
struct snapshot_object {
  std::string namespace_name; ///< empty for a cluster-scoped object
  std::string name;
  text::shared_text object;        ///< the whole object; null if the binding does not keep it
  text::shared_text filter_result; ///< null if the binding has no filter
  checksum sum{};                  ///< of the filter result; without a filter, of the whole object
};

/// Reduces an object to the parts that `binding` keeps.
/// @param filter_result the result of the binding's filter; ignored if it has no filter.
[[nodiscard]] snapshot_object view_of(const kubernetes_binding& binding, std::string namespace_name, std::string name,
                                      text::shared_text object, text::shared_text filter_result);

/// The total length of the texts that `x` keeps.
[[nodiscard]] std::size_t bytes_of(const snapshot_object& x) noexcept;

/// Objects sorted by namespace, then name.
using object_list = std::vector<snapshot_object>;

/// The complete objects of a binding. An empty snapshot means that a list was read and had no objects; if no
/// list was read, the objects are `unlisted`.
class snapshot {
public:
  snapshot() = default;
  /// @param objects in any order, without duplicates
  explicit snapshot(object_list objects);

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

  /// All objects, copied; texts are shared.
  [[nodiscard]] object_list objects() const { return {objects_.begin(), objects_.end()}; }
  [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }

private:
  using key = std::tuple<std::string_view, std::string_view>;
  struct by_key {
    using is_transparent = void;
    static key of(const snapshot_object& x) { return {x.namespace_name, x.name}; }
    static const key& of(const key& x) { return x; }
    bool operator()(const auto& a, const auto& b) const { return of(a) < of(b); }
  };

  /// A tree, because objects are added and removed anywhere in the order.
  std::set<snapshot_object, by_key> objects_;
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
