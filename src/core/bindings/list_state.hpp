#pragma once

#include <string>
#include <variant>

namespace core::bindings {

/// The states in `list_state`.
namespace lists {

/// Not all objects are known yet. This is not an error: the response is on its way, or the API server answers
/// no client at all.
struct listing {
  friend bool operator==(const listing&, const listing&) = default;
};

/// All objects are known.
struct known {
  friend bool operator==(const known&, const known&) = default;
};

/// The obstacle to reading a list.
enum class obstacle {
  list,    ///< the API server refuses the list, or any reason that is not below
  filter,  ///< the jqFilter does not compile, or fails on an object that was never seen; or there is no room
           ///< for the objects
  kind,    ///< the kind is not certain: the server of its group is down, its name may be misspelt, or it is
           ///< served in another version only
  watches, ///< more namespaces match than the binding may have watches for
};

/// The list cannot be read for a reason other than an outage. This may last long.
struct refused {
  std::string reason; ///< for messages
  obstacle by = obstacle::list;
  friend bool operator==(const refused&, const refused&) = default;
};

} // namespace lists

/// Whether the objects of a watch, of a binding or of several bindings are known.
using list_state = std::variant<lists::listing, lists::known, lists::refused>;

[[nodiscard]] inline bool is_known(const list_state& x) noexcept {
  return std::holds_alternative<lists::known>(x);
}

[[nodiscard]] inline bool is_refused(const list_state& x) noexcept {
  return std::holds_alternative<lists::refused>(x);
}

/// The reason of a refusal; null if the list is not refused. The text belongs to `x`.
[[nodiscard]] inline const std::string* refusal(const list_state& x) noexcept {
  const auto* refused = std::get_if<lists::refused>(&x);
  return refused == nullptr ? nullptr : &refused->reason;
}
const std::string* refusal(list_state&&) = delete;

/// True if the list is refused because its kind is not certain.
[[nodiscard]] inline bool is_of_unknown_kind(const list_state& x) noexcept {
  const auto* refused = std::get_if<lists::refused>(&x);
  return refused != nullptr && refused->by == lists::obstacle::kind;
}

/// True for each obstacle except `obstacle::list`. Such an obstacle is the binding's own: its kind, its
/// filter, or the number of its objects or namespaces. A client that writes objects or labels namespaces can
/// bring it about. So it must not hold up work that does not need the list, not even for a moment.
[[nodiscard]] inline bool is_refused_for_binding(const list_state& x) noexcept {
  const auto* refused = std::get_if<lists::refused>(&x);
  return refused != nullptr && refused->by != lists::obstacle::list;
}

/// The state of both lists together: the first refusal, else `listing` if a list is still missing.
[[nodiscard]] list_state joined(const list_state& a, const list_state& b);

} // namespace core::bindings
