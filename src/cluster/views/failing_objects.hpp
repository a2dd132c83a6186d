#pragma once

#include "base/error.hpp"
#include "kube/objects/object_store.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cluster::views {

/// The objects on which a filter fails now.
struct filter_trouble {
  std::size_t objects = 0;
  /// The number of these objects without any view, which are missing in snapshots.
  std::size_t unseen = 0;
  bool are_all = false; ///< no object has a view
  std::string first;    ///< `NAMESPACE/NAME` of the first, preferably without a view
  std::string reason;   ///< the failure on this object
};

/// Whether an object on which a filter fails has an earlier view, which stays in snapshots.
enum class earlier_view { none, stays };

/// Keeps the objects on which the filter of a binding fails, and why.
class failing_objects {
public:
  void note(const kube::objects::object_ptr& object, const base::error& why, earlier_view before);
  /// The filter has worked on the object, or the object is gone.
  void forget(const text::full_name& name);
  void forget_all();

  /// True if the filter fails on an object that has an earlier view.
  [[nodiscard]] bool has_earlier_view(const text::full_name& name) const { return failing_.contains(name); }
  /// @param views the number of objects that have a view
  /// @returns nullopt: the filter works on all objects, or there is no filter
  [[nodiscard]] std::optional<filter_trouble> trouble(std::size_t views) const;

  /// Objects without a view on which the filter was stopped or was not run.
  [[nodiscard]] std::vector<kube::objects::object_ptr> stopped_on() const;
  [[nodiscard]] bool may_try_again() const noexcept { return !again_.empty(); }
  /// From now on the filter is tried again only on objects that change.
  void drop_objects() { again_.clear(); }

private:
  using reasons = std::map<text::full_name, std::string>;

  reasons failing_;                                            ///< objects with an earlier view
  reasons unseen_;                                             ///< objects without any view
  std::map<text::full_name, kube::objects::object_ptr> again_; ///< among them, if another try may succeed
};

} // namespace cluster::views
