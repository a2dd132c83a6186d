#include "core/text/checksum.hpp"

#include <doctest/doctest.h>

TEST_CASE("checksums are those of the standards' test vectors") {
  CHECK(core::md5_hex("") == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(core::md5_hex("abc") == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(core::sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
