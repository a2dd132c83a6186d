#pragma once

#include "kube/api/sender.hpp"
#include "kube/discovery/absence.hpp"

#include <functional>
#include <vector>

namespace kube::discovery {

/// Asks the API server whether anything contradicts the absence of kinds that discovery lacks: it reads the
/// documents of their versions, their CustomResourceDefinitions, and the APIServices. A part of the KUBE
/// CLIENT.
/// @param done is called after all answers, and at once if there is no question
void check_absence(std::vector<absence_question> questions, const api::send_request& send,
                   std::function<void(const absence_verdicts&)> done);

} // namespace kube::discovery
