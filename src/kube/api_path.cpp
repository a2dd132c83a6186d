#include "kube/api_path.hpp"

namespace kube {

namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_'
         || c == '~';
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_segment(std::string& path, std::string_view segment) {
  path += '/';
  path += escape_uri_component(segment);
}

} // namespace

std::string api_path(const resource& what, const object_location& where) {
  std::string path = what.group.empty() ? "/api" : "/apis";
  if (!what.group.empty()) append_segment(path, what.group);
  append_segment(path, what.version);
  if (what.namespaced && !where.namespace_.empty()) {
    path += "/namespaces";
    append_segment(path, where.namespace_);
  }
  append_segment(path, what.plural);
  if (!where.name.empty()) append_segment(path, where.name);
  if (!where.subresource.empty()) append_segment(path, where.subresource);
  return path;
}

std::string escape_uri_component(std::string_view text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (auto c : text) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += digits[byte >> 4];
    out += digits[byte & 15];
  }
  return out;
}

std::string unescape_uri_component(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const auto high = hex_value(text[i + 1]);
      const auto low = hex_value(text[i + 2]);
      if (high >= 0 && low >= 0) {
        out += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

} // namespace kube
