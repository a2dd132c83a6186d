#include "core/releases/gzip.hpp"

#include <zlib.h>

#include <array>

namespace core::releases {

namespace {

constexpr int gzip_window_bits = 15 + 16; // zlib: +16 expects a gzip header

} // namespace

base::result<std::string> gunzip(std::string_view packed, std::size_t bytes_max) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window_bits) != Z_OK) return base::fail(base::error_code::io, "gzip: out of memory");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // zlib does not write to it
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string bytes;
  std::array<char, 32768> part;
  auto status = Z_OK;
  while (status == Z_OK && bytes.size() <= bytes_max) {
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    status = inflate(&stream, Z_NO_FLUSH);
    bytes.append(part.data(), part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (bytes.size() > bytes_max)
    return base::fail(base::error_code::invalid_input, "gzip: more than " + std::to_string(bytes_max) + " bytes");
  if (status != Z_STREAM_END)
    return base::fail(base::error_code::invalid_input, "gzip: the data is damaged or ends too early");
  return bytes;
}

} // namespace core::releases
