#include "text/plain/checksum.hpp"

#include <doctest/doctest.h>

#include <array>

TEST_CASE("checksums are those of the standards' test vectors") {
  CHECK(text::md5_hex("") == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(text::md5_hex("abc") == "900150983cd24fb0d6963f7d28e17f72");
  const std::array<unsigned char, 32> abc{0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
                                          0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
                                          0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
  CHECK(text::sha256("abc") == abc);
}
