#pragma once

#include "text/json/json.hpp"

#include <string>
#include <string_view>

namespace kube::objects {

/// The resourceVersion of an object; empty if it has no such field.
[[nodiscard]] std::string resource_version_of(const text::json& object);

/// Whether version `a` comes before `b`; both of objects of the same resource type.
///
/// The API conventions long called resourceVersions opaque, to be compared for equality only. Since
/// Kubernetes 1.35 (KEP-5504) clients may order them: they are decimal numbers of any length without leading
/// zeros. API servers before it hand out etcd's revisions, which have this form too. Text of another form has
/// no place in the order: it is neither older nor newer, so that the last arrival counts.
[[nodiscard]] bool is_older(std::string_view a, std::string_view b) noexcept;

} // namespace kube::objects
