#include "core/schema/format.hpp"

#include "core/schema/schema.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

bool accepts(const std::string& format, const std::string& value) {
  const auto compiled = core::schema::schema::compile(text::json::object({{"format", format}}));
  return compiled->validate(*text::parse_json(value), "v").empty();
}

} // namespace

TEST_CASE("each format accepts what it should and nothing else") {
  struct row {
    const char* format;
    std::vector<const char*> valid;
    std::vector<const char*> invalid;
  };
  for (const auto& r : std::vector<row>{
         {"date", {"2024-02-29", "2000-02-29"}, {"2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "24-1-1", ""}},
         {"date-time",
          {"2024-02-29T23:59:60Z", "2024-01-01 00:00:00.123+02:00"},
          {"2024-01-01T24:00:00Z", "2024-01-01T00:00:00", "2024-02-30T00:00:00Z", "2024-01-01"}},
         {"duration", {"1h30m", "10s", "1.5h", "0", "-3ms", "2 days"}, {"10", "1x", "h", ""}},
         {"email", {"a@b.example", "Some One <a@b.example>"}, {"a", "a@", "@b", "a b@c"}},
         {"hostname", {"a", "a-b.example.com", "1.2", "ä.example"}, {"-a", "a-", "a..b", "a_b"}},
         {"ipv4", {"0.0.0.0", "255.255.255.255"}, {"256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4.5", "::1"}},
         {"ipv6",
          {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "fe80::1:2"},
          {":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1.2.3.4::", "12345::", "1:", ":1", "g::"}},
         {"cidr", {"10.0.0.0/8", "::/0", "fd00::/128"}, {"10.0.0.0", "10.0.0.0/33", "::/129", "10.0.0.0/08", "/8"}},
         {"mac", {"00:1a:2B:3c:4d:5e", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e"}, {"00:1a:2b:3c:4d", "00:1a-2b:3c:4d:5e"}},
         {"uri", {"https://a/b?c#d", "urn:x", "/path"}, {"a b", "1a:b", ""}},
         {"uuid", {"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}, {"6ba7b810", "6ba7b810-9dad-11d1-80b4-00c04fd430cg"}},
         {"uuid4", {"f47ac10b-58cc-4372-a567-0e02b2c3d479"}, {"6ba7b810-9dad-11d1-80b4-00c04fd430c8"}},
         {"byte", {"aGk=", ""}, {"a", "a*=="}},
         {"hexcolor", {"#fff", "00FF7f"}, {"#ffff", "red"}},
         {"password", {"anything"}, {}},
         {"nobody-knows", {"anything"}, {}},
       }) {
    const std::string format = r.format;
    CAPTURE(format);
    const auto quoted = [](const std::string& text) { return text::json(text).dump(); };
    for (const std::string text : r.valid) CHECK_MESSAGE(accepts(format, quoted(text)), text);
    for (const std::string text : r.invalid) CHECK_MESSAGE(!accepts(format, quoted(text)), text);
    CHECK(accepts(format, "1"));
  }
}

TEST_CASE("formats of numbers are ranges, without rounding") {
  struct row {
    const char* format;
    std::vector<const char*> valid;
    std::vector<const char*> invalid;
  };
  for (const auto& r : std::vector<row>{
         {"int32", {"2147483647", "-2147483648", "1.0"}, {"2147483648", "-2147483649", "1.5"}},
         {"int64", {"9223372036854775807", "-9223372036854775808"}, {"9223372036854775808", "1e19"}},
         {"uint32", {"0", "4294967295"}, {"-1", "4294967296"}},
         {"uint64", {"18446744073709551615"}, {"-1", "18446744073709551616"}},
         {"float", {"3.4e38", "0.1"}, {"3.5e38", "-1e300"}},
         {"double", {"1e300"}, {}},
       }) {
    const std::string format = r.format;
    CAPTURE(format);
    for (const auto* text : r.valid) CHECK_MESSAGE(accepts(format, text), text);
    for (const auto* text : r.invalid) CHECK_MESSAGE(!accepts(format, text), text);
    CHECK(accepts(format, R"("text")"));
  }
}
