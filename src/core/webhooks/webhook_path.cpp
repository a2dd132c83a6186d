#include "core/webhooks/webhook_path.hpp"

namespace core::webhooks {

std::string webhook_path(std::string_view name) {
  std::string path = "/hooks/";
  const auto append = [&path](char c) {
    if (c != '-' || path.back() != '-') path += c;
  };
  for (const char c : name) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/';
    if (!is_plain) append('-');
    if (is_capital) append(static_cast<char>(c - 'A' + 'a'));
    if (is_plain) append(c);
  }
  return path;
}

} // namespace core::webhooks
