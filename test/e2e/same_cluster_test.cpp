#include "given.hpp"
#include "run.hpp"

#include "sys/files/files.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

using text::json;

json given_kubeconfig() {
  const auto text = sys::files::read_file(e2e::given().kubeconfig);
  REQUIRE_MESSAGE(text, text.error().message);
  const auto config = text::parse_yaml(*text);
  REQUIRE_MESSAGE(config, config.error().message);
  return *config;
}

/// A kubeconfig with clusters at an address without a listener.
std::string kubeconfig_to_nowhere() {
  const auto config = given_kubeconfig();
  json::array_type clusters;
  for (const auto& x : config.find("clusters")->as_array())
    clusters.push_back(x.with("cluster", x.find("cluster")->with("server", "https://127.0.0.1:1")));
  return config.with("clusters", json::array(std::move(clusters))).dump();
}

/// Some sections of the kubeconfig.
std::string part_of_kubeconfig(const std::vector<std::string>& sections) {
  const auto config = given_kubeconfig();
  auto part = json::object();
  for (const auto& name : sections) part = part.with(name, *config.find(name));
  return part.dump();
}

} // namespace

TEST_CASE("helm releases into the cluster that the operator watches, however that is found"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("same-cluster");
  e2e::platform files;
  files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
  e2e::run_options options{.space = space, .working_directory = files.path(".")};
  SUBCASE("--kube-server in place of the kubeconfig's address") {
    files.add_file("config", kubeconfig_to_nowhere());
    options.kubeconfig = files.path("config");
    options.arguments = {"--kube-server", e2e::cluster().address()};
  }
  SUBCASE("a relative --kube-config") {
    files.add_file("access/config", given_kubeconfig().dump());
    options.kubeconfig = "/nonexistent/config";
    options.arguments = {"--kube-config", "access/config"};
  }
  SUBCASE("several files in $KUBECONFIG") {
    files.add_file("contexts", part_of_kubeconfig({"contexts", "current-context"}));
    files.add_file("clusters", part_of_kubeconfig({"clusters", "users"}));
    options.kubeconfig = "contexts:" + files.path("clusters");
  }
  SUBCASE("a relative $HELM_BIN") {
    std::filesystem::create_symlink(e2e::given().helm, files.path("our-helm"));
    options.helm = "./our-helm";
  }
  SUBCASE("a $HELM_BIN in $PATH") {
    std::filesystem::create_symlink(e2e::given().helm, files.path("our-helm"));
    options.helm = "our-helm";
    options.environment = {"PATH=.:/usr/bin:/bin"};
  }
  e2e::operator_run run(files, options);
  run.await_converged();

  CHECK_EQ(e2e::helm_list(space), std::vector<e2e::listed_release>{{"web", "deployed", "1"}});
}
