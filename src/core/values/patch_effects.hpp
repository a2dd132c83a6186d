#pragma once

#include "base/error.hpp"
#include "text/json/json_patch.hpp"

#include <map>
#include <optional>
#include <string>

namespace core::values {

/// The effect of hooks' values patches on a document so far: places with their values, and removed places.
/// Unlike the patches, the effect can be laid over other values later, because it keeps the value of a place
/// and not the operations that led to it. Inside an array there are no places; a change of an item is a
/// change of the whole array.
class patch_effects {
public:
  /// A document after a patch, and the effects including the patch's own effects.
  struct applied;

  /// Applies `patch` strictly to `document`, which has these effects already.
  [[nodiscard]] base::result<applied> apply(const text::json& document, const text::json_patch& patch) const;

  /// Lays the effects over a document: missing parents are made, the removal of a missing place is no error.
  [[nodiscard]] text::json lay_over(const text::json& document) const;

  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  /// The effects as a patch, for people: `add` and `remove`, places in order.
  [[nodiscard]] text::json_patch operations() const;

  /// A digest of all places and their values: 32 hexadecimal digits.
  [[nodiscard]] std::string digest() const;

  friend bool operator==(const patch_effects&, const patch_effects&) = default;

private:
  void record(text::json_pointer place, const text::json& document);

  /// The value of a place; nullopt: removed. No place contains another.
  std::map<text::json_pointer, std::optional<text::json>> places_;
};

struct patch_effects::applied {
  text::json document;
  patch_effects effects;
};

} // namespace core::values
