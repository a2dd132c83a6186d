#pragma once

#include <string>
#include <variant>

namespace core::bindings {

/// The states in `list_state`.
namespace lists {

/// Not all objects are known yet. This is no error: a response is under way, or the API server does not
/// answer any client.
struct listing {
  friend bool operator==(const listing&, const listing&) = default;
};

/// All objects are known.
struct known {
  friend bool operator==(const known&, const known&) = default;
};

/// The obstacle that keeps a list from being read.
enum class obstacle {
  list, ///< the API server does not give it
  kind, ///< the kind cannot be known: the server of an API group is away, or the kind is served in another version only
};

/// The list cannot be read for the moment, for a reason other than an outage. The reason may last long.
struct refused {
  std::string reason; ///< for people
  obstacle by = obstacle::list;
  friend bool operator==(const refused&, const refused&) = default;
};

} // namespace lists

/// The knowledge about the objects of a watch, of a binding, or of several bindings.
using list_state = std::variant<lists::listing, lists::known, lists::refused>;

[[nodiscard]] inline bool is_known(const list_state& x) noexcept {
  return std::holds_alternative<lists::known>(x);
}

[[nodiscard]] inline bool is_refused(const list_state& x) noexcept {
  return std::holds_alternative<lists::refused>(x);
}

/// The reason why the objects cannot be known for the moment; null if there is no such reason. The text
/// belongs to the state.
[[nodiscard]] inline const std::string* refusal(const list_state& x) noexcept {
  const auto* refused = std::get_if<lists::refused>(&x);
  return refused == nullptr ? nullptr : &refused->reason;
}
const std::string* refusal(list_state&&) = delete;

/// True if it is the kind that cannot be known for the moment.
[[nodiscard]] inline bool is_of_unknown_kind(const list_state& x) noexcept {
  const auto* refused = std::get_if<lists::refused>(&x);
  return refused != nullptr && refused->by == lists::obstacle::kind;
}

/// The state of both together: the first refusal, else the list that is still missing.
[[nodiscard]] list_state joined(const list_state& a, const list_state& b);

} // namespace core::bindings
