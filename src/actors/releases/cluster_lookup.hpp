#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

/// An answer for each object; `not_found`: it is absent, or the cluster does not serve its kind.
using looked_up = std::function<void(std::vector<base::result<text::json>>)>;

/// Reads objects from the cluster, by apiVersion, kind, namespace and name. They are read singly, so that
/// other requests to the API server do not wait for many of them.
/// @param default_namespace of objects without a namespace
void look_up(framework::actor_base<messages::helm_actor>* self, const messages::kube_client_actor& kube,
             std::string default_namespace, std::vector<text::json> objects, looked_up then);

} // namespace actors::releases
