#pragma once

#include "actors/supervision/running_operator.hpp"
#include "cli/options.hpp"
#include "kube/access/cluster.hpp"

#include <string>

namespace commands {

/// The options of a listener for the live page: few connections, because a viewer needs two, and few bytes of
/// answers that are being read.
[[nodiscard]] sys::http::listener_options page_listener(const std::string& address);

/// Adds the live page if the options name its address, and the place of the run, which pages and files show.
void add_page(const cli::start_options& options, const kube::access::cluster& cluster,
              actors::supervision::running_operator_options& run);

/// Logs the address of the page if there is one.
void log_page(const cli::start_options& options, const actors::supervision::running_operator& running);

} // namespace commands
