#include "secret_beginnings.hpp"

#include <array>

namespace bench {

std::span<const std::string_view> secret_beginnings() {
  static constexpr auto beginnings = std::to_array<std::string_view>({
    // Names with a value behind them.
    "a:", "a=", "token:", "token: ", "token=", "PASSWORD:", "auth: ", "auth=", "auth:", "auth={\"", "auth=[\"",
    "password={}", "password={", "password:\n", "password: |\n", "value:", "value={\"", "value:[\"", "value={",
    "value=\"", "value='", "value=\\\"", "value=\"\"\"", "value=b'", "name=", "count/secrets=5", "count/secrets=5x",
    "exceeded quota: secrets=1x", "secret key: ", "\x1b[0m=", "\x1b[0:", "\x1b[1mtoken\x1b[0m:\x1b[",
    // Headers and addresses.
    "authorization: a b ", "Authorization: a ", "Cookie:", "cookie: \"", "bearer ", "basic ", "/bearer a", "://",
    "://a:", "http://a:b", "://a@", "?sig=", "&signature=", "://hooks.slack.com/services/", "a:b@", "a@", "a/b@//",
    "a@tcp(", "a@unix(", "password%3D", "password%3Da%", "<password>", "password>", "password('", "password(",
    // Structs, maps and members in base64.
    "map[a:", "{a:", "[a:", "map[a:YWJj", "\"a\":\"YWJj", "\"a\":\\\"", ":\\\\", "a:\\",
    // Options and sentences.
    "--password ", "--password=", "--auth=", "--user=", "curl --user=a", "curl -u ", "sshpass -p ", "-p", " -pa",
    "mysql -pa", "--from-literal=", "--from-literal=a", "-pass pass:", " ", "\t", "password ", "password is ",
    "password for a: ", "password for user a:", "api key ", "token is ", "identified by ", "identified by '",
    // Tokens.
    "/eyJ", "/AKIA", "/sk-", "/sk-a1-", "/$2a$", "/LS0tLS1CRUdJTi", "/LS0tLS1CRUdJTiBDRVJU", "/ghp_",
    // Members and objects.
    "\"", "'", "\\", "\\\"", "{", "{\"", "[", "[\"", "{}", "[]", "m", "0m", "-", "=", ":", "(", ">", "%", "@",
    // Messages of the API server, of templates and of jq.
    "Invalid value: a\n", "Invalid value: {", "Duplicate value: ", "map[", "...|", "parsing \"", "no template \"",
    " \"", "got ", "jq filter '", "cannot unmarshal !!str `", "{apiGroups: [",
  });
  return beginnings;
}

} // namespace bench
