#include "simulation/fake_api_target.hpp"

namespace simulation {

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::string current;
  for (auto c : text) {
    if (c == separator) {
      parts.push_back(std::move(current));
      current.clear();
    } else {
      current += c;
    }
  }
  parts.push_back(std::move(current));
  return parts;
}

} // namespace

std::string api_target::query_text(const std::string& name) const {
  const auto entry = query.find(name);
  return entry == query.end() ? std::string{} : entry->second;
}

api_target parse_target(const std::string& target) {
  const auto mark = target.find('?');
  api_target result{.path = target.substr(0, mark), .query = {}};
  if (mark == std::string::npos) return result;
  for (const auto& part : split(target.substr(mark + 1), '&')) {
    const auto equals = part.find('=');
    const auto value = equals == std::string::npos ? std::string{} : part.substr(equals + 1);
    result.query[kube::api::unescape_uri_component(part.substr(0, equals))] = kube::api::unescape_uri_component(value);
  }
  return result;
}

std::optional<addressed> find_addressed(const std::string& path, const std::vector<kube::api::resource>& resources) {
  auto parts = split(path.substr(1), '/');
  for (auto& part : parts) part = kube::api::unescape_uri_component(part);
  std::size_t next = 0;
  const auto take = [&] { return next < parts.size() ? parts[next++] : std::string{}; };
  const bool is_core = take() == "api";
  const auto group = is_core ? std::string{} : take();
  const auto version = take();
  kube::api::object_location where;
  // `/namespaces/x` is an object, `/namespaces/x/pods` a collection in it.
  if (next + 2 < parts.size() && parts[next] == "namespaces" && parts[next + 2] != "status") {
    where.namespace_ = parts[next + 1];
    next += 2;
  }
  const auto plural = take();
  where.name = take();
  where.subresource = take();
  for (const auto& x : resources)
    if (x.group == group && x.version == version && x.plural == plural) return addressed{.resource = x, .where = where};
  return std::nullopt;
}

} // namespace simulation
