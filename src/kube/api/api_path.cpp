#include "kube/api/api_path.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace kube::api {

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

std::string_view path_of(std::string_view target) {
  return target.substr(0, target.find('?'));
}

/// Where the resource begins: `/api/v1/PLURAL/…` or `/apis/GROUP/VERSION/PLURAL/…`.
std::optional<std::size_t> first_of_resource(const std::vector<std::string_view>& segments) {
  if (segments.empty()) return std::nullopt;
  if (segments.front() == "apis") return 3;
  return segments.front() == "api" ? std::optional<std::size_t>(2) : std::nullopt;
}

/// True for a path below a namespace; false for the namespace itself and its subresources.
bool is_below_namespace(const std::vector<std::string_view>& segments, std::size_t at) {
  // `namespaces/NAME/pods` is a collection in a namespace, and `namespaces/NAME/status` is a part of the
  // namespace itself: only the third part of the path shows the difference.
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

std::optional<path_object> object_of_path(std::string_view target) {
  const auto segments = segments_of(path_of(target));
  const auto after_version = first_of_resource(segments);
  if (!after_version) return std::nullopt;
  const auto plural = *after_version + (is_below_namespace(segments, *after_version) ? 2 : 0);
  if (segments.size() <= plural) return std::nullopt;
  path_object found;
  if (segments.front() == "apis") found.group = unescape_uri_component(segments[1]);
  found.version = unescape_uri_component(segments[*after_version - 1]);
  if (plural > *after_version) found.namespace_ = unescape_uri_component(segments[*after_version + 1]);
  found.plural = unescape_uri_component(segments[plural]);
  if (segments.size() > plural + 1) found.name = unescape_uri_component(segments[plural + 1]);
  if (segments.size() > plural + 2) found.subresource = unescape_uri_component(segments[plural + 2]);
  return found;
}

std::string path_template(std::string_view target) {
  const auto path = path_of(target);
  auto segments = segments_of(path);
  const auto after_version = first_of_resource(segments);
  if (!after_version) return std::string(path);
  auto plural = *after_version;
  if (is_below_namespace(segments, plural)) {
    segments[plural + 1] = "{namespace}";
    plural += 2;
  }
  // A subresource stays, because there are only a few of them.
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

} // namespace kube::api
