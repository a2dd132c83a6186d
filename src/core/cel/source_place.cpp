#include "core/cel/source_place.hpp"

#include <algorithm>

namespace core::cel {

std::string shown_place(std::string_view source, std::size_t offset) {
  const auto before = source.substr(0, offset);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto begin = before.rfind('\n');
  const auto in_line = begin == before.npos ? before : before.substr(begin + 1);
  const auto column = 1 + std::count_if(in_line.begin(), in_line.end(), [](char c) {
                        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                      });
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

tl::unexpected<base::error> fail_at(std::string_view source, std::size_t offset, const std::string& reason) {
  return base::fail(base::error_code::invalid_input, shown_place(source, offset) + ": " + reason);
}

} // namespace core::cel
