#include "core/text/checksum.hpp"

#include <openssl/evp.h>

#include <array>
#include <cassert>

namespace core {
namespace {

std::string digest_hex(std::string_view text, const EVP_MD* algorithm) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  [[maybe_unused]] const int done = EVP_Digest(text.data(), text.size(), digest.data(), &size, algorithm, nullptr);
  assert(done == 1);
  static constexpr char hex[] = "0123456789abcdef";
  std::string out;
  for (unsigned i = 0; i < size; ++i) {
    out += hex[digest[i] >> 4];
    out += hex[digest[i] & 15];
  }
  return out;
}

} // namespace

std::string sha256_hex(std::string_view text) {
  return digest_hex(text, EVP_sha256());
}

std::string md5_hex(std::string_view text) {
  return digest_hex(text, EVP_md5());
}

} // namespace core
