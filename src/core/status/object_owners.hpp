#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::status {

/// A kind of objects that refuse the work of a release, or hold it up.
enum class refusal_source { webhook, policy, quota, definition };

/// The name of an object that a refusal names. A webhook has its own name, which is not the name of its
/// configuration. A definition has the name of the group and kind: `Bucket.storage.example.com`.
struct refusing_object {
  refusal_source source = refusal_source::webhook;
  std::string name;

  friend auto operator<=>(const refusing_object&, const refusing_object&) = default;
};

/// The objects that refuse, with their place and owner in words: `ValidatingWebhookConfiguration team-policy,
/// labels owner=team-security`, `ResourceQuota web/limits, without labels, last written by kubectl-create`.
using object_owners = std::map<refusing_object, std::string>;

/// The objects by which a failure was refused, each once.
[[nodiscard]] std::vector<refusing_object> refusing_objects_in(std::string_view failure);

} // namespace core::status
