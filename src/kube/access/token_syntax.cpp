#include "kube/access/token_syntax.hpp"

#include <algorithm>

namespace kube::access {

base::result<void> check_token(const std::string& token) {
  // The characters that the value of a header may have (RFC 9110 §5.5), without the tab, which no token has.
  const auto bad = std::find_if(token.begin(), token.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  if (bad == token.end()) return {};
  return base::fail(base::error_code::invalid_input,
                    std::string("the token has ")
                      + (*bad == '\n' || *bad == '\r' ? "a line break" : "a control character") + " at character "
                      + std::to_string(bad - token.begin() + 1) + ", so it cannot be sent; it must be one line");
}

base::result<std::string> token_in(const std::string& text) {
  constexpr auto space = " \t\r\n";
  const auto first = text.find_first_not_of(space);
  auto token =
    first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(space) + 1 - first);
  if (auto usable = check_token(token); !usable) return tl::unexpected(usable.error());
  return token;
}

} // namespace kube::access
