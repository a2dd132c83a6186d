#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/peer_registry.hpp"

#include <string>

namespace actors::supervision {

/// Writes the pauses of modules on the records of their releases, so that a pause whose key is lost while no
/// operator runs is found at the next start. A failed write is not repeated: a pause without the label ends
/// with its key, and a label without a pause is taken away when the grace of the pause is over. A part of the
/// SUPERVISOR.
class pause_labels {
public:
  pause_labels(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
               const operator_setup& setup);

  enum class standing { paused, not_paused };
  /// Writes or removes the label on the latest record of a release, unless it is right already. Without a
  /// release there is nothing to write.
  void write(const std::string& release, standing now);

private:
  void write_on(const std::string& record, standing now);

  framework::actor_base<messages::supervisor_actor>* self_;
  const peer_registry& peers_;
  std::string namespace_name_; ///< of the releases; empty: there are no releases
  core::releases::release_storage storage_;
};

} // namespace actors::supervision
