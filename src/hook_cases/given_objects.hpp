#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot.hpp"
#include "core/rbac/resource_names.hpp"
#include "kube/objects/object_bytes.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hook_cases {

/// The objects that stand for the content of a cluster, and the part of them that a binding sees.
class given_objects {
public:
  /// @param objects each with apiVersion, kind and metadata.name, and with metadata.namespace unless the kind
  /// has no namespaces; a `List` stands for its items
  /// @param names finds the resources of kinds; CustomResourceDefinitions among the objects are added
  /// @returns an error (`invalid_input`) that names an object without these members, or an object that is
  /// given twice
  [[nodiscard]] static base::result<given_objects> of(const std::vector<text::json>& objects,
                                                      core::rbac::resource_names names = {});

  /// The objects that a binding picks by kind, names, namespaces, labels and fields, with the results of its
  /// filter; sorted by namespace, then name.
  /// @returns an error that names the object on which the filter fails, or the Namespace whose labels are
  /// needed and not given
  [[nodiscard]] base::result<core::bindings::object_list>
  seen_by(const core::bindings::kubernetes_binding& binding) const;

  /// The object of that name alone, as the binding sees it; nullopt: the binding picks no such object.
  /// @param name `NAMESPACE/NAME`, or `NAME` without a namespace
  [[nodiscard]] base::result<std::optional<core::bindings::snapshot_object>>
  seen_by(const core::bindings::kubernetes_binding& binding, const std::string& name) const;

  /// All objects without the objects of that name.
  [[nodiscard]] given_objects without(const std::string& name) const;

  /// `kind NAMESPACE/NAME` of each object, for messages.
  [[nodiscard]] std::vector<std::string> names() const;

private:
  struct given {
    text::json content;
    kube::objects::object_ptr bytes;
  };

  [[nodiscard]] base::result<bool> picks(const core::bindings::kubernetes_binding& binding, const given& x) const;
  [[nodiscard]] base::result<bool> picks_namespace(const core::bindings::kubernetes_binding& binding,
                                                   const std::string& name) const;

  std::vector<given> objects_;
  core::rbac::resource_names names_;
};

/// The label of an object in messages and in `--event`: `NAMESPACE/NAME`, or `NAME` without a namespace.
[[nodiscard]] std::string name_of(const kube::objects::object_key& key);

} // namespace hook_cases
