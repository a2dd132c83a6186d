#include "core/cel/evaluated.hpp"

namespace {

struct sample {
  const char* format;
  const char* text;
  bool is_valid;
};

const sample samples[] = {
  {"dns1123Label", "my-label-name", true},
  {"dns1123Label", "My", false},
  {"dns1123Label", "a.b", false},
  {"dns1123Label", "a-", false},
  {"dns1123Subdomain", "apiextensions.k8s.io", true},
  {"dns1123Subdomain", "a..b", false},
  {"dns1035Label", "a1", true},
  {"dns1035Label", "1a", false},
  {"qualifiedName", "example.com/Name_1", true},
  {"qualifiedName", "Name", true},
  {"qualifiedName", "example.com/", false},
  {"qualifiedName", "a/b/c", false},
  {"dns1123LabelPrefix", "my-label-", true},
  {"dns1123LabelPrefix", "-my", false},
  {"dns1123SubdomainPrefix", "a.b-", true},
  {"dns1035LabelPrefix", "a-", true},
  {"labelValue", "", true},
  {"labelValue", "a b", false},
  {"uri", "https://example.com/", true},
  {"uri", "example", false},
  {"uuid", "123e4567-e89b-12d3-a456-426614174000", true},
  {"uuid", "123e4567", false},
  {"byte", "aGVsbG8=", true},
  {"byte", "aGVsbG8", false},
  {"date", "2021-02-28", true},
  {"date", "2021-02-29", false},
  {"datetime", "2021-01-01T00:00:00Z", true},
  {"datetime", "2021-01-01", false},
};

} // namespace

TEST_CASE("a format has no faults to report in a text that is well-formed") {
  for (const auto& x : samples) {
    const auto by_function =
      std::string("!format.") + x.format + "().validate('" + x.text + "').hasValue() ? 'valid' : 'not'";
    CHECK_MESSAGE(test::evaluated(by_function) == (x.is_valid ? "valid" : "not"), by_function);
  }
}

TEST_CASE("a label has at most 63 characters") {
  const auto valid = [](std::size_t size) {
    return test::evaluated("!format.dns1123Label().validate('" + std::string(size, 'a') + "').hasValue()");
  };
  CHECK(valid(63) == "true");
  CHECK(valid(64) == "false");
}

TEST_CASE("a format is found by its name") {
  test::check({
    {"format.named('uuid').hasValue()", "true"},
    {"format.named('other').hasValue()", "false"},
    {"format.named('uuid').value() == format.uuid()", "true"},
    {"format.uuid().validate('x').value()", "[must be a UUID]"},
    {"format.uuid().validate(1)", "failed: no such overload: validate of kubernetes.NamedFormat and int"},
  });
}
