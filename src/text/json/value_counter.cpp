#include "text/json/value_counter.hpp"

namespace text {

void value_counter::add(std::string_view part) noexcept {
  for (const char c : part) {
    if (escaped_)
      escaped_ = false;
    else if (in_string_) {
      escaped_ = c == '\\';
      in_string_ = c != '"';
    } else if (c == '"')
      in_string_ = true;
    else if (c == '[' || c == '{' || c == ',')
      ++count_;
  }
}

} // namespace text
