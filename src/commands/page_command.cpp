#include "commands/page_command.hpp"

#include "cli/live_page.hpp"
#include "cli/page_address.hpp"
#include "cli/socket_pages.hpp"
#include "commands/page_listener.hpp"
#include "sys/log/screen.hpp"

#include <cstdio>
#include <future>
#include <string>
#include <utility>

namespace commands {

namespace {

constexpr int interrupted = 130;

} // namespace

cli::exit_with run_page_command(const cli::page_command& x) {
  sys::log::exit_on_interrupt(interrupted);
  cli::socket_pages pages(x.socket);
  const auto listening = sys::http::listener::start(
    page_listener(x.address), cli::live_page([&pages](sys::http::server_request request, auto reply) {
      pages.ask(std::move(request), std::move(reply));
    }));
  if (!listening)
    return {1, "addon-operator: " + listening.error().message + "; --page-address names another address\n"};
  auto place = cli::place_of_page(x.address);
  if (place.host == "::1") place.host = "[::1]";
  std::printf("http://%s:%u\n", place.host.c_str(), unsigned{(*listening)->port()});
  std::fflush(stdout);
  // The signal ends the program.
  std::promise<void> never;
  never.get_future().wait();
  return {};
}

} // namespace commands
