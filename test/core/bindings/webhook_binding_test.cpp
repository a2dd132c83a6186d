#include "core/bindings/webhook_binding.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("each kind of webhook has its key and its type of contexts") {
  using namespace core::bindings;
  CHECK(std::string(key_of(webhook_kind::validating)) == "kubernetesValidating");
  CHECK(std::string(key_of(webhook_kind::mutating)) == "kubernetesMutating");
  CHECK(std::string(name(webhook_kind::validating)) == "Validating");
  CHECK(std::string(name(webhook_kind::mutating)) == "Mutating");
}
