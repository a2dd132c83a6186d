#include "base/secret_key.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a name that ends with the word for a secret names one, in any spelling") {
  for (const std::string key : {"password",
                                "dbPassword",
                                "DB_PASSWORD",
                                "admin-password",
                                "api.token",
                                "apiToken",
                                "TOKEN2",
                                "tls_key",
                                "tls.key",
                                "privateKey",
                                "client-key-data",
                                ".dockerconfigjson",
                                "pass",
                                "dbPass",
                                "db_pass",
                                "DB_PASS",
                                "pw",
                                "userPw",
                                "cred",
                                "awsCreds",
                                "client_secret",
                                "secrets",
                                "Authorization",
                                "passwordHash"}) {
    CAPTURE(key);
    CHECK(base::names_a_secret(key));
  }
}

TEST_CASE("a name that only contains the word names none") {
  for (const std::string key : {"", "bypass", "compass", "encompass", "passwordPolicy", "tokenTtl", "key", "publicKey",
                                "monkey", "keyName", "replicas", "sacred", "2", "-"}) {
    CAPTURE(key);
    CHECK(!base::names_a_secret(key));
  }
}

TEST_CASE("the kind Secret, and the name of a Secret, are no secrets") {
  for (const std::string key : {"Secret", "existingSecret", "imagePullSecret", "imagePullSecrets", "tlsSecret"}) {
    CAPTURE(key);
    CHECK(!base::names_a_secret(key));
  }
  CHECK(base::names_a_secret("secret"));
}

TEST_CASE("a login is known as a separate word") {
  struct row {
    const char* key;
    bool is_login;
  };
  for (const auto& r : {row{"auth", true}, row{"Auth", true}, row{"basicAuth", true}, row{"registry_auth", true},
                        row{"REGISTRY_AUTH", true}, row{"oauth", false}, row{"author", false}, row{"authMode", false},
                        row{"", false}}) {
    CAPTURE(r.key);
    CHECK(base::names_a_login(r.key) == r.is_login);
  }
}
