#include "core/releases/gzip.hpp"

#include <zlib.h>

#include <array>

namespace core::releases {

namespace {

constexpr int gzip_window_bits = 15 + 16; // zlib: +16 expects a gzip header

/// Unpacks part by part, until the end or an error of `take`.
base::result<void> unpack(std::string_view packed, const part_check& take) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window_bits) != Z_OK) return base::fail(base::error_code::io, "gzip: out of memory");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // zlib does not write to it
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<char, 32768> part;
  auto status = Z_OK;
  base::result<void> taken;
  while (status == Z_OK && taken) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    status = inflate(&stream, Z_NO_FLUSH);
    taken = take({part.data(), part.size() - stream.avail_out});
  }
  inflateEnd(&stream);
  if (!taken || status == Z_STREAM_END) return taken;
  return base::fail(base::error_code::invalid_input, "gzip: the data is damaged or ends too early");
}

} // namespace

base::result<std::string> gunzip(std::string_view packed, std::size_t bytes_max, const part_check& check) {
  std::size_t size = 0;
  const auto measured = unpack(packed, [&](std::string_view part) -> base::result<void> {
    size += part.size();
    if (size > bytes_max)
      return base::fail(base::error_code::invalid_input, "gzip: more than " + std::to_string(bytes_max) + " bytes");
    return check ? check(part) : base::result<void>();
  });
  if (!measured) return tl::unexpected(measured.error());
  std::string bytes;
  bytes.reserve(size);
  const auto kept = unpack(packed, [&](std::string_view part) -> base::result<void> {
    bytes.append(part);
    return {};
  });
  if (!kept) return tl::unexpected(kept.error());
  return bytes;
}

} // namespace core::releases
