#pragma once

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace cli {

/// Adds the command `new`, which writes into `options`. @returns the command
CLI::App* add_new(CLI::App& app, new_options& options);

} // namespace cli
