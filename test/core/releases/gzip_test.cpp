#include "core/releases/gzip.hpp"

#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// `hello`, 100 times.
std::string packed() {
  return text::decode_base64("H4sIAAAAAAACA8tIzcnJzxglRhIBACh4i8j0AQAA").value();
}

std::string refusal(const std::string& bytes, std::size_t bytes_max = 1000) {
  const auto unpacked = core::releases::gunzip(bytes, bytes_max);
  if (unpacked) return "unpacked";
  CHECK(unpacked.error().code == base::error_code::invalid_input);
  return unpacked.error().message;
}

} // namespace

TEST_CASE("a packed text is unpacked whole") {
  std::string want;
  for (int i = 0; i < 100; ++i) want += "hello";
  CHECK(core::releases::gunzip(packed(), 1000).value() == want);
  CHECK(core::releases::gunzip(packed(), 500).value() == want);
}

TEST_CASE("a text that would become too long, and damaged data, are refused") {
  CHECK(refusal(packed(), 499) == "gzip: more than 499 bytes");
  const auto damaged = std::string("gzip: the data is damaged or ends too early");
  CHECK(refusal("") == damaged);
  CHECK(refusal("plain text") == damaged);
  for (std::size_t size = 0; size < packed().size(); ++size) {
    CAPTURE(size);
    CHECK(refusal(packed().substr(0, size)) == damaged);
  }
  auto other = packed();
  auto& last = other[other.size() - 5]; // of the checksum
  last = static_cast<char>(last ^ 1);
  CHECK(refusal(other) == damaged);
}
