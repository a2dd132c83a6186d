#include "kube/access/token_subject.hpp"

#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

std::string token_of(const std::string& claims) {
  auto payload = text::encode_base64(claims);
  payload.erase(std::find(payload.begin(), payload.end(), '='), payload.end());
  std::replace(payload.begin(), payload.end(), '+', '-');
  std::replace(payload.begin(), payload.end(), '/', '_');
  return "e30." + payload + ".c2ln";
}

} // namespace

TEST_CASE("the subject of a token is read, with padding of each length and in the alphabet for URLs") {
  for (const auto* name : {"op", "op1", "op12", "op123", "\xC3\xBF\xC3\xBE?>~"}) {
    const auto subject = std::string("system:serviceaccount:ops:") + name;
    CHECK(kube::access::subject_of_token(token_of("{\"sub\":\"" + subject + "\"}")) == subject);
  }
}

TEST_CASE("a text that is no token with a subject has none") {
  for (const auto& text : {std::string(), std::string("abc"), std::string("a.b"), std::string("a.%%.c"),
                           token_of("no json"), token_of("[]"), token_of("{}"), token_of(R"({"sub":7})")})
    CHECK(kube::access::subject_of_token(text).empty());
}
