#include "text/plain/find_part.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace text {

std::size_t find_part(std::string_view text, std::string_view part, std::size_t from) {
  if (from > text.size()) return text.npos;
  const auto rest = text.substr(from);
  if (part.empty()) return from;
  if (rest.size() < part.size()) return text.npos;
  // The C library searches for long parts by the two-way algorithm, which is linear.
  const auto* found = static_cast<const char*>(::memmem(rest.data(), rest.size(), part.data(), part.size()));
  return found == nullptr ? text.npos : static_cast<std::size_t>(found - text.data());
}

std::size_t find_last_part(std::string_view text, std::string_view part, std::size_t from) {
  if (part.size() > text.size()) return text.npos;
  const auto last = std::min(from, text.size() - part.size());
  const auto looked_at = text.substr(0, last + part.size());
  const std::string backwards(looked_at.rbegin(), looked_at.rend());
  const auto found = find_part(backwards, std::string(part.rbegin(), part.rend()));
  return found == text.npos ? text.npos : looked_at.size() - found - part.size();
}

} // namespace text
