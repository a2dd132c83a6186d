#include "run.hpp"

#include "given.hpp"
#include "support/process_environment.hpp"
#include "support/process_run.hpp"
#include "sys/http/listen_socket.hpp"

#include <stdexcept>

namespace e2e {

std::uint16_t free_port() {
  const auto socket = sys::http::listen_at(sys::http::tcp_address{.host = "127.0.0.1", .port = 0});
  if (!socket) throw std::runtime_error(socket.error().message);
  return socket->port;
}

namespace {

test::operator_command command(const platform& files, const run_options& options, std::uint16_t port) {
  const auto kubeconfig = options.kubeconfig.empty() ? given().kubeconfig : options.kubeconfig;
  test::operator_command x;
  x.program = given().operator_program;
  x.arguments = {"--namespace",
                 options.space,
                 "--modules-dir",
                 files.path("modules"),
                 "--global-hooks-dir",
                 files.path("global-hooks"),
                 "--tmp-dir",
                 files.path("tmp"),
                 "--debug-unix-socket",
                 files.path("debug.socket"),
                 "--prometheus-listen-address",
                 "127.0.0.1",
                 "--prometheus-listen-port",
                 std::to_string(port),
                 "--retry-delay",
                 options.retries.first,
                 "--retry-delay-max",
                 options.retries.most};
  x.arguments.insert(x.arguments.end(), options.arguments.begin(), options.arguments.end());
  x.environment = {"KUBECONFIG=" + kubeconfig,
                   "HELM_BIN=" + (options.helm.empty() ? given().helm_of_operator : options.helm),
                   // Tests of a grace set the option.
                   "ADDON_OPERATOR_REMOVAL_GRACE=0s"};
  x.environment.insert(x.environment.end(), options.environment.begin(), options.environment.end());
  x.working_directory = options.working_directory;
  return x;
}

} // namespace

operator_run::operator_run(const platform& files, const run_options& options)
  : operator_run(files, options, free_port()) {}

operator_run::operator_run(const platform& files, const run_options& options, std::uint16_t port)
  : operator_process(command(files, options, port)), port_(port) {}

void operator_run::await_module_run(const std::string& module) {
  await({{"event", "task_finished"}, {"task", "ModuleRun"}, {"module", module}, {"outcome", "done"}});
}

test::http_response operator_run::get(const std::string& target) const {
  return test::http_client(test::connect_tcp(port_)).get(target);
}

std::vector<std::string> modules_run(const test::operator_process& x) {
  std::vector<std::string> names;
  for (const auto& entry : x.all({{"event", "task_finished"}, {"task", "ModuleRun"}})) names.push_back(entry["module"]);
  return names;
}

std::string run_program(std::vector<std::string> argv, const std::vector<std::string>& environment) {
  const auto name = argv.front();
  sys::process::reactor reactor;
  test::process_run run(reactor, {.argv = std::move(argv),
                                  .environment = test::environment_with(environment),
                                  .working_directory = {},
                                  .collect_stdout = true});
  const auto exit = run.await_exit();
  if (exit.exit_code == 0) return exit.collected_stdout;
  std::string words = exit.start_error;
  for (const auto& line : run.err) words += line + "\n";
  throw std::runtime_error(name + " has failed: " + words);
}

std::vector<listed_release> helm_list(const std::string& space, const std::string& helm) {
  // Helm 3 hides some states without --all, Helm 4 knows no such option and shows all states.
  std::vector<std::string> argv{helm.empty() ? given().helm : helm, "list", "-n", space, "-o", "json"};
  if (argv.front() == given().helm3) argv.push_back("--all");
  const auto listed = text::parse_json(run_program(std::move(argv)));
  if (!listed) throw std::runtime_error("helm list: " + listed.error().message);
  std::vector<listed_release> releases;
  for (const auto& x : listed->as_array())
    releases.push_back(
      {x.string_at("name").value_or(""), x.string_at("status").value_or(""), x.string_at("revision").value_or("")});
  return releases;
}

} // namespace e2e
