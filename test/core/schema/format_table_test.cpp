// Texts, and the results of github.com/go-openapi/strfmt 0.23 (on Go 1.26). A row with a different result has
// a comment with the reason.

#include "core/schema/format.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

struct row {
  std::string text;
  bool accepted;
};

void check_each(const char* format, const std::vector<row>& rows) {
  for (const auto& r : rows) {
    CAPTURE(r.text);
    CHECK(core::schema::find_format(format)->accepts_text(r.text) == r.accepted);
  }
}

} // namespace

TEST_CASE("a URI is what Go takes as one") {
  check_each("uri", {
                      {"https://a.example/b?c#d", true},
                      {"urn:x", true},
                      {"mailto:a@b", true},
                      {"/path", true},
                      {"//host/path", true},
                      {"*", true},
                      {"http://[::1", false},
                      {"http://[::1]", true},
                      {"http://[::1]:8080/x", true},
                      {"http://[::1]x", false},
                      {"http://[fe80::1%25en0]/", true},
                      {"http://a[::1]/", false},
                      {"http://::1]/", false},
                      {"http://a:80", true},
                      {"http://a:", true},
                      {"http://a:b", false},
                      {"http://a:80b/x", false},
                      {"http://a:-1/", false},
                      {"http://a:b:80/", true},
                      {"tcp://a:1,b:2/", true},
                      {"http://a/%zz", false},
                      {"http://a/%4", false},
                      {"http://a/%", false},
                      {"http://a/%20b", true},
                      {"http://a/?q=%zz", true},
                      {"http://a%41/", false},
                      {"http://a%c3%a4/", true},
                      {"http://a%25b/", true},
                      {"http://a b/", false},
                      {"http://a/b c", true},
                      {"/a b", true},
                      {"http://u:p@h/", true},
                      {"http://u%zz@h/", false},
                      {"http://u%40@h/", true},
                      {"http://u[p@h/", false},
                      {"http://u p@h/", false},
                      {"http://a^b/", false},
                      {"http://ä.example/ö", true},
                      {"http://", true},
                      {"http:", true},
                      {":x", false},
                      {"a", false},
                      {"a b", false},
                      {"1a:b", false},
                      {"a.b/c", false},
                      {"", false},
                      {"http://a/\x01", false},
                      {"http://a/\n", false},
                      {"http://a/\x7f", false},
                      {"http:?x y", true},
                      {"a:b c%zz", true},
                      {"?a", false},
                      {"http://h?x", true},
                      {"http://[]/", false},
                      {"http://[x]/", false},
                      {"http://a%2fb/", false},
                      {"http://@/", true},
                      {"http://a#b", false},
                      {"http://a|b/", false},
                      {"http://a<b>/", true},
                    });
}

TEST_CASE("base64 is in one piece") {
  check_each("byte", {
                       {"aGk=", true},
                       {"aGkK", true},
                       {"aG k=", false},
                       {"aGk= ", false},
                       {"aGk=\n", false},
                       {" aGk=", false},
                       {"aGk", false},
                       {"aG==", true},
                       {"a===", false},
                       {"====", false},
                       {"a*==", false},
                       {"aGl=", true},
                       {"aGk_", false},
                       {"a", false},
                       {"aGk=aGk=", false},
                       {"aGkä", false},
                       // Different, because an empty text is valid base64.
                       {"", true},
                     });
}

TEST_CASE("a date-time is that of RFC 3339") {
  check_each("date-time", {
                            {"2024-02-29T23:59:59Z", true},
                            {"2024-02-29t23:59:59z", true},
                            {"2024-01-01T00:00:00+23:59", true},
                            {"2024-01-01T00:00:00+02", false},
                            {"2024-01-01T00:00:00.123456789Z", true},
                            {"2024-01-01T00:00:00.Z", false},
                            {"2024-01-01T24:00:00Z", false},
                            {"2024-01-01T00:60:00Z", false},
                            {"2024-02-30T00:00:00Z", false},
                            {"2024-01-01T00:00:00", false},
                            {"2024-01-01T00:00Z", false},
                            {"2024-01-01", false},
                            {"2024-01-01T00:00:00Z\n", false},
                            {"0000-01-01T00:00:00Z", true},
                            // Different, because RFC 3339 allows leap seconds.
                            {"2024-02-29T23:59:60Z", true},
                            // Different, because RFC 3339 does not allow such offsets.
                            {"2024-01-01T00:00:00+24:00", false},
                            {"2024-01-01T00:00:00+25:00", false},
                            {"2024-01-01T00:00:00-00:60", false},
                            // Different, because this form is common and unambiguous.
                            {"2024-01-01T00:00:00+0200", true},
                            // Different, because RFC 3339 §5.6 allows a space for readability.
                            {"2024-01-01 00:00:00.123+02:00", true},
                            // Different, because strfmt accepts any character for the point, and any text
                            // after a second T, by mistake.
                            {"2024-01-01T00:00:00,5Z", false},
                            {"2024-01-01T00:00:00x5Z", false},
                            {"2024-01-01T00:00:00ZTx", false},
                          });
}
