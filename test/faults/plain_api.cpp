#include "faults/plain_api.hpp"

#include "e2e/run.hpp"
#include "support/process_environment.hpp"

#include <csignal>
#include <string>

namespace faults {

namespace {

sys::process::process_spec proxy_at(std::uint16_t port) {
  return {.argv = {sys::files::environment_variable("KUBECTL_BIN").value_or("kubectl"), "proxy",
                   "--port=" + std::to_string(port)},
          .environment = sys::files::environment()};
}

} // namespace

plain_api::plain_api()
  : port_(e2e::free_port()),
    run_(reactor_, proxy_at(port_), "Starting to serve on 127.0.0.1:" + std::to_string(port_)) {
  run_.await_line();
}

plain_api::~plain_api() {
  reactor_.signal_group(run_.id(), SIGKILL);
  (void)run_.await_exit();
}

} // namespace faults
