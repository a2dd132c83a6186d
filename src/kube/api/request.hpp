#pragma once

#include "kube/api/api_path.hpp"
#include "kube/api/resource.hpp"
#include "kube/api/transport.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace kube::api {

/// The part of each object that the server should send.
enum class object_content {
  full,
  metadata, ///< PartialObjectMetadata: `metadata` only
};

/// Narrows a list or a watch, as text that the API server understands. Empty: no restriction.
struct selector_texts {
  std::string labels; ///< `app=web,tier in (a,b),!legacy`
  std::string fields; ///< `metadata.name=web`

  friend bool operator==(const selector_texts&, const selector_texts&) = default;
};

struct list_options {
  std::string namespace_; ///< empty: all
  selector_texts selectors;
  std::size_t limit = 0;        ///< objects per page; 0 = all at once
  std::string continue_token;   ///< from the page before
  std::string resource_version; ///< empty: the newest state
  object_content content = object_content::full;
};

struct watch_options {
  std::string namespace_;
  selector_texts selectors;
  std::string resource_version;       ///< events after this version
  std::chrono::seconds duration{300}; ///< after which the server ends the stream
  /// After a longer silence the stream counts as dead; 0: somewhat longer than `duration`.
  std::chrono::seconds longest_silence{0};
  object_content content = object_content::full;
};

enum class patch_kind {
  merge,     ///< RFC 7386
  json,      ///< RFC 6902
  strategic, ///< Kubernetes' own, for built-in kinds
  apply,     ///< server-side apply: JSON of the wanted object
};

struct patch_options {
  patch_kind kind = patch_kind::merge;
  std::string body;
  std::string field_manager = "addon-operator";
  bool force = false; ///< apply: take fields over from other managers
};

/// The fate of the objects that the deleted object owns.
enum class propagation { background, foreground, orphan };

struct remove_options {
  propagation policy = propagation::background;
  std::string uid;              ///< delete only this incarnation (else `conflict`); empty: any
  std::string resource_version; ///< delete only this version (else `conflict`); empty: any
};

/// Requests as plain values: `transport::start` carries them out, `response.hpp` reads the answers. A body is
/// the JSON text of an object.
[[nodiscard]] http_request list_request(const resource& what, const list_options& options = {});
[[nodiscard]] http_request watch_request(const resource& what, const watch_options& options);
[[nodiscard]] http_request get_request(const resource& what, const object_location& where,
                                       object_content content = object_content::full);
/// The request to create an object. `where.name` counts only if a subresource is created
/// (`serviceaccounts/NAME/token`).
[[nodiscard]] http_request create_request(const resource& what, const object_location& where, std::string body);
[[nodiscard]] http_request update_request(const resource& what, const object_location& where, std::string body);
[[nodiscard]] http_request patch_request(const resource& what, const object_location& where, patch_options options);
[[nodiscard]] http_request remove_request(const resource& what, const object_location& where,
                                          const remove_options& options = {});

/// Checks that a request addresses the object that its path seems to name: `path_segment_problem` accepts
/// each part of the path, and a change or deletion names an object. Errors: `invalid_input`, with the path
/// and the next step. Readers of hooks, charts and options refuse such names themselves; this check is for
/// names from other sources.
[[nodiscard]] base::result<void> check_request(const http_request& request);

} // namespace kube::api
