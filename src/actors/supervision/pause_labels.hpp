#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/peer_registry.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace actors::supervision {

/// Writes the pauses of modules on the records of their releases, so that a pause whose key is lost while no
/// operator runs is found at the next start. A failed write is repeated, with waits between the tries: a
/// pause without the label would end with its key, and after a restart a label without a pause would hold its
/// module. A part of the SUPERVISOR.
class pause_labels {
public:
  pause_labels(framework::actor_base<messages::supervisor_actor>* self, const peer_registry& peers,
               const operator_setup& setup);

  enum class standing { paused, not_paused };
  /// Writes or removes the label on the latest record of a release, unless it is right already. Without a
  /// release there is nothing to write.
  void write(const std::string& release, standing now);
  /// Repeats failed writes whose time has come.
  void look();

private:
  /// A label that is being written, or could not be written.
  struct wish {
    standing now = standing::not_paused;
    std::uint64_t number = 0; ///< answers to a former wish do not count
    std::uint64_t failures = 0;
    std::int64_t next_us = 0; ///< of the next try, by the steady clock; 0: a try is under way
  };

  void try_to_write(const std::string& release);
  void write_on(const std::string& record, const std::string& release, std::uint64_t number);
  void fulfil(const std::string& release, std::uint64_t number);
  void fail(const std::string& release, std::uint64_t number);

  framework::actor_base<messages::supervisor_actor>* self_;
  const peer_registry& peers_;
  std::string namespace_name_; ///< of the releases; empty: there are no releases
  core::releases::release_storage storage_;
  std::map<std::string, wish> wishes_; ///< by release; bounded by the modules
  std::uint64_t last_number_ = 0;
};

} // namespace actors::supervision
