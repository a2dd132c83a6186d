#include "sys/http/listen_socket.hpp"

#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <fstream>

using sys::http::listen_at;
using sys::http::tcp_address;
using sys::http::unix_address;

TEST_CASE("an address in use is named") {
  const auto first = listen_at(tcp_address{"127.0.0.1", 0});
  REQUIRE(first);
  const auto second = listen_at(tcp_address{"127.0.0.1", first->port});
  REQUIRE_FALSE(second);
  CHECK(second.error().code == base::error_code::already_exists);
  CHECK(second.error().message
        == "127.0.0.1:" + std::to_string(first->port) + ": cannot listen: Address already in use");
}

TEST_CASE("an empty host means all addresses") {
  const auto all = listen_at(tcp_address{});
  REQUIRE(all);
  CHECK(all->port != 0);
  CHECK_FALSE(listen_at(tcp_address{"0.0.0.0", all->port}));
}

TEST_CASE("an address that is not of this machine is refused") {
  const auto elsewhere = listen_at(tcp_address{"192.0.2.1", 0});
  REQUIRE_FALSE(elsewhere);
  CHECK(elsewhere.error().code == base::error_code::invalid_input);
  CHECK(elsewhere.error().message.starts_with("192.0.2.1:0: cannot listen: "));
}

TEST_CASE("a socket that was left behind is replaced, one in use is not") {
  const auto directory = sys::files::temp_dir::create("/tmp", "listen-test-");
  REQUIRE(directory);
  const auto path = directory->file("debug.socket");
  REQUIRE(listen_at(unix_address{path})); // closed at once, the file stays
  REQUIRE(sys::files::path_exists(path));
  const auto second = listen_at(unix_address{path});
  REQUIRE(second);
  const auto third = listen_at(unix_address{path});
  REQUIRE_FALSE(third);
  CHECK(third.error().code == base::error_code::already_exists);
  CHECK(third.error().message == path + ": cannot listen: another process listens there");
}

TEST_CASE("a file that is no socket is kept") {
  const auto directory = sys::files::temp_dir::create("/tmp", "listen-test-");
  REQUIRE(directory);
  const auto path = directory->file("debug.socket");
  REQUIRE(sys::files::write_file_private(path, "precious"));
  CHECK_FALSE(listen_at(unix_address{path}));
  CHECK(sys::files::read_file(path) == "precious");
}

TEST_CASE("a socket path that is too long is refused") {
  const auto refused = listen_at(unix_address{"/tmp/" + std::string(200, 'x')});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == base::error_code::invalid_input);
}
