#include "commands/page_listener.hpp"

#include "cli/live_page.hpp"
#include "cli/page_address.hpp"
#include "cli/version.hpp"
#include "sys/log/log.hpp"

#include <cstddef>
#include <cstdint>

namespace commands {

sys::http::listener_options page_listener(const std::string& address) {
  return {.address = cli::place_of_page(address), .connections_max = 32, .answers_bytes_max = std::size_t{32} << 20};
}

void add_page(const cli::start_options& options, const kube::access::cluster& cluster,
              actors::supervision::running_operator_options& run) {
  auto version = cli::version_text();
  version.pop_back();
  const auto where = options.namespace_name.empty() ? std::string() : "namespace " + options.namespace_name + " at ";
  run.trace.place = {.program = version, .cluster = where + cluster.address};
  if (options.page_address.empty()) return;
  run.page = page_listener(options.page_address);
  run.page_of = cli::live_page;
}

void log_page(const cli::start_options& options, const actors::supervision::running_operator& running) {
  const auto port = running.page_port();
  if (!port) return;
  sys::log::log_info("page_listening",
                     {{"address", cli::place_of_page(options.page_address).host}, {"port", std::int64_t{*port}}});
}

} // namespace commands
