#include "kube/api_path.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

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

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  while (path.starts_with('/')) {
    const auto end = std::min(path.find('/', 1), path.size());
    segments.push_back(path.substr(1, end - 1));
    path.remove_prefix(end);
  }
  return segments;
}

/// True for a path below a namespace, as opposed to that of a namespace itself or of one of its subresources.
bool is_below_namespace(const std::vector<std::string_view>& segments, std::size_t at) {
  return segments.size() > at + 2 && segments[at] == "namespaces" && segments[at + 2] != "status"
         && segments[at + 2] != "finalize";
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

std::string path_template(std::string_view target) {
  const auto path = target.substr(0, target.find('?'));
  auto segments = segments_of(path);
  // `/api/v1/PLURAL/…` or `/apis/GROUP/VERSION/PLURAL/…`
  const bool grouped = !segments.empty() && segments.front() == "apis";
  if (segments.empty() || (!grouped && segments.front() != "api")) return std::string(path);
  std::size_t plural = grouped ? 3 : 2;
  if (is_below_namespace(segments, plural)) {
    segments[plural + 1] = "{namespace}";
    plural += 2;
  }
  if (segments.size() > plural + 1) segments[plural + 1] = "{name}";
  std::string out;
  for (const auto segment : segments) out.append("/").append(segment);
  return out;
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
