#include "kube/access/token_subject.hpp"

#include "text/json/json.hpp"
#include "text/plain/base64.hpp"

#include <algorithm>

namespace kube::access {

std::string subject_of_token(std::string_view token) {
  const auto first = token.find('.');
  const auto second = first == std::string_view::npos ? first : token.find('.', first + 1);
  if (second == std::string_view::npos) return {};
  // The alphabet for URLs, without padding. (RFC 4648 §5)
  std::string payload(token.substr(first + 1, second - first - 1));
  std::replace(payload.begin(), payload.end(), '-', '+');
  std::replace(payload.begin(), payload.end(), '_', '/');
  payload.append((4 - payload.size() % 4) % 4, '=');
  const auto decoded = text::decode_base64(payload);
  const auto claims = decoded ? text::parse_json(*decoded) : base::result<text::json>();
  return decoded && claims && claims->is_object() ? claims->string_at("sub").value_or("") : std::string();
}

} // namespace kube::access
