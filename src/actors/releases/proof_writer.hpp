#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"

#include <functional>
#include <set>
#include <string>

namespace actors::releases {

/// Notes results of renderings in the cluster, so that the next start renders no chart again. A part of HELM.
///
/// They are not needed before that, and a lost result costs only a rendering: no task waits for the write,
/// and its failures are ignored.
class proof_writer {
public:
  /// @param is_busy true for a release on which work is under way, whose end notes the proof again
  proof_writer(framework::actor_base<messages::helm_actor>* self, record_client& records,
               std::function<bool(const std::string&)> is_busy);

  /// Has the record of the release written in a while, if its labels lack a result.
  void note(const std::string& release);
  /// That while is over.
  void write_next();

private:
  framework::actor_base<messages::helm_actor>* self_;
  record_client& records_;
  std::function<bool(const std::string&)> is_busy_;
  std::set<std::string> unwritten_; ///< releases whose labels lack a result that a rendering has proven
  bool is_awaited_ = false;         ///< until all of them are written
};

} // namespace actors::releases
