#pragma once

#include "kube/api/transport.hpp"
#include "kube/discovery/absence.hpp"

#include <functional>
#include <vector>

namespace actors::api {

using on_response = std::function<void(const base::result<kube::api::http_response>&)>;
/// Sends a request; the callback runs as a handler of the actor.
using send_request = std::function<void(kube::api::http_request, on_response)>;

/// Looks for contradictions to the absence of kinds that discovery lacks: the documents of their versions,
/// their CustomResourceDefinitions, and the APIServices. A part of the KUBE CLIENT.
/// @param done called when all requests are answered; at once if there is no question
void check_absence(std::vector<kube::discovery::absence_question> questions, const send_request& send,
                   std::function<void(const kube::discovery::absence_verdicts&)> done);

} // namespace actors::api
