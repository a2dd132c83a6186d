#include "platform.hpp"

#include "sys/files/files.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace bench {

namespace {

void require(const base::result<void>& done) {
  if (!done) throw std::runtime_error(done.error().message);
}

sys::files::temp_dir make_directory(const std::string& base) {
  auto made = sys::files::temp_dir::create(base, "addon-operator-bench-");
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

/// In memory, as the chart's.
std::string base_of_tmp_dir() {
  const std::string in_memory = "/dev/shm";
  return sys::files::directory_exists(in_memory) ? in_memory : std::filesystem::temp_directory_path().string();
}

void write(const std::string& path, const std::string& text) {
  require(sys::files::make_directories(std::filesystem::path(path).parent_path()));
  require(sys::files::write_file_private(path, text));
}

/// `one-more` is `oneMore` among the values.
std::string values_name(const std::string& module) {
  std::string name;
  for (std::size_t i = 0; i < module.size(); ++i)
    name += module[i] == '-' ? static_cast<char>(std::toupper(module[++i])) : module[i];
  return name;
}

} // namespace

platform::platform()
  : root_(make_directory(std::filesystem::temp_directory_path())), tmp_dir_(make_directory(base_of_tmp_dir())) {
  for (const auto* directory : {"modules", "global-hooks"}) require(sys::files::make_directories(path(directory)));
}

std::string module_name(int number) {
  std::string letters;
  for (int digit : {number / 676, number / 26 % 26, number % 26}) letters += static_cast<char>('a' + digit);
  return "bench-" + letters;
}

void platform::add_chart(const std::string& name, int order, const std::string& word, int config_maps) {
  const auto directory = directories_[name] = path(fmt::format("modules/{:04}-{}", order, name));
  write(directory + "/values.yaml", fmt::format("{0}Enabled: true\n{0}:\n  word: one\n", values_name(name)));
  write(directory + "/Chart.yaml", fmt::format("apiVersion: v2\nname: {}\nversion: 0.1.0\n", name));
  const auto shown = word.empty() ? ".Values." + values_name(name) + ".word" : word;
  std::string manifest;
  for (int i = 0; i < config_maps; ++i)
    manifest +=
      fmt::format("---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {}\ndata:\n  word: {{{{ {} }}}}\n",
                  i == 0 ? name : fmt::format("{}-{}", name, i), shown);
  write(directory + "/templates/configmap.yaml", manifest);
}

void platform::add_script(const std::string& module, const std::string& name, const std::string& text) {
  const auto file = directories_.at(module) + "/hooks/" + name;
  write(file, text);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

void platform::add_hook(const std::string& name, const std::string& program) {
  const auto directory = path("modules/001-" + name);
  write(directory + "/values.yaml", values_name(name) + "Enabled: true\n");
  require(sys::files::make_directories(directory + "/hooks"));
  std::filesystem::copy_file(program, directory + "/hooks/probe");
}

test::operator_command platform::command(const setting& x, const std::string& space,
                                         std::vector<std::string> environment) const {
  environment.push_back("HELM_BIN=" + x.helm);
  return {.program = x.operator_program,
          .arguments = {"--namespace", space, "--kube-config", x.kubeconfig, "--modules-dir", path("modules"),
                        "--global-hooks-dir", path("global-hooks"), "--tmp-dir", tmp_dir_.path(), "--debug-unix-socket",
                        path("debug.socket"), "--prometheus-listen-address", "127.0.0.1", "--prometheus-listen-port",
                        "0"},
          .environment = std::move(environment)};
}

} // namespace bench
