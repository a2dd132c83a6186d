#include "core/releases/chart_archive.hpp"

#include "core/releases/gzip.hpp"

#include <algorithm>
#include <charconv>

namespace core::releases {

namespace {

constexpr std::size_t bytes_max = 64 << 20;
constexpr std::size_t block = 512;

/// The text of a header's field, which ends with the first NUL.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
  const auto text = header.substr(at, size);
  return text.substr(0, text.find('\0'));
}

std::size_t size_of(std::string_view header) {
  auto text = field(header, 124, 12);
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::size_t size = 0;
  std::from_chars(text.data(), text.data() + text.size(), size, 8);
  return size;
}

std::string path_of(std::string_view header) {
  const auto prefix = field(header, 345, 155);
  return std::string(prefix).append(prefix.empty() ? "" : "/").append(field(header, 0, 100));
}

bool is_regular(std::string_view header) {
  return header[156] == '0' || header[156] == '\0';
}

} // namespace

base::result<std::vector<archived_file>> read_chart_archive(std::string_view packed) {
  const auto unpacked = gunzip(packed, bytes_max);
  if (!unpacked) return tl::unexpected(unpacked.error());
  std::vector<archived_file> files;
  std::string_view left = *unpacked;
  while (left.size() >= block && left.front() != '\0') {
    const auto header = left.substr(0, block);
    if (header.substr(257, 5) != "ustar") return base::fail(base::error_code::invalid_input, "this is no tar archive");
    const auto size = size_of(header);
    left.remove_prefix(block);
    if (size > left.size()) return base::fail(base::error_code::invalid_input, "the tar archive is cut off");
    if (is_regular(header)) files.push_back({path_of(header), std::string(left.substr(0, size))});
    left.remove_prefix(std::min(left.size(), (size + block - 1) / block * block));
  }
  return files;
}

} // namespace core::releases
