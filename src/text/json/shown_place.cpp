#include "text/json/shown_place.hpp"

#include "base/excerpt.hpp"
#include "base/secret_key.hpp"
#include "text/plain/shown_key.hpp"

namespace text {

std::string shown_place(const json_pointer& place) {
  std::string shown;
  for (const auto& token : place.tokens) {
    if (shown.size() > shown_place_bytes_max) break;
    // A key is cut only when its secrets are hidden: the cut could remove the mark of a secret.
    shown += (shown.empty() ? "" : ".") + base::excerpt(shown_key(token), shown_place_bytes_max);
    if (base::names_a_secret(token)) break;
  }
  return base::excerpt(shown, shown_place_bytes_max);
}

std::string shown_pointer(const json_pointer& place) {
  json_pointer shown;
  for (const auto& token : place.tokens) shown.tokens.push_back(shown_key(token));
  return shown.text();
}

} // namespace text
