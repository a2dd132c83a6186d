#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"

#include <functional>
#include <set>
#include <string>

namespace actors::releases {

/// Writes results of renderings into the cluster, so that the next start renders no chart again. A part of
/// HELM.
///
/// A lost result costs only a rendering at the next start, so no task waits for a write, and failed writes
/// are ignored.
class proof_writer {
public:
  /// @param is_busy true for a release on which work is under way, whose end notes the proof again
  proof_writer(framework::actor_base<messages::helm_actor>* self, record_client& records,
               std::function<bool(const std::string&)> is_busy);

  /// Plans a write of the record, if its labels lack a result.
  void note(const std::string& release);
  /// Writes the next result, when the delay is over.
  void write_next();

private:
  framework::actor_base<messages::helm_actor>* self_;
  record_client& records_;
  std::function<bool(const std::string&)> is_busy_;
  std::set<std::string> unwritten_; ///< releases whose labels lack a result that a rendering has proven
  bool is_awaited_ = false;         ///< a reminder or a write is under way
};

} // namespace actors::releases
