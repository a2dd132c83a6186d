#include "text/json/address_login.hpp"

namespace text {

bool has_login(std::string_view url) {
  const auto scheme = url.find("://");
  const auto begin = scheme == url.npos ? 0 : scheme + 3;
  return url.substr(begin, url.find_first_of("/?#", begin) - begin).find('@') != url.npos;
}

} // namespace text
