#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::cel {

/// The parts of an absolute URI or an absolute path.
struct url_parts {
  std::string scheme; ///< in small letters; empty: an absolute path
  std::string host;   ///< with its port, escapes undone
  std::string path;   ///< escaped
  std::string query;  ///< escaped
  std::string source;
};

/// Reads a text as `url.ParseRequestURI` of Go does; nullopt if that refuses it.
[[nodiscard]] std::optional<url_parts> read_url(std::string_view text);

} // namespace core::cel
