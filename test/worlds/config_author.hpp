#pragma once

#include "text/json/json.hpp"
#include "worlds/part.hpp"

#include <functional>
#include <optional>
#include <string>

namespace worlds {

/// The author of the operator's ConfigMap, who edits it also while it is away.
class config_author : public part {
public:
  explicit config_author(stage& around) : part(around) {}

  /// @param change gets the section, or null, and returns the new section; null removes it
  void edit(const std::string& key, const std::function<text::json(text::json)>& change);
  /// Sets the text of a key; empty: removes it.
  void write(const std::string& key, const std::optional<std::string>& text);
  /// @returns false if there is no ConfigMap to take away
  bool take_away();
  void bring_back();
  [[nodiscard]] bool is_away() const { return away_.has_value(); }

  /// The ConfigMap as its author has it, also while it is away.
  [[nodiscard]] text::json present() const;

private:
  std::optional<text::json> away_; ///< the ConfigMap as its author has it, while it is deleted
};

} // namespace worlds
