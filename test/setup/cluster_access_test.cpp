#include "setup/cluster_access.hpp"

#include "setup/made_program.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

namespace {

std::string kubeconfig(const std::string& server) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters: [{name: c, cluster: {server: '" + server
         + "'}}]\nusers: [{name: u, user: {token: t}}]\ncontexts: [{name: c, context: {cluster: c, user: u}}]\n";
}

/// A machine with a kubeconfig in each place, and no Pod.
struct machine {
  sys::files::temp_dir root = sys::files::temp_dir::create(std::filesystem::temp_directory_path(), "access-").value();
  test::changed_variable home{"HOME", root.path()};
  test::changed_variable variable{"KUBECONFIG", ""};
  test::changed_variable pod{"KUBERNETES_SERVICE_HOST", ""};
  test::changed_variable proxy{"HTTPS_PROXY", ""};
  test::changed_variable lower_proxy{"https_proxy", ""};
  test::changed_variable no_proxy{"NO_PROXY", ""};
  test::changed_variable lower_no_proxy{"no_proxy", ""};

  machine() {
    test::put_file(root.file(".kube/config"), kubeconfig("https://home"));
    test::put_file(root.file("variable"), kubeconfig("https://variable"));
    test::put_file(root.file("option"), kubeconfig("https://option"));
  }
};

std::string address(const cli::start_options& options) {
  const auto found = setup::find_cluster(options);
  return found ? found->address : found.error().message;
}

} // namespace

TEST_CASE("the option names the cluster, then the variable, then the home") {
  const machine m;
  cli::start_options options;
  CHECK(address(options) == "https://home");
  {
    const test::changed_variable variable("KUBECONFIG", m.root.file("variable"));
    CHECK(address(options) == "https://variable");
    options.kube_config = m.root.file("option");
    CHECK(address(options) == "https://option");
  }
  options.kube_server = "https://other";
  CHECK(address(options) == "https://other");
}

TEST_CASE("a kubeconfig that is missing is named") {
  const machine m;
  cli::start_options options;
  options.kube_config = m.root.file("none");
  CHECK(address(options).find(m.root.file("none")) != std::string::npos);
  CHECK(!setup::read_credential_file(m.root.file("none")));
  CHECK(setup::read_credential_file(m.root.file("option")).value() == kubeconfig("https://option"));
}

TEST_CASE("the proxy on the way is that of the environment") {
  const machine m;
  CHECK(!setup::proxy_on_the_way_to("https://example.com").value());
  const test::changed_variable proxy("HTTPS_PROXY", "http://proxy:3128");
  CHECK(setup::proxy_on_the_way_to("https://example.com").value());
}
