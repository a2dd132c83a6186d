#include "actors/releases/helm_failure.hpp"

#include "actors/messages/program_failure.hpp"
#include "core/releases/chart_fault.hpp"

namespace actors::releases {

base::error helm_failure(const base::error& why, const std::string& words, const char* event) {
  auto failure = messages::program_failure::with(why, words);
  if (const auto fault = core::releases::chart_fault(words); !fault.empty())
    failure.shown.message.append(": ").append(fault);
  return failure.reported(event);
}

} // namespace actors::releases
