#pragma once

#include "base/error.hpp"
#include "text/json/json_patch.hpp"

#include <map>
#include <optional>
#include <string>

namespace core::values {

/// The effect of all values patches of hooks so far: places with their values, and removed places. It keeps
/// the final value of each place instead of the operations, so it can be laid over other values later. An
/// array is a place as a whole: a change of an item replaces the array.
class patch_effects {
public:
  /// The document after a patch, and all effects including those of the patch.
  struct applied;

  /// Applies `patch` strictly to `document`, which includes these effects already.
  [[nodiscard]] base::result<applied> apply(const text::json& document, const text::json_patch& patch) const;

  /// Lays the effects over a document. Missing parents are created. Removing a missing place is allowed.
  [[nodiscard]] text::json lay_over(const text::json& document) const;

  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  /// The effects as a patch for users: operations `add` and `remove`, sorted by place.
  [[nodiscard]] text::json_patch operations() const;

  /// A digest of all places and their values: 32 hexadecimal digits.
  [[nodiscard]] std::string digest() const;

  friend bool operator==(const patch_effects&, const patch_effects&) = default;

private:
  void record(text::json_pointer place, const text::json& document);

  /// Values by place; nullopt: the place is removed. No place lies inside another.
  std::map<text::json_pointer, std::optional<text::json>> places_;
};

struct patch_effects::applied {
  text::json document;
  patch_effects effects;
};

} // namespace core::values
