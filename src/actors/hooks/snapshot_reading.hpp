#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace actors {

/// One watch of a binding.
struct watch_source {
  informer_actor informer;
  subscription_key key;
  core::source_number number = 0; ///< as the binding counts it
};

/// From where the objects of a binding are read.
struct binding_sources {
  std::string problem; ///< why the binding does not know its objects; empty: it does
  std::vector<watch_source> sources;
  core::source_number last_source = 0; ///< that counted for the binding
};

/// The objects of a binding and the position from which its events follow.
struct binding_read {
  core::known_objects objects;
  core::snapshot_position position;
};

/// The answers of a binding's watches as one: all objects in order, or the reason why one of them is not known.
class binding_answers {
public:
  /// @param expected how many answers there will be.
  binding_answers(core::source_number last_source, std::size_t expected);

  void take(core::source_number source, const snapshot_read& x);
  [[nodiscard]] bool complete() const noexcept { return missing_ == 0; }
  /// @pre complete.
  [[nodiscard]] binding_read join() const;

private:
  std::size_t missing_;
  core::snapshot_position position_;
  std::vector<std::shared_ptr<const core::object_list>> lists_;
  std::string problem_;
};

using binding_snapshots = std::map<core::binding_id, binding_read>;

/// Reads the snapshots of some bindings, all at once, and calls back when each has answered. What is not known is
/// `unlisted` with the reason. A part of the actor `self`.
void read_snapshots(acting* self, const std::map<core::binding_id, binding_sources>& bindings,
                    std::function<void(binding_snapshots)> done);

} // namespace actors
