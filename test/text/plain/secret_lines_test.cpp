#include "text/plain/secret_lines.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

/// The lines of a text, each without its secrets.
std::string shown(std::string_view text) {
  text::secret_lines lines;
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    out += lines.without_secrets(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

} // namespace

TEST_CASE("the lines of a private key are hidden until its end") {
  CHECK(shown("a\n-----BEGIN PRIVATE KEY-----\nMIIE\nabc=\n-----END PRIVATE KEY-----\nb")
        == "a\n<redacted>\n<redacted>\n<redacted>\n<redacted>\nb\n");
  CHECK(shown("-----BEGIN RSA PRIVATE KEY-----MIIE-----END RSA PRIVATE KEY-----\nb") == "<redacted>\nb\n");
}

TEST_CASE("a private key without an end hides a bounded number of lines") {
  text::secret_lines lines;
  static_cast<void>(lines.without_secrets("-----BEGIN PRIVATE KEY-----"));
  for (std::size_t i = 0; i < text::secret_lines::key_lines_max; ++i) CHECK(lines.without_secrets("a") == "<redacted>");
  CHECK(lines.without_secrets("a") == "a");
}

TEST_CASE("the lines below the name of a secret are hidden as far as they are indented") {
  CHECK(shown("password:\n  x\n  y\nport: 1") == "password:\n<redacted>\n<redacted>\nport: 1\n");
  CHECK(shown("a:\n  password: |\n    x\n\n    y\n  port: 1")
        == "a:\n  password: |\n<redacted>\n\n<redacted>\n  port: 1\n");
  CHECK(shown("tokens:\n- x\nport: 1") == "tokens:\n<redacted>\nport: 1\n");
  CHECK(shown("{\n  \"tokens\": [\n    \"x\"\n  ],\n  \"a\": 1\n}")
        == "{\n  \"tokens\": <redacted>\n<redacted>\n  ],\n  \"a\": 1\n}\n");
}

TEST_CASE("a secret on a line of its own is hidden, and other lines stay as they are") {
  CHECK(shown("password=x y\nok") == "password=<redacted> y\nok\n");
  for (const auto* text :
       {"Enter password:\nconnected to h\n", "hooks:\n  a\n  b\n", "a: |\n  b\n", "token:\nport: 1\n", "\n \n",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n", "items: [\n  1\n]\n"}) {
    CAPTURE(text);
    CHECK(shown(text) == text);
  }
}

TEST_CASE("the data of a Secret in YAML are hidden, in both orders of its members") {
  CHECK(
    shown("apiVersion: v1\nkind: Secret\nstringData:\n  db: x\ntype: Opaque\ndata:\n  db: x\n---\ndata:\n  a: x\n")
    == "apiVersion: v1\nkind: Secret\nstringData:\n<redacted>\ntype: Opaque\ndata:\n<redacted>\n---\ndata:\n  a: x\n");
  CHECK(shown("apiVersion: v1\ndata:\n  db: aHVudGVyMg==\n  mode: redirect\nkind: Secret\n")
        == "apiVersion: v1\ndata:\n  db: <redacted>\n  mode: redirect\nkind: Secret\n");
  CHECK(shown("items:\n- apiVersion: v1\n  data:\n    a: aHVudGVyMg==\n  kind: Secret\n")
        == "items:\n- apiVersion: v1\n  data:\n    a: <redacted>\n  kind: Secret\n");
}

TEST_CASE("the data of other objects stay as they are") {
  for (const std::string text :
       {"apiVersion: v1\nkind: ConfigMap\ndata:\n  a: YWJjZGVmZ2g=\n", "data:\n  a: YWJjZGVmZ2g=\n",
        "apiVersion: v1\ndata:\n  a: info\nkind: ConfigMap\n  b: YWJjZGVmZ2g=\n"})
    CHECK(shown(text) == text);
}
