#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"

#include <functional>
#include <set>
#include <string>

namespace actors::releases {

/// Writes results of renderings into the cluster, so that the next start need not render charts again. A part
/// of HELM.
///
/// A lost result only costs a rendering at the next start. So tasks do not wait for writes, and failed writes
/// are ignored.
class proof_writer {
public:
  /// @param is_busy returns true for a release with running work; the end of this work notes the result again
  proof_writer(framework::actor_base<messages::helm_actor>* self, record_client& records,
               std::function<bool(const std::string&)> is_busy);

  /// Plans a write if the labels of the release's record lack a result.
  void note(const std::string& release);
  /// Writes the next result, when the delay is over.
  void write_next();

private:
  framework::actor_base<messages::helm_actor>* self_;
  record_client& records_;
  std::function<bool(const std::string&)> is_busy_;
  std::set<std::string> unwritten_; ///< releases with a result that their labels lack
  bool is_awaited_ = false;         ///< a reminder or a write is pending
};

} // namespace actors::releases
