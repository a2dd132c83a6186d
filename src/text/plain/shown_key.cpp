#include "text/plain/shown_key.hpp"

#include "text/plain/secret_text.hpp"

namespace text {

std::string shown_key(std::string_view key) {
  return without_secrets(key);
}

} // namespace text
