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

/// Tells texts apart without keeping them.
using checksum = std::array<std::uint64_t, 2>;

/// An object as a binding sees it.
struct snapshot_object {
  std::string namespace_name; ///< empty for objects of the cluster
  std::string name;
  text::shared_text object;        ///< the whole object; null if the binding does not keep it
  text::shared_text filter_result; ///< null if the binding has no filter
  checksum sum{};                  ///< of the filter result if there is a filter, else of the whole object
};

/// Makes the view that `binding` has of an object.
/// @param filter_result the result of the binding's filter; ignored if it has no filter.
[[nodiscard]] snapshot_object view_of(const kubernetes_binding& binding, std::string namespace_name, std::string name,
                                      text::shared_text object, text::shared_text filter_result);

/// The length of the texts that it keeps.
[[nodiscard]] std::size_t bytes_of(const snapshot_object& x) noexcept;

/// Objects sorted by namespace, then name.
using object_list = std::vector<snapshot_object>;

/// All objects of a binding, complete. It begins empty, which means that a list without objects was read; a
/// list that was not read is `unlisted`.
class snapshot {
public:
  snapshot() = default;
  /// Objects in any order, each once.
  explicit snapshot(object_list objects);

  /// Adds or replaces an object.
  /// @returns the event for the binding: `added`; `modified` if the checksum differs; else nullopt.
  std::optional<watch_event> put(snapshot_object x);

  /// Removes an object and returns its last view; nullopt if it was absent.
  std::optional<snapshot_object> remove(std::string_view namespace_name, std::string_view name);

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

  /// A tree, because objects come and go anywhere in the order.
  std::set<snapshot_object, by_key> objects_;
};

/// The objects of a binding are not known. There may be some, so this is not an empty list.
struct unlisted {
  std::string reason; ///< for people: why not
};

/// The known objects of a binding at one moment; may be kept and handed between threads.
using known_objects = std::variant<unlisted, std::shared_ptr<const object_list>>;

} // namespace core::bindings
