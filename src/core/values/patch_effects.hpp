#pragma once

#include "core/base/error.hpp"
#include "core/text/json_patch.hpp"

#include <map>
#include <optional>
#include <string>

namespace core {

/// The effect of hooks' values patches on a document so far: places with their values, and removed places. Unlike the
/// patches, the effect can be laid over other values later: it keeps the value of a place, not the way it came about.
/// Inside an array there are no places; a change in it is one of the whole array.
class patch_effects {
public:
  /// A document after a patch, and the effects with those of the patch.
  struct applied;

  /// Applies `patch` strictly to `document`, which has these effects already.
  [[nodiscard]] result<applied> apply(const json& document, const json_patch& patch) const;

  /// Lays the effects over a document: missing parents are made, the removal of a missing place is no error.
  [[nodiscard]] json lay_over(const json& document) const;

  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }

  /// The effects as a patch, for people: `add` and `remove`, places in order.
  [[nodiscard]] json_patch operations() const;

  /// A digest of all places and their values: 32 hexadecimal digits.
  [[nodiscard]] std::string digest() const;

  friend bool operator==(const patch_effects&, const patch_effects&) = default;

private:
  void record(json_pointer place, const json& document);

  /// The value of a place; nothing: removed. No place contains another.
  std::map<json_pointer, std::optional<json>> places_;
};

struct patch_effects::applied {
  json document;
  patch_effects effects;
};

} // namespace core
