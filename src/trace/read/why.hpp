#pragma once

#include "base/error.hpp"
#include "trace/read/recorded_run.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace trace::read {

/// A question to a recorded run.
struct why_question {
  enum class about {
    run,      ///< why did this module run, the last time?
    value,    ///< why is this value as it is: `webApp.replicas`?
    release,  ///< why did Helm change this release, or not?
    disabled, ///< why is this module not enabled?
    waiting,  ///< why does this queue wait?
    review,   ///< why was this request refused or allowed, or its review slow?
    not_ready ///< why has the first converge not come to its end? Needs no name.
  };
  about what = about::run;
  std::string name;
  std::optional<std::uint32_t> revision; ///< of a release; nullopt: the last time
  std::size_t width = 0;                 ///< of the lines of the answer; 0: no limit
};

/// The name of a fact of a discovery about a module: the source that had switched the module on when its
/// release was made.
[[nodiscard]] std::string wanted_before_fact(const std::string& module);

/// Answers the question in plain words: the event and its causes, back to events from outside. The answer has
/// at most `screen_rows` rows. An error (`not_found`) says that the trace has no such event, and lists the
/// names that the trace has.
[[nodiscard]] base::result<std::string> why(const recorded_run& run, const why_question& question);

} // namespace trace::read
