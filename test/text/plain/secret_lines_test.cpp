#include "text/plain/secret_lines.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

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

/// The pieces of a line that is cut at these places, each without its secrets.
std::string shown_in_pieces(std::string_view line, const std::vector<std::size_t>& cuts) {
  text::secret_lines lines;
  std::string out;
  std::size_t from = 0;
  for (const auto cut : cuts) {
    out += lines.without_secrets(line.substr(from, cut - from), text::line_end::later);
    from = cut;
  }
  out += lines.without_secrets(line.substr(from));
  CHECK_MESSAGE(lines.without_secrets("next=1") == "next=1", line);
  return out;
}

} // namespace

TEST_CASE("a secret in a line that comes in pieces is hidden wherever the line is cut") {
  const std::string secret = "hunter2Hunter3hunter4";
  const std::string before(300, '.');
  for (const std::string& form : {"a password=" + secret + " b", R"({"a":1,"password": ")" + secret + R"(","b":1})",
                                  "Authorization: Bearer " + secret + " b", "https://user:" + secret + "@host/b",
                                  "x --password " + secret + " b", R"({"tokens":["a","b",")" + secret + R"("]} b)"}) {
    const auto line = before + ' ' + form;
    const auto begin = line.find(secret);
    for (auto cut = before.size(); cut < line.size(); ++cut) {
      const auto shown = shown_in_pieces(line, {cut});
      for (std::size_t part = 0; part + 4 < secret.size(); ++part)
        CHECK_MESSAGE(shown.find(secret.substr(part, 5)) == shown.npos, shown);
      if (cut < begin) CHECK_MESSAGE(shown.ends_with(line.substr(line.size() - 1)), shown);
    }
  }
}

TEST_CASE("a line in pieces without secrets stays as it is") {
  const std::string line =
    std::string(5000, 'x') + R"( {"data":{"mode":"redirect","a":"YWJj"},"kind":"ConfigMap"} done: 1)";
  for (const std::size_t cut : {1, 4000, 5001, 5060}) CHECK(shown_in_pieces(line, {cut}) == line);
}

TEST_CASE("a long secret hides the rest of its line") {
  const std::string line = "password='" + std::string(9000, 'x') + "' c";
  CHECK(shown_in_pieces(line, {6000, 7000, 8000}) == "password=<redacted><redacted><redacted><redacted>");
}

TEST_CASE("the data of a Secret in a long line of JSON are hidden, in both orders of its members") {
  const std::string data = R"("data":{"a.conf":"U0VDUkVUU0VDUkVU","ca":")" + std::string(6000, 'Q') + R"("})";
  const std::string kind = R"("kind":"Secret")";
  for (const auto& line :
       {R"({"apiVersion":"v1",)" + data + "," + kind + "}", "{" + kind + R"(,"apiVersion":"v1",)" + data + "}"})
    for (std::size_t cut = 1; cut < 100; ++cut) {
      const auto shown = shown_in_pieces(line, {cut, cut + 3000});
      CHECK_MESSAGE(shown.find("U0VD") == shown.npos, shown);
      CHECK_MESSAGE(shown.find("QQQQ") == shown.npos, shown);
    }
  const auto plain = shown_in_pieces(R"({"stringData":{"a":"open sesame"},"kind":"Secret"})", {16, 40});
  CHECK_MESSAGE(plain.find("sesame") == plain.npos, plain);
}

TEST_CASE("a private key in a long line is hidden up to its end") {
  const auto line = "a -----BEGIN PRIVATE KEY-----" + std::string(300, 'K') + "-----END PRIVATE KEY----- b";
  for (std::size_t cut = 3; cut < line.size(); ++cut) {
    const auto shown = shown_in_pieces(line, {cut});
    CHECK_MESSAGE(shown.find("KKKK") == shown.npos, shown);
  }
}

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

TEST_CASE("the data of a Secret in JSON of several lines are hidden, in both orders of its members") {
  // Binary data, which are base64 of no text.
  const std::string data = "    \"data\": {\n        \"a\": \"/+8BAgMEBQYH\",\n        \"b\": \"gIGCg4SFhoc=\"\n    }";
  const std::string hidden = "    \"data\": {\n        \"a\": <redacted>,\n        \"b\": <redacted>\n    }";
  CHECK(shown("{\n    \"apiVersion\": \"v1\",\n" + data + ",\n    \"kind\": \"Secret\"\n}\n")
        == "{\n    \"apiVersion\": \"v1\",\n" + hidden + ",\n    \"kind\": \"Secret\"\n}\n");
  const auto after = shown("{\n    \"kind\": \"Secret\",\n    \"apiVersion\": \"v1\",\n" + data + "\n}\n");
  CHECK_MESSAGE(after.find("CAgM") == after.npos, after);
  CHECK_MESSAGE(after.find("CgoO") == after.npos, after);
  const auto plain = shown("{\n  \"kind\": \"Secret\",\n  \"stringData\": {\n    \"a\": \"open sesame\"\n  }\n}\n");
  CHECK_MESSAGE(plain.find("sesame") == plain.npos, plain);
  const std::string other = "{\n    \"kind\": \"ConfigMap\",\n    \"apiVersion\": \"v1\",\n" + data + "\n}\n";
  CHECK(shown(other) == other);
}

TEST_CASE("a value below the name of a secret is hidden, and no other value") {
  CHECK(shown("- name: DB_PASSWORD\n  value: x\n- name: PORT\n  value: 1")
        == "- name: DB_PASSWORD\n  value: <redacted>\n- name: PORT\n  value: 1\n");
  CHECK(shown("\"name\": \"DB_PASSWORD\",\n\"value\": \"x\"\n")
        == "\"name\": \"DB_PASSWORD\",\n\"value\": <redacted>\n");
  CHECK(shown("name: TOKEN\nvalue: |\n  x\na: 1") == "name: TOKEN\nvalue: |\n<redacted>\na: 1\n");
  for (const std::string text :
       {"- name: DB_PASSWORD\n  valueFrom:\n    a: b\n", "name: web\nvalue: x\n", "name: TOKEN\nport: 1\nvalue: x\n"})
    CHECK(shown(text) == text);
}

TEST_CASE("the data of other objects stay as they are") {
  for (const std::string text :
       {"apiVersion: v1\nkind: ConfigMap\ndata:\n  a: YWJjZGVmZ2g=\n", "data:\n  a: YWJjZGVmZ2g=\n",
        "apiVersion: v1\ndata:\n  a: info\nkind: ConfigMap\n  b: YWJjZGVmZ2g=\n"})
    CHECK(shown(text) == text);
}
