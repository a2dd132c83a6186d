#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// Variables by name, as options look them up.
class program_environment {
public:
  /// @param variables as `environ`: `NAME=value`, null-terminated
  explicit program_environment(const char* const* variables);

  /// The value; empty if the variable is not set or empty.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;

private:
  std::map<std::string, std::string, std::less<>> values_;
};

} // namespace cli
