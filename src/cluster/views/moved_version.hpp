#pragma once

#include "kube/objects/object_store.hpp"
#include "text/json/json_pointer.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cluster::views {

/// A watch without apiVersion that goes on in another version of its kind, as a binding with a filter sees
/// it. A field may have moved in that version: then the filter gives null for it on all objects, as if users
/// had emptied it. Such a result is held back, and the object keeps its view.
///
/// A result in which a field of the earlier view is null is held back until all objects were listed. If the
/// field has a value on any object in the new version, it is there, and the results are shown after all. Else
/// the field is gone, and results without it are held back until an object has it. Bound: the objects of the
/// watch, with their texts packed.
class moved_version {
public:
  /// @param from, to versions of the kind: `example.com/v1beta1`
  moved_version(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}

  /// Takes the result of the filter on an object in the new version. JSON texts.
  /// @param before the result of the object's view; empty: it has no view
  /// @returns true if the result is held back
  [[nodiscard]] bool holds(const kube::objects::object_ptr& object, std::string_view before, std::string_view now);
  void forget(const text::full_name& name) { held_.erase(name); }

  /// All objects were listed in the new version.
  void end_list();
  [[nodiscard]] std::vector<kube::objects::object_ptr> held() const;
  /// The objects whose results are not held back any more, each once.
  [[nodiscard]] std::vector<kube::objects::object_ptr> take_shown();

  [[nodiscard]] const std::string& from() const noexcept { return from_; }
  [[nodiscard]] const std::string& to() const noexcept { return to_; }
  /// The fields of results that are gone: `.size, .limits.cpu`; empty: none, or not known yet.
  [[nodiscard]] std::string gone() const;
  /// The reason for which results are held back, with the next step.
  [[nodiscard]] std::string words() const;

private:
  using fields = std::set<text::json_pointer>;
  struct held_result {
    kube::objects::object_ptr object;
    fields lost;
  };

  std::string from_;
  std::string to_;
  bool is_listed_ = false;
  fields present_; ///< that have a value on an object in the new version
  fields gone_;
  bool may_show_ = false; ///< fields are gone no more since `take_shown`
  std::map<text::full_name, held_result> held_;
};

} // namespace cluster::views
