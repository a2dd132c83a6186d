#pragma once

#include "cli/options.hpp"
#include "cli/start_option_table.hpp"

namespace CLI {
class App;
}

namespace cli {

/// Adds the command `plan`. The parser writes into `options` and `given`, which outlive it.
/// @returns the command, which knows after a parse whether the command line has it
CLI::App* add_plan(CLI::App& app, plan_options& options, given_options& given);

} // namespace cli
