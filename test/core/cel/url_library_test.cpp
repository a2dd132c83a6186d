#include "core/cel/url_library.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("absolute URIs and absolute paths are URLs") {
  for (const auto* text : {"https://user:pass@example.com:80/path?query=val#fragment", "/absolute-path",
                           "https://a:b:c@example.com/", "HTTPS://example.com", "http://[::1]:80/",
                           "mailto:a@example.com", "http://%C3%A4.example/", "*", "//host/path"})
    CHECK_MESSAGE(core::cel::read_url(text).has_value(), text);
  for (const auto* text : {"", "../relative-path", "example.com/path", ":x", "http://a b/", "http://x:y/",
                           "http://[::1/", "http://a/%zz", "http://%41/", "/a\x7f", "http://[::1]x/", "?a"})
    CHECK_MESSAGE(!core::cel::read_url(text), text);
}

TEST_CASE("a URL has parts") {
  test::check({
    {"isURL('https://example.com:80/path')", "true"},
    {"isURL('https://a:b:c/')", "false"},
    {"url('../relative')", "failed: the text is neither an absolute URI nor an absolute path"},
    {"url('HTTPS://example.com/').getScheme()", "https"},
    {"url('/path').getScheme() == ''", "true"},
    {"url('https://example.com:80/').getHost()", "example.com:80"},
    {"url('https://[::1]:80/').getHost()", "[::1]:80"},
    {"url('/path').getHost() == ''", "true"},
    {"url('https://[::1]:80/').getHostname()", "::1"},
    {"url('https://127.0.0.1:80/').getHostname()", "127.0.0.1"},
    {"url('https://example.com:80/').getPort()", "80"},
    {"url('https://example.com/').getPort() == ''", "true"},
    {"url('https://example.com/path').getEscapedPath()", "/path"},
    {"url('https://example.com/path with spaces/').getEscapedPath()", "/path%20with%20spaces/"},
    {"url('https://example.com/a%2Fb').getEscapedPath()", "/a%2Fb"},
    {"url('https://example.com').getEscapedPath() == ''", "true"},
    {"url('https://example.com/?k1=a&k2=b&k2=c').getQuery()['k2']", "[b, c]"},
    {"url('https://example.com/?key with spaces=value with spaces').getQuery()['key with spaces']",
     "[value with spaces]"},
    {"url('https://example.com/?a=1+2&b=%C3%A4').getQuery() == {'a': ['1 2'], 'b': ['\u00e4']}", "true"},
    {"url('https://example.com/?').getQuery().size()", "0"},
    {"url('https://example.com/') == url('https://example.com/')", "true"},
    {"string(url('https://example.com/'))", "https://example.com/"},
  });
}
