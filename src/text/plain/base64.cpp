#include "text/plain/base64.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <limits>

namespace text {

std::optional<std::string> decode_base64(std::string_view text) {
  std::string packed;
  packed.reserve(text.size());
  std::copy_if(text.begin(), text.end(), std::back_inserter(packed),
               [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
  if (packed.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) return std::nullopt;
  // EVP_DecodeBlock decodes padding as zero bytes, wherever it stands.
  auto padding = packed.size() - std::min(packed.size(), packed.find_last_not_of('=') + 1);
  if (padding > 2 || packed.find('=') < packed.size() - padding) return std::nullopt;
  std::string bytes(packed.size() / 4 * 3, '\0');
  auto length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                reinterpret_cast<const unsigned char*>(packed.data()), static_cast<int>(packed.size()));
  if (length < 0) return std::nullopt;
  bytes.resize(static_cast<std::size_t>(length) - padding);
  return bytes;
}

std::string encode_base64(std::string_view bytes) {
  // EVP_EncodeBlock writes a zero byte behind the text.
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const auto length =
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

} // namespace text
