#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

/// Called with a result for each object; `not_found`: absent, of a kind that the cluster does not serve, or a
/// hook of Helm; `invalid_input`: its kind is served in other versions only.
using looked_up = std::function<void(std::vector<base::result<text::json>>)>;

/// Reads objects from the cluster by apiVersion, kind, namespace and name. They are read in sequence, so that
/// they do not delay other requests to the API server.
/// @param default_namespace for objects that name no namespace
void look_up(framework::actor_base<messages::helm_actor>* self, const messages::kube_client_actor& kube,
             std::string default_namespace, std::vector<text::json> objects, looked_up then);

} // namespace actors::releases
