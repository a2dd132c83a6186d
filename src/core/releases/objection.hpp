#pragma once

#include <string>

namespace core::releases {

/// The reason why an upgrade is not carried out, and the next steps. Both are sentences without a full stop.
struct objection {
  std::string reason;
  std::string way_out;

  friend bool operator==(const objection&, const objection&) = default;
};

/// The text for logs and pages.
[[nodiscard]] inline std::string describe(const objection& x) {
  return x.reason + ". " + x.way_out;
}

} // namespace core::releases
