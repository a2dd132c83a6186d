#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("the test vectors of RFC 4648 section 10 are encoded and decoded") {
  struct row {
    const char* bytes;
    const char* text;
  };
  for (const auto& r : {row{"", ""}, row{"f", "Zg=="}, row{"fo", "Zm8="}, row{"foo", "Zm9v"}, row{"foob", "Zm9vYg=="},
                        row{"fooba", "Zm9vYmE="}, row{"foobar", "Zm9vYmFy"}}) {
    CAPTURE(r.text);
    CHECK(text::encode_base64(r.bytes) == r.text);
    CHECK(text::decode_base64(r.text) == r.bytes);
  }
}

TEST_CASE("all bytes survive, in one line however many they are") {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(i);
  for (std::size_t length : {1U, 2U, 3U, 255U, 256U, 1000U}) {
    CAPTURE(length);
    const auto part = bytes.substr(0, length);
    const auto text = text::encode_base64(part);
    CHECK(text.find('\n') == std::string::npos);
    CHECK(text.size() % 4 == 0);
    CHECK(text::decode_base64(text) == part);
  }
}

TEST_CASE("white space between characters does not count") {
  CHECK(text::decode_base64("\n Zm9v\r\n\tYmFy \n") == "foobar");
  CHECK(text::decode_base64("Z m 8 =") == "fo");
  CHECK(text::decode_base64(" \n") == "");
}

TEST_CASE("a text that is no base64 gives nothing") {
  for (const auto* text : {"Zg", "Zg=", "Zm9", "Z", "Zg===", "====", "=",
                           "==", "Zg==Zg==", "Z=g=", "Zm9v!A==", "Zm9v-_Aa", "\xff\xff\xff\xff", "Zm9v,"}) {
    CAPTURE(text);
    CHECK(!text::decode_base64(text));
  }
}
