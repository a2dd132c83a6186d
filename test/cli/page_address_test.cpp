#include "cli/page_address.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("an address of the page is a loopback address with a port") {
  CHECK(cli::page_address("127.0.0.1:9652") == "127.0.0.1:9652");
  CHECK(cli::page_address("9652") == "127.0.0.1:9652");
  CHECK(cli::page_address(":80") == "127.0.0.1:80");
  CHECK(cli::page_address("localhost:0") == "localhost:0");
  CHECK(cli::page_address("[::1]:9652") == "[::1]:9652");
  CHECK(cli::page_address("") == "");
}

TEST_CASE("an address that other machines reach is refused with the way that works") {
  for (const std::string text : {"0.0.0.0:9652", "10.0.0.1:9652", "page.example:9652", "127.0.0.1.example:1"}) {
    const auto read = cli::page_address(text);
    REQUIRE_MESSAGE(!read, text);
    CHECK_MESSAGE(read.error().message.find("kubectl port-forward") != std::string::npos, read.error().message);
  }
  for (const std::string text : {"127.0.0.1:", "127.0.0.1:70000", "here", "::1:9652", "[::2]:1"})
    CHECK_MESSAGE(!cli::page_address(text), text);
}

TEST_CASE("a listener gets the host and the port of the page") {
  CHECK(cli::place_of_page("127.0.0.1:9652").host == "127.0.0.1");
  CHECK(cli::place_of_page("127.0.0.1:9652").port == 9652);
  CHECK(cli::place_of_page("[::1]:1").host == "::1");
}
