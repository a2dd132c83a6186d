#include "core/text/checksum.hpp"

#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <cstddef>

namespace core {
namespace {

/// To look an algorithm up costs more than to digest a short text, so it is done once.
const EVP_MD* algorithm_of(const char* name) {
  const EVP_MD* found = EVP_MD_fetch(nullptr, name, nullptr);
  assert(found != nullptr);
  return found;
}

template <std::size_t Size>
std::array<unsigned char, Size> digest(std::string_view text, const EVP_MD* algorithm) {
  std::array<unsigned char, Size> out{};
  [[maybe_unused]] const int done = EVP_Digest(text.data(), text.size(), out.data(), nullptr, algorithm, nullptr);
  assert(done == 1);
  return out;
}

template <std::size_t Size>
std::string hex(const std::array<unsigned char, Size>& bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * Size);
  for (const auto byte : bytes) {
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

} // namespace

std::array<unsigned char, 32> sha256(std::string_view text) {
  static const EVP_MD* const algorithm = algorithm_of("SHA256");
  return digest<32>(text, algorithm);
}

std::string md5_hex(std::string_view text) {
  static const EVP_MD* const algorithm = algorithm_of("MD5");
  return hex(digest<16>(text, algorithm));
}

} // namespace core
