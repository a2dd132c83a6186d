#include "core/releases/lead_term.hpp"

#include "text/plain/checksum.hpp"

#include <charconv>
#include <optional>

namespace core::releases {

namespace {

/// The number of a term; nullopt: the text is no term.
std::optional<std::int64_t> number_of(std::string_view term) {
  std::int64_t number = 0;
  const auto read = std::from_chars(term.data(), term.data() + term.size(), number);
  if (read.ec != std::errc() || read.ptr == term.data() + term.size() || *read.ptr != '.') return std::nullopt;
  return number;
}

} // namespace

std::string lead_term(std::int64_t transitions, std::string_view holder) {
  constexpr std::size_t digest_size = 8;
  return std::to_string(transitions) + "." + text::md5_hex(holder).substr(0, digest_size);
}

bool is_of_other_leader(const release& x, std::string_view own) {
  const auto term = x.label(module_term_label);
  const auto own_number = number_of(own);
  if (!term || !own_number || *term == own) return false;
  const auto number = number_of(*term);
  return number && *number >= *own_number;
}

} // namespace core::releases
