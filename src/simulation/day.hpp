#pragma once

#include "simulation/real_programs.hpp"
#include "simulation/virtual_cluster.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace simulation {

// -- events ---------------------------------------------------------------------

/// The API server does not answer for a while.
struct api_unreachable {
  std::chrono::nanoseconds duration{0};
};

/// All watches end. With `expired` the API server also forgets its history, so that the operator lists all
/// objects anew.
struct watches_cut {
  bool expired = false;
};

/// The API server answers requests with this status without carrying them out.
struct wrong_answer {
  int status = 500;
  std::string path;   ///< text that the target contains; empty: every target
  std::string method; ///< empty: every method
  std::optional<std::chrono::nanoseconds> duration;
  std::optional<unsigned> times;
};

/// Kills the operator when it starts a program with this text in the command line; a second later the
/// operator starts again.
struct killed_in {
  std::string program;
};

using day_fault = std::variant<api_unreachable, watches_cut, wrong_answer, program_fault, killed_in>;

enum class restart_kind { stopped, killed };

// -- expectations ---------------------------------------------------------------

struct expected_values {
  std::string section; ///< `global`, or the name of a module
  text::json tree;     ///< see `tree_differences`
};

enum class presence { present, absent };

struct expected_object {
  object_name name;
  presence is = presence::present;
  text::json tree{}; ///< null: any content
};

struct expected_release {
  std::string name;
  presence is = presence::present;
  std::optional<std::int64_t> revision{};
  std::optional<std::string> status{};
};

struct expected_module {
  std::string name;
  bool enabled = true;
};

/// The runs of hooks, `enabled` scripts and Helm since the last step, in order; `...` stands for any number
/// of runs.
struct expected_runs {
  std::vector<std::string> lines;
};

/// The answer of /readyz. `ready` also requires that /readyz names no problem, unless the step expects
/// problems.
struct expected_readiness {
  bool ready = true;
  bool are_problems_expected = false;
};

/// Texts, each of which is part of a line of /readyz; empty: there must be no line.
struct expected_problems {
  std::vector<std::string> texts;
};

/// Texts, each of which must be in a line of the log since the last step.
struct expected_log {
  std::vector<std::string> texts;
};

using expected_thing = std::variant<expected_values, expected_object, expected_release, expected_module, expected_runs,
                                    expected_readiness, expected_problems, expected_log>;

struct expectation {
  int line = 0; ///< of the file
  expected_thing what;
};

// -- the day -------------------------------------------------------------------

struct day_step {
  std::string name;
  int line = 0;
  std::vector<day_fault> faults;
  std::vector<text::json> applied;
  std::vector<object_name> deleted;
  std::map<std::string, std::optional<std::string>> config; ///< texts of keys of the ConfigMap; empty: it is removed
  std::optional<restart_kind> restart;
  std::chrono::nanoseconds wait{0};
  std::chrono::nanoseconds within{0}; ///< virtual time in which the expectations must come true
  std::vector<expectation> expected;
};

/// A scripted day: the content of the cluster before the operator starts, and the events of the day.
struct day {
  std::string file;
  std::string title;
  std::optional<std::int64_t> begins_us; ///< wall clock, microseconds since the epoch; empty: the start of virtual time
  std::string namespace_name = "addon-operator";
  bool is_place_named =
    false; ///< true if the day names a namespace; without it, and without modules, the day is for a shell-operator
  std::string config_map = "addon-operator";
  std::vector<std::string> modules_dirs{"modules"}; ///< below the directory that is simulated
  bool are_modules_dirs_given = false;
  std::string global_hooks_dir = "global-hooks";
  /// Directories of files to which schemas refer, below the directory that is simulated.
  std::vector<std::string> schema_dirs;
  std::vector<std::string> environment; ///< of programs, in addition to that of this process: `NAME=value`
  std::vector<text::json> cluster;
  std::vector<day_step> steps;
};

} // namespace simulation
