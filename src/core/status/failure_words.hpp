#pragma once

#include "core/status/status_facts.hpp"

namespace core::status {

/// Puts the words of hooks and of Helm in place of the hints to the log, in the failures of all tasks and of
/// the last runs of modules. A failure stays as it is if the last run of its program has left no words of a
/// failure.
void show_words(status_facts& x);

} // namespace core::status
