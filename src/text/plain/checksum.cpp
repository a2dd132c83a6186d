#include "text/plain/checksum.hpp"

#include <openssl/evp.h>

#include <array>
#include <cassert>
#include <cstddef>

namespace text {
namespace {

/// Looks an algorithm up, once: the search costs more than the digest of a short text.
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

namespace {

const EVP_MD* md5() {
  static const EVP_MD* const algorithm = algorithm_of("MD5");
  return algorithm;
}

} // namespace

std::string md5_hex(std::string_view text) {
  return hex(digest<16>(text, md5()));
}

struct md5_sum::state {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
};

md5_sum::md5_sum() : state_(std::make_unique<state>()) {
  [[maybe_unused]] const int done = EVP_DigestInit_ex(state_->context, md5(), nullptr);
  assert(done == 1);
}

md5_sum::~md5_sum() {
  EVP_MD_CTX_free(state_->context);
}

void md5_sum::add(std::string_view piece) {
  [[maybe_unused]] const int done = EVP_DigestUpdate(state_->context, piece.data(), piece.size());
  assert(done == 1);
}

std::string md5_sum::hex() {
  std::array<unsigned char, 16> out{};
  [[maybe_unused]] const int done = EVP_DigestFinal_ex(state_->context, out.data(), nullptr);
  assert(done == 1);
  return text::hex(out);
}

} // namespace text
