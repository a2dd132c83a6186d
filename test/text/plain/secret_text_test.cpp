#include "text/plain/secret_text.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

struct row {
  const char* text;
  const char* want;
};

} // namespace

TEST_CASE("a secret is known by what stands before it") {
  for (const auto& r : {
         row{"password=x y", "password=<redacted> y"},
         row{"user: me\npassword: 'x y'\nport: 1", "user: me\npassword: <redacted>\nport: 1"},
         row{R"({"user":"me","password":"x \" y"})", R"({"user":"me","password":<redacted>})"},
         row{R"({"apiToken":{"value":"x"},"b":1})", R"({"apiToken":<redacted>,"b":1})"},
         row{"run --password x --port 1", "run --password <redacted> --port 1"},
         row{"run --token --port 1", "run --token --port 1"},
         row{"https://me:x@host/y and ftp://a:b@c", "https://me:<redacted>@host/y and ftp://a:<redacted>@c"},
         row{"Bearer abcdefgh.ij", "Bearer <redacted>"},
         row{"Authorization: Basic abc", "Authorization: <redacted>"},
         row{"authorization: Token abc x", "authorization: <redacted> x"},
         row{"Authorization: AWS4-HMAC-SHA256 Credential=a, Signature=b\nHost: c",
             "Authorization: <redacted>\nHost: c"},
         row{"bearer abcdefgh1", "bearer <redacted>"},
         row{R"({"auths":{"r.io":{"auth":"dXNlcg=="}}})", R"({"auths":{"r.io":{"auth":<redacted>}}})"},
         row{R"([{"name":"TOKEN","value":"x"},{"name":"PORT","value":"1"}])",
             R"([{"name":"TOKEN","value":<redacted>},{"name":"PORT","value":"1"}])"},
         row{"- name: TOKEN\n  value: x\n- name: PORT\n  value: 1",
             "- name: TOKEN\n  value: <redacted>\n- name: PORT\n  value: 1"},
         row{"a:\n  password: |\n    x\n    y\n  port: 1", "a:\n  password: |\n<redacted>\n  port: 1"},
         row{"password: >-\n  x\nport: 1", "password: >-\n<redacted>\nport: 1"},
         row{"PASSWORD:x", "PASSWORD:<redacted>"},
         row{"rootPw=x&pass=y", "rootPw=<redacted>&pass=<redacted>"},
         row{"password:\n  x", "password:\n<redacted>"},
         row{"tokens:\n- x\n- y\nport: 1", "tokens:\n<redacted>\nport: 1"},
         row{"password = x", "password = <redacted>"},
         row{R"("password" : "x")", R"("password" : <redacted>)"},
         row{R"(password:"x")", "password:<redacted>"},
         row{"--password\tx", "--password\t<redacted>"},
         row{R"(password => "x")", "password => <redacted>"},
         row{R"(secret_key = """x "y" z""" b)", "secret_key = <redacted> b"},
         row{R"({\"password\":\"x\",\"port\":1})", R"({\"password\":<redacted>,\"port\":1})"},
         row{"https://abcdefghijklmnop1@host/x", "https://<redacted>@host/x"},
         row{"me:x@tcp(h:3306)/d", "me:<redacted>@tcp(h:3306)/d"},
         row{"a ghp_0123456789abcdef b", "a <redacted> b"},
         row{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIifQ.sig", "<redacted>"},
         row{"-----BEGIN PGP PRIVATE KEY BLOCK-----", "<redacted>"},
         row{"kind: Secret\ndata: {a: b}", "<redacted>"},
         row{"-----BEGIN PRIVATE KEY-----\nabc", "<redacted>"},
         row{"+ curl -k -u me:x1 https://h/", "+ curl -k -u me:<redacted> https://h/"},
         row{"curl --user 'me:x 1' https://h/", "curl --user 'me:<redacted> 1' https://h/"},
         row{"mysql -u root -px1 db", "mysql -u root -p<redacted> db"},
         row{"sshpass -p x1 ssh h", "sshpass -p <redacted> ssh h"},
         row{"> Cookie: a=b; c=d\nHost: h", "> Cookie: <redacted>\nHost: h"},
         row{"curl -H 'Cookie: a=b; c=d' https://h/", "curl -H 'Cookie: <redacted>' https://h/"},
         row{"Set-Cookie: a=b; Path=/", "Set-Cookie: <redacted>"},
         row{"the password is abc123X", "the password is <redacted>"},
         row{"PASSWORD abc123X", "PASSWORD <redacted>"},
         row{"passwd abc123X for me", "passwd <redacted> for me"},
         row{"https://h/?sig=ab12&x=1", "https://h/?sig=<redacted>&x=1"},
         row{"https://h/?a=1&X-Amz-Signature=ab12", "https://h/?a=1&X-Amz-Signature=<redacted>"},
         row{R"(password='a\\'b1')", "password=<redacted>'"},
         row{"auth: dXNlcg== more", "auth: <redacted>"},
         row{"map[password:x1 user:me]", "map[password:<redacted> user:me]"},
         row{"&{User:me Password:x1 Host:h}", "&{User:me Password:<redacted> Host:h}"},
         row{R"([{"value":"x","name":"TOKEN"},{"value":"1","name":"PORT"}])",
             R"([{"value":<redacted>,"name":"TOKEN"},{"value":"1","name":"PORT"}])"},
         row{R"(<add key="DbPassword" value="x"/>)", R"(<add key="DbPassword" value=<redacted>/>)"},
         row{"<password>x</password>", "<password><redacted></password>"},
         row{"PASSWORD('x')", "PASSWORD(<redacted>)"},
         row{"API key: x", "API key: <redacted>"},
         row{"me:hunter2@h", "me:<redacted>@h"},
         row{"\x1b[36mtoken\x1b[0m=x y", "\x1b[36mtoken\x1b[0m=<redacted> y"},
         row{"\x1b[1mpassword\x1b[0m: x", "\x1b[1mpassword\x1b[0m: <redacted>"},
         row{"\x1b[34;1m\"password\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;32m\"x\"\x1b[0m",
             "\x1b[34;1m\"password\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;32m<redacted>\x1b[0m"},
         row{"PASSWORD IS abc123X", "PASSWORD IS <redacted>"},
         row{"password: {value: x} y", "password: <redacted> y"},
         row{"password: {{ .Values.password }} y", "password: <redacted> y"},
         row{R"({\\\"password\\\":\\\"x\\\",\\\"port\\\":1})", R"({\\\"password\\\":<redacted>,\\\"port\\\":1})"},
         row{"{b'password': b'x y', b'a': 1}", "{b'password': <redacted>, b'a': 1}"},
         row{"password:\u00a0x y", "password:\u00a0<redacted> y"},
         row{"a=1&password%3Dx%26b%3D1", "a=1&password%3D<redacted>%26b%3D1"},
         row{"scott/x@//h:1521/d", "scott/<redacted>@//h:1521/d"},
       }) {
    CAPTURE(r.text);
    CHECK(text::without_secrets(r.text) == r.want);
  }
}

TEST_CASE("the name behind a value counts also if the value is long") {
  const auto hidden = std::string(R"(","name":"TOKEN"}])");
  const auto begin = std::string(R"([{"value":")");
  for (const std::size_t bytes : {10, 5'000}) {
    const auto shown = text::without_secrets(begin + std::string(bytes, 'x') + hidden);
    CHECK(shown == R"([{"value":<redacted>,"name":"TOKEN"}])");
  }
  CHECK(text::without_secrets(R"(value: {"a": "x"}, name: token)") == "value: <redacted>, name: token");
}

TEST_CASE("the database of each address has its own password") {
  CHECK(text::without_secrets("a:x1@tcp(h)/d b:x2@unix(/s)/d c@tcp(h)/d")
        == "a:<redacted>@tcp(h)/d b:<redacted>@unix(/s)/d c@tcp(h)/d");
}

TEST_CASE("other texts stay as they are") {
  for (const auto* text : {"",
                           "Basic settings of the host",
                           "https://host:8080/a@b",
                           "https://me@host/x",
                           "https://host/x:y@z",
                           "hooks/token: done",
                           "password:",
                           "password:\nport: 1",
                           "the token was read",
                           "B",
                           "--password=$(DB_PASSWORD)",
                           "auth: oidc",
                           "auth:\n  kind: oidc",
                           "image: a/b:1@sha256:0123456789abcdef0123",
                           "existingSecret: db",
                           "token_count: 7",
                           "the password is wrong",
                           "password is required",
                           "password is base64-encoded",
                           "password must have 12 characters",
                           "Enter password",
                           "the password is too short",
                           "mkdir -p /a/b1",
                           "ls -p1",
                           "docker run -p 80:80 nginx",
                           "curl -u",
                           "useradd -u 1000 me",
                           "psql -p 5432 -U me",
                           "su -u me:group1",
                           "design=1",
                           "?assignment=a&x=1",
                           "no cookie was set",
                           "a password reset for user1 at 10:00",
                           "I1126 14:00:00.000000 1 main.go:7] started pod web-5d4f8 (took 12ms)",
                           "deployment.apps/web configured",
                           "Error: 404 Not Found: https://h/v2/a/manifests/1.2.3",
                           "time=2026-11-26T14:00:00Z level=info msg=\"synced 12 objects\" key=a/b",
                           "++ kubectl -n a1b2c3 get pods -l app=web",
                           "100% 12.3MB 4.5MB/s 00:02",
                           "mailto:me@host",
                           "image: a:v1@sha256:0123456789abcdef",
                           "git@github.com:org/a1b2c3",
                           "primary key: a",
                           "<name>x</name>",
                           R"({"value":"1","name":"PORT"})",
                           "map[port:80 name:web]",
                           "\x1b[32mstarted\x1b[0m: web",
                           "\x1b[1mItem\x1b[0m=x",
                           "20m: x",
                           "name: {value: x}",
                           "query=a%3Db",
                           "the password IS wrong",
                           "password(s) were changed"}) {
    CAPTURE(text);
    CHECK(text::without_secrets(text) == text);
  }
}

TEST_CASE("a Secret on a line of JSON with spaces is hidden as a whole") {
  CHECK(text::without_secrets(R"({"apiVersion": "v1", "data": {"a.conf": "YWJjZGVmZ2g="}, "kind": "Secret"})")
        == "<redacted>");
  CHECK(text::without_secrets(R"({"kind": "Secret", "name": "a"})") == R"({"kind": "Secret", "name": "a"})");
}

TEST_CASE("secret_text: the numbers of a quota are no secrets") {
  for (const std::string text :
       {"secrets \"a.v2\" is forbidden: exceeded quota: limits, requested: count/secrets=1, used: count/secrets=5, "
        "limited: count/secrets=5",
        "is forbidden: exceeded quota: limits, requested: secrets=1, used: secrets=5, limited: secrets=5",
        "exceeded quota: q, requested: configmaps=1,count/secrets=1, used: configmaps=2,count/secrets=12", //
        R"({"hard":{"count/secrets":"5","count/tokens.example.com":"7"}})", R"(\"count/secrets\":\"5\",\"pods\")",
        "count/secrets: \"5\""}) {
    CAPTURE(text);
    CHECK(text::without_secrets(text) == text);
  }
  CHECK(text::without_secrets("count/secrets=a5b6") == "count/secrets=<redacted>");
  CHECK(text::without_secrets("count/secrets=1234567890") == "count/secrets=<redacted>");
  CHECK(text::without_secrets("count/secrets=5-a") == "count/secrets=<redacted>");
  CHECK(text::without_secrets("secrets=12345") == "secrets=<redacted>");
  CHECK(text::without_secrets("mysecrets=5 exceeded quota: x") == "mysecrets=<redacted> exceeded quota: x");
}
