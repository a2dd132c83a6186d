#include "faults/control_plane.hpp"

#include "e2e/given.hpp"
#include "e2e/run.hpp"
#include "sys/files/files.hpp"

#include <csignal>
#include <filesystem>
#include <stdexcept>

namespace faults {

namespace {

std::string text_of(const std::string& path) {
  auto text = sys::files::read_file(path);
  if (!text) throw std::runtime_error(text.error().message);
  return std::move(*text);
}

} // namespace

control_plane::control_plane() : folder_(std::filesystem::path(e2e::given().kubeconfig).parent_path().string()) {}

int control_plane::pid_of(const std::string& daemon) const {
  const auto pid = std::stoi(text_of(folder_ + "/" + daemon + ".pid"));
  if (!e2e::contains(text_of("/proc/" + std::to_string(pid) + "/cmdline"), folder_))
    throw std::runtime_error(daemon + " of " + folder_ + " does not run");
  return pid;
}

control_plane::held_api::held_api(const control_plane& x) : pid_(x.pid_of("kube-apiserver")) {
  ::kill(pid_, SIGSTOP);
}

control_plane::held_api::~held_api() {
  ::kill(pid_, SIGCONT);
}

void control_plane::restart_api() const {
  (void)e2e::run_program({e2e::given().repository + "/scripts/dev-cluster", "restart", "--name",
                          std::filesystem::path(folder_).filename().string()});
}

void control_plane::compact() const {
  const auto list = e2e::cluster().call(kube::api::list_request(test::namespaces()));
  const auto version = list.find("metadata")->string_at("resourceVersion").value();
  // etcd's own API as JSON (gRPC gateway).
  (void)e2e::run_program({"/usr/bin/env", "curl", "--silent", "--fail", "--data",
                          R"({"revision":")" + version + R"("})",
                          text_of(folder_ + "/etcd.address") + "/v3/kv/compaction"});
}

} // namespace faults
