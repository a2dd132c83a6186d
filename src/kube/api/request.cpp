#include "kube/api/request.hpp"

#include "base/path_segment.hpp"
#include "text/json/json.hpp"

#include <algorithm>

namespace kube::api {

namespace {

/// Builds the query of a target; parameters with an empty value are left out.
class query_builder {
public:
  explicit query_builder(std::string path) : target_(std::move(path)) {}

  query_builder& with(std::string_view name, std::string_view value) {
    if (value.empty()) return *this;
    target_ += first_ ? '?' : '&';
    first_ = false;
    target_ += name;
    target_ += '=';
    target_ += escape_uri_component(value);
    return *this;
  }

  query_builder& with(const selector_texts& selectors) {
    return with("labelSelector", selectors.labels).with("fieldSelector", selectors.fields);
  }

  std::string take() { return std::move(target_); }

private:
  std::string target_;
  bool first_ = true;
};

/// The header Accept. It names the kind that the server may send instead of the stored kind, and plain JSON,
/// which a server that does not know that kind sends.
std::string accept_header(object_content content, std::string_view metadata_kind) {
  if (content == object_content::full) return "application/json";
  return "application/json;as=" + std::string(metadata_kind) + ";g=meta.k8s.io;v=v1,application/json";
}

std::string content_type_of(patch_kind kind) {
  switch (kind) {
    case patch_kind::merge: return "application/merge-patch+json";
    case patch_kind::json: return "application/json-patch+json";
    case patch_kind::strategic: return "application/strategic-merge-patch+json";
    case patch_kind::apply: return "application/apply-patch+yaml";
  }
  return {};
}

std::string_view policy_name(propagation policy) {
  switch (policy) {
    case propagation::background: return "Background";
    case propagation::foreground: return "Foreground";
    case propagation::orphan: return "Orphan";
  }
  return {};
}

http_request with_body(std::string method, std::string target, std::string body) {
  return {.method = std::move(method),
          .target = std::move(target),
          .body = std::move(body),
          .content_type = "application/json"};
}

// The idle limit of a watch is longer than the watch, so that the server, and not this limit, ends a healthy
// watch.
constexpr std::chrono::seconds idle_margin{30};

} // namespace

http_request list_request(const resource& what, const list_options& options) {
  auto query = query_builder(api_path(what, {.namespace_ = options.namespace_}));
  query.with(options.selectors)
    .with("limit", options.limit == 0 ? "" : std::to_string(options.limit))
    .with("continue", options.continue_token)
    .with("resourceVersion", options.resource_version);
  return {.target = query.take(),
          .accept = accept_header(options.content, "PartialObjectMetadataList"),
          .answer_bytes_max = 0};
}

http_request watch_request(const resource& what, const watch_options& options) {
  auto query = query_builder(api_path(what, {.namespace_ = options.namespace_}));
  query.with("watch", "true")
    .with(options.selectors)
    .with("resourceVersion", options.resource_version)
    // Bookmarks keep the position of a quiet watch young, so that the next watch can go on from it.
    .with("allowWatchBookmarks", "true")
    .with("timeoutSeconds", std::to_string(options.duration.count()));
  return {.target = query.take(),
          .accept = accept_header(options.content, "PartialObjectMetadata"),
          .streaming = true,
          .timeout = {},
          .idle_timeout =
            options.longest_silence.count() > 0 ? options.longest_silence : options.duration + idle_margin};
}

http_request get_request(const resource& what, const object_location& where, object_content content) {
  return {.target = api_path(what, where), .accept = accept_header(content, "PartialObjectMetadata")};
}

http_request create_request(const resource& what, const object_location& where, std::string body) {
  const bool collection = where.subresource.empty();
  const auto path = api_path(what, collection ? object_location{.namespace_ = where.namespace_} : where);
  return with_body("POST", path, std::move(body));
}

http_request update_request(const resource& what, const object_location& where, std::string body) {
  return with_body("PUT", api_path(what, where), std::move(body));
}

http_request patch_request(const resource& what, const object_location& where, patch_options options) {
  const bool apply = options.kind == patch_kind::apply;
  auto query = query_builder(api_path(what, where));
  query.with("fieldManager", options.field_manager).with("force", apply && options.force ? "true" : "");
  auto request = with_body("PATCH", query.take(), std::move(options.body));
  request.content_type = content_type_of(options.kind);
  return request;
}

http_request remove_request(const resource& what, const object_location& where, const remove_options& options) {
  auto query = query_builder(api_path(what, where));
  query.with("propagationPolicy", policy_name(options.policy));
  if (options.uid.empty() && options.resource_version.empty()) return {.method = "DELETE", .target = query.take()};
  // Preconditions need a body, and with a body the API server reads no options from the query. So the policy
  // is in the body, too.
  auto preconditions = text::json::object();
  if (!options.uid.empty()) preconditions = preconditions.with("uid", options.uid);
  if (!options.resource_version.empty())
    preconditions = preconditions.with("resourceVersion", options.resource_version);
  std::string body = R"({"apiVersion":"v1","kind":"DeleteOptions","preconditions":)" + preconditions.dump();
  body += R"(,"propagationPolicy":")";
  body += policy_name(options.policy);
  body += R"("})";
  return with_body("DELETE", api_path(what, where), std::move(body));
}

base::result<void> check_request(const http_request& request) {
  const auto refuse = [&](const std::string& problem) {
    return base::fail(base::error_code::invalid_input, "request " + request.method + " "
                                                         + request.target.substr(0, request.target.find('?'))
                                                         + " is not sent: " + problem + ": correct the name there");
  };
  auto rest = std::string_view(request.target).substr(0, request.target.find('?'));
  while (rest.starts_with('/')) {
    const auto end = std::min(rest.find('/', 1), rest.size());
    // Decoded as the server decodes it: `%2e%2e` leads to another object as `..` does.
    const auto problem = base::path_segment_problem(unescape_uri_component(rest.substr(1, end - 1)));
    if (!problem.empty() && rest.size() > 1) return refuse("a part of its path " + problem);
    rest.remove_prefix(end);
  }
  const bool is_about_one = request.method == "PUT" || request.method == "PATCH" || request.method == "DELETE";
  const auto addressed = object_of_path(request.target);
  if (is_about_one && addressed && addressed->name.empty()) return refuse("it would be about all objects of a kind");
  return {};
}

} // namespace kube::api
