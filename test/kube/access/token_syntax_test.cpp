#include "kube/access/token_syntax.hpp"

#include "kube/access/credential_reader.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/token");

namespace {

using kube::access::check_token;
using kube::access::token_in;

constexpr auto broken = "first\nX-Injected: second";
constexpr auto named = "the token has a line break at character 6, so it cannot be sent; it must be one line";

/// The message of an error, or `no error`.
template <class T>
std::string message_of(const base::result<T>& x) {
  return x ? "no error" : x.error().message;
}

void names_the_break(const std::string& message) {
  CHECK_MESSAGE(message.find(named) != std::string::npos, message);
  CHECK_MESSAGE(message.find("Injected") == std::string::npos, message);
}

} // namespace

TEST_CASE("a token is one line without control characters") {
  for (const auto* good : {"", "abc.DEF-123_~+/=", "with space", "\xc3\xa4"}) CHECK(check_token(good));
  for (const auto* bad : {"a\nb", "a\rb", "a\tb", "a\x7f", "\x1b[0m", "a\n"}) CHECK_FALSE(check_token(bad));
  CHECK_FALSE(check_token(std::string("a\0b", 3)));
  names_the_break(message_of(check_token(broken)));
}

TEST_CASE("white space around the token in a file does not count") {
  CHECK(token_in(" \n abc\r\n\n") == "abc");
  CHECK(token_in("\n") == "");
  CHECK_FALSE(token_in("abc\ndef\n"));
}

TEST_CASE("a token with a line break is refused by name when its file is read for a request") {
  kube::access::credentials from;
  from.token_file = "/k/token";
  kube::access::credential_reader reader(
    from, "context 'a' of /k/config",
    [](const std::string&) -> base::result<std::string> { return std::string(broken) + "\n"; });
  const auto message = message_of(reader.read());
  names_the_break(message);
  CHECK(message.find("token of context 'a' of /k/config") != std::string::npos);
}

TEST_SUITE_END();
