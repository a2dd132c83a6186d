#pragma once

#include "core/releases/release.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace core::releases {

/// The time for which records of releases are known to be unchanged. The times in a record's labels come from
/// the clock of another machine, and the wall clock of this machine may be wrong, too. So the age counts from
/// the first moment when the operator sees the record, by a steady clock, unless the API server proves a
/// greater age.
class record_ages {
public:
  /// Notes that the operator sees the record in this state now.
  void see(const release& x, std::int64_t now_us);
  /// Notes that the API server has proved this age of the record.
  void prove(const release& x, std::chrono::seconds age, std::int64_t now_us);
  /// @returns the age; zero for a record that was not seen in this state before, or that has no version.
  [[nodiscard]] std::chrono::seconds unchanged_for(const release& x, std::int64_t now_us) const;
  /// @returns true if the API server must be asked for the age: once for each version of a record.
  [[nodiscard]] bool begin_question(const release& x);

private:
  struct sight {
    std::uint32_t revision = 0;
    std::string uid;
    std::string version;
    std::int64_t since_us = 0;
    bool is_asked = false;

    [[nodiscard]] bool is_of(const release& x) const {
      return revision == x.revision && uid == x.uid && version == x.resource_version && !version.empty();
    }
  };
  std::map<std::string, sight> sights_; ///< last seen record by name of the release. Bound: the number of releases
};

} // namespace core::releases
