#include "moving/moved.hpp"

#include "base/error.hpp"
#include "support/files.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"

#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace moving {

namespace {

namespace fs = std::filesystem;

sys::files::temp_dir make_root() {
  auto made = sys::files::temp_dir::create(fs::temp_directory_path().string(), "addon-operator-moving-");
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

test::operator_command command(const tree& files, const start& how, std::uint16_t port) {
  test::operator_command x;
  x.program = e2e::given().operator_program;
  x.arguments = how.arguments;
  x.environment = {"KUBECONFIG=" + (how.kubeconfig.empty() ? e2e::given().kubeconfig : how.kubeconfig),
                   "HELM_BIN=" + e2e::given().helm, "ADDON_OPERATOR_TMP_DIR=" + files.path("run/tmp"),
                   "ADDON_OPERATOR_LISTEN_ADDRESS=127.0.0.1", "ADDON_OPERATOR_LISTEN_PORT=" + std::to_string(port),
                   "DEBUG_UNIX_SOCKET=" + files.path("run/debug.socket"),
                   // Tests see retries.
                   "ADDON_OPERATOR_RETRY_DELAY=200ms", "ADDON_OPERATOR_RETRY_DELAY_MAX=2s",
                   "ADDON_OPERATOR_REMOVAL_GRACE=0s"};
  // As in the image, hooks find kubectl.
  if (const auto kubectl = sys::files::environment_variable("KUBECTL_BIN"))
    x.environment.push_back("PATH=" + fs::path(*kubectl).parent_path().string() + ":"
                            + sys::files::environment_variable("PATH").value_or("/usr/bin:/bin"));
  x.environment.insert(x.environment.end(), how.environment.begin(), how.environment.end());
  x.working_directory = files.path("");
  return x;
}

} // namespace

tree::tree(const std::string& name) : root_(make_root()) {
  fs::copy(fs::path(e2e::given().repository) / "test/moving" / name / "tree", path(""),
           fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  fs::create_directories(path("run/tmp"));
}

void tree::apply(const std::string& manifest, const std::string& space) const {
  const auto kubectl = sys::files::environment_variable("KUBECTL_BIN").value_or("");
  if (kubectl.empty()) throw std::runtime_error("$KUBECTL_BIN is not set: run scripts/test");
  std::vector<std::string> argv{kubectl, "apply", "-f", path(manifest)};
  if (!space.empty()) argv.insert(argv.end(), {"-n", space});
  e2e::run_program(std::move(argv), {"KUBECONFIG=" + e2e::given().kubeconfig});
}

void tree::replace(const std::string& file, const std::string& from, const std::string& to) const {
  auto text = sys::files::read_file(path(file)).value();
  auto at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error(file + " does not have '" + from + "'");
  for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  test::put_file(path(file), text);
}

std::vector<std::string> platform_variables(const tree& files, const std::string& space) {
  return {"MODULES_DIR=" + files.path("modules"), "GLOBAL_HOOKS_DIR=" + files.path("global-hooks"),
          "ADDON_OPERATOR_NAMESPACE=" + space};
}

moved_operator::moved_operator(const tree& files, const start& how) : moved_operator(files, how, e2e::free_port()) {}

moved_operator::moved_operator(const tree& files, const start& how, std::uint16_t port)
  : operator_process(command(files, how, port)), port_(port) {}

std::string moved_operator::page_when(const std::function<bool(const std::string&)>& wanted) {
  auto page = readyz();
  for (int i = 0; i < 200 && !wanted(page); ++i) {
    await_more(std::chrono::milliseconds(50));
    page = readyz();
  }
  return page;
}

std::string moved_operator::page_with(const std::string& text) {
  return page_when([&](const std::string& page) { return e2e::contains(page, text); });
}

std::string moved_operator::page_when_well() {
  return page_when([](const std::string& page) { return page == all_is_well; });
}

} // namespace moving
