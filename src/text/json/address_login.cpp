#include "text/json/address_login.hpp"

namespace text {

bool has_login(std::string_view url) {
  return url.find_first_of("@?#") != url.npos;
}

} // namespace text
