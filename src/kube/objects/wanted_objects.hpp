#pragma once

#include "kube/api/request.hpp"
#include "kube/objects/object_bytes.hpp"

#include <string>

namespace kube::objects {

/// The objects that a list or a watch asks for.
struct wanted_objects {
  api::resource resource;
  std::string namespace_{}; ///< empty: all
  api::selector_texts selectors{};
  api::object_content content = api::object_content::full;
};

/// The reason why an object is no wanted object; empty: it is a wanted object. Compared are the type, where
/// the object has a type, the namespace, and a name in the field selector (`metadata.name=a`). A cache or a
/// proxy that ignores a selector, or the wanted form, shows other objects.
[[nodiscard]] std::string doubt_on(const object_identity& x, const wanted_objects& wanted);

/// The reason why a list, by its own type, may not be the list of the wanted objects; empty: it is that list.
[[nodiscard]] std::string doubt_on_list(const api::object_type& type, const wanted_objects& wanted);

/// The error for an answer that says nothing about the wanted objects: `unavailable`, with the next step.
[[nodiscard]] base::error not_an_answer(const std::string& about, const std::string& doubt);

} // namespace kube::objects
