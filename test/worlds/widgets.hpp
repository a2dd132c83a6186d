#pragma once

#include "worlds/part.hpp"

#include <string>

namespace worlds {

/// The kind of the items, whose definition comes and goes.
class widgets : public part {
public:
  explicit widgets(stage& around) : part(around) {}

  void serve();
  /// In this version and no other: the last step of a migration, or its way back.
  void serve_version(const std::string& version);
  /// The definition goes. Its objects are gone already.
  void remove();
  [[nodiscard]] bool is_served() const { return is_served_; }
  [[nodiscard]] const std::string& version() const { return version_; }

private:
  bool is_served_ = false;
  std::string version_; ///< in which they are served
};

} // namespace worlds
