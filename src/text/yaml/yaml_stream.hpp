#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace text {

/// Reads YAML documents separated by `---`, each by the rules of `parse_yaml`, in order. Only one document at
/// a time is in memory as a tree. Empty documents are left out. Refers to the text, which must outlive it.
class yaml_stream {
public:
  explicit yaml_stream(std::string_view text, duplicate_keys duplicates = duplicate_keys::refused);
  yaml_stream(yaml_stream&&) noexcept;
  ~yaml_stream();

  /// The next document; nullopt at the end. Errors are the errors of `parse_yaml_stream`; an error ends the
  /// reading.
  [[nodiscard]] base::result<std::optional<json>> next();

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace text
