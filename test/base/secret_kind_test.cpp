#include "base/secret_kind.hpp"

#include <doctest/doctest.h>

TEST_CASE("a kind that holds secrets is known in any case, in singular and in plural") {
  struct row {
    const char* kind;
    bool holds;
  };
  for (const auto& r :
       {row{"Secret", true}, row{"secret", true}, row{"secrets", true}, row{"SECRETS", true}, row{"SecretS", true},
        row{"", false}, row{"s", false}, row{"secre", false}, row{"secretss", false}, row{"secretx", false},
        row{"SecretStore", false}, row{"sealedsecret", false}, row{"ConfigMap", false},
        row{"s\x45"
            "cret\x01",
            false}}) {
    CAPTURE(r.kind);
    CHECK(base::holds_secrets(r.kind) == r.holds);
  }
}
