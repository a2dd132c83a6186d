#pragma once

#include "worlds/part.hpp"

#include <set>
#include <string_view>
#include <vector>

namespace worlds {

/// The troubles that there are now.
class current_troubles : public part {
public:
  explicit current_troubles(stage& around) : part(around) {}

  void add(const trouble& x) { current_.push_back(x); }
  void remove(const trouble& x);
  /// The trouble of these kinds that hits something now, by chance; counts the hit. Null: none does.
  [[nodiscard]] const trouble* at(const std::set<trouble_kind>& kinds, std::string_view subject);
  /// The first of a kind, whether it hits anything or not; null: there is none.
  [[nodiscard]] const trouble* find(trouble_kind kind) const;

  /// The API server cannot be reached, at a world at rest.
  void begin_outage();
  void end_outage();

private:
  std::vector<trouble> current_;
};

} // namespace worlds
