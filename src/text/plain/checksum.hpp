#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace text {

/// SHA-256 (FIPS 180-4) of `text`.
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view text);

/// MD5 (RFC 1321) of `text` as 32 lower-case hexadecimal digits; to recognise content, not to protect it.
[[nodiscard]] std::string md5_hex(std::string_view text);

/// The same for a text that comes in pieces.
class md5_sum {
public:
  md5_sum();
  ~md5_sum();
  md5_sum(const md5_sum&) = delete;
  md5_sum& operator=(const md5_sum&) = delete;

  void add(std::string_view piece);
  /// To be called once, after the last piece.
  [[nodiscard]] std::string hex();

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace text
