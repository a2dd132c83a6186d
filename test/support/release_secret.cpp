#include "support/release_secret.hpp"

#include "core/releases/release.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <stdexcept>

namespace test {

namespace {

std::string gzip(const std::string& text) {
  constexpr int with_gzip_header = 15 + 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string base64(const std::string& text) {
  std::string encoded((text.size() + 2) / 3 * 4 + 1, '\0');
  const auto length =
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                    reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return encoded;
}

} // namespace

core::json secret_of(const release_secret& x) {
  const auto content =
    core::json::object({{"name", x.name}, {"version", std::int64_t{x.revision}}, {"manifest", x.manifest}});
  core::json::object_type labels{
    {"owner", "helm"}, {"name", x.name}, {"status", x.status}, {"version", std::to_string(x.revision)}};
  for (const auto& [key, value] : x.labels) labels.emplace_back(key, value);
  return core::json::object({{"apiVersion", "v1"},
                             {"kind", "Secret"},
                             {"type", "helm.sh/release.v1"},
                             {"metadata", core::json::object({{"namespace", x.namespace_name},
                                                              {"name", core::release_secret_name(x.name, x.revision)},
                                                              {"labels", core::json::object(labels)}})},
                             {"data", core::json::object({{"release", base64(base64(gzip(content.dump())))}})}});
}

} // namespace test
