#include "setup/surroundings.hpp"

#include "support/test_certificate.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace {

using std::chrono::system_clock;

kube::access::cluster cluster_of(kube::access::credentials identity) {
  kube::access::cluster x;
  x.origin = "context 'c' of /a/config";
  x.identity = std::move(identity);
  return x;
}

base::result<std::string> no_file(const std::string& path) {
  return base::fail(base::error_code::not_found, path + ": is missing");
}

} // namespace

TEST_SUITE("setup/surroundings") {
  TEST_CASE("a token, a plugin and an empty login are named with their place") {
    const auto words = [](kube::access::credentials x) {
      return setup::login_of(cluster_of(std::move(x)), no_file, system_clock::now());
    };
    CHECK_EQ(words({.token = "t"}).words, "the token in context 'c' of /a/config");
    CHECK_EQ(words({.token_file = "/run/token"}).words, "the token in the file /run/token (context 'c' of /a/config)");
    kube::access::credentials named;
    named.user_name = "jane";
    named.password = "hunter2";
    CHECK_EQ(words(named).words, "the user name 'jane' with a password in context 'c' of /a/config");
    CHECK_EQ(words({}).words, "context 'c' of /a/config has no credentials");
    kube::access::credentials plugin;
    plugin.plugin.emplace().command = "get-token";
    CHECK_EQ(words(plugin).words,
             "the credentials come from the program 'get-token' (exec in context 'c' of /a/config)");
    CHECK_EQ(words({.client_certificate_file = "/a.crt"}).words,
             "the client certificate /a.crt of context 'c' of /a/config cannot be read: /a.crt: is missing");
    for (const auto& x : {words({.token = "t"}), words({}), words(plugin)}) CHECK_FALSE(x.next_step.empty());
  }

  TEST_CASE("a client certificate is named with its end, by its text or its file") {
    const auto pem = test::make_certificate(system_clock::from_time_t(2'000'000'000)).certificate_pem;
    const auto read = [&](const std::string&) { return base::result<std::string>(pem); };
    const auto far = system_clock::from_time_t(7'000'000'000);
    const auto expired = setup::login_of(cluster_of({.client_certificate_file = "/a.crt"}), read, far).words;
    CHECK_MESSAGE(expired.starts_with(
                    "the client certificate /a.crt of context 'c' of /a/config has expired at 2033-05-18 03:33:20 UTC"),
                  expired);
    const auto early = system_clock::from_time_t(0);
    const auto valid = setup::login_of(cluster_of({.client_certificate_pem = pem}), no_file, early);
    CHECK_MESSAGE(
      valid.words.starts_with("the client certificate in context 'c' of /a/config is valid until 2033-05-18"),
      valid.words);
    CHECK_MESSAGE(valid.next_step.find("must be restarted") != std::string::npos, valid.next_step);
  }

  TEST_CASE("the room in a directory is named with what takes it") {
    const auto dir = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "room-");
    REQUIRE(dir);
    REQUIRE(sys::files::write_file_private(dir->file("operator-1"), std::string(10, 'x')));
    CHECK(setup::tmp_room_of(dir->path(), "operator-").room.ends_with(", and all entries are the operator's own"));
    REQUIRE(sys::files::write_file_private(dir->file("usage.csv"), std::string(1 << 20, 'x')));
    const auto room = setup::tmp_room_of(dir->path(), "operator-").room;
    CHECK_MESSAGE(room.ends_with("; 1 entry of other programs or of hooks takes 1.0 MiB: usage.csv (1.0 MiB)"), room);
    CHECK_EQ(setup::tmp_room_of("/nowhere/at/all", "x").room, "");
  }
}
