#include "support/api_under_test.hpp"

#include "kube/access/kubeconfig.hpp"
#include "kube/objects/object_bytes.hpp"
#include "kube/transport/curl_transport.hpp"
#include "simulation/fake_api_server.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace test {

namespace {

class fake_api final : public api_under_test {
public:
  std::string name() const override { return "fake API server"; }
  kube::api::transport& transport() override { return server_; }
  bool wait_until(const std::function<bool()>& condition) override {
    while (!condition())
      if (server_.deliver() == 0) return condition();
    return true;
  }
  void notify() override {}

private:
  simulation::fake_api_server server_;
};

base::result<std::string> read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return base::fail(base::error_code::not_found, path + " cannot be opened");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Limit for requests that a server may refuse for a while after its start; only a defect takes that long.
constexpr std::chrono::seconds wait_max{60};

class real_api final : public api_under_test {
public:
  explicit real_api(kube::access::cluster cluster)
    : transport_({.cluster = std::move(cluster), .read_file = read_file}) {}

  std::string name() const override { return "real API server"; }
  kube::api::transport& transport() override { return transport_; }
  bool wait_until(const std::function<bool()>& condition) override {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, wait_max, condition);
  }
  void notify() override {
    std::lock_guard lock(mutex_);
    changed_.notify_all();
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  kube::transport::curl_transport transport_;
};

} // namespace

std::optional<kube::access::cluster> real_cluster() {
  const auto* wanted = std::getenv("ADDON_OPERATOR_TEST_REAL");
  const auto* paths = std::getenv("KUBECONFIG");
  if (!wanted || std::string(wanted) != "1" || !paths) return std::nullopt;
  auto cluster = kube::access::load_kubeconfig(
    {.paths = kube::access::split_path_list(paths), .context = {}, .now = std::chrono::system_clock::now()}, read_file);
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  return std::move(*cluster);
}

base::result<kube::api::http_response> api_under_test::call(kube::api::http_request request) {
  struct answer_box {
    std::mutex mutex;
    std::optional<base::result<kube::api::http_response>> answer;
  };
  const auto box = std::make_shared<answer_box>();
  const auto target = request.target;
  transport().start(std::move(request), {.on_line = {}, .on_done = [this, box](auto answer) {
                                           {
                                             std::lock_guard lock(box->mutex);
                                             box->answer = std::move(answer);
                                           }
                                           notify();
                                         }});
  const bool answered = wait_until([&] {
    std::lock_guard lock(box->mutex);
    return box->answer.has_value();
  });
  if (!answered) return base::fail(base::error_code::timeout, "no answer in the test");
  if (*box->answer) (*box->answer)->target = target;
  return std::move(*box->answer);
}

const std::vector<std::shared_ptr<api_under_test>>& apis_under_test() {
  static const auto all = [] {
    std::vector<std::shared_ptr<api_under_test>> out = {std::make_shared<fake_api>()};
    if (auto cluster = real_cluster()) out.push_back(std::make_shared<real_api>(std::move(*cluster)));
    return out;
  }();
  return all;
}

collected_watch::collected_watch(api_under_test& api, kube::api::http_request request) : api_(api) {
  id_ = api.transport().start(std::move(request), {.on_line =
                                                     [&api, state = state_](std::string_view line) {
                                                       {
                                                         std::lock_guard lock(state->mutex);
                                                         state->lines.emplace_back(line);
                                                       }
                                                       api.notify();
                                                     },
                                                   .on_done = [](auto) {},
                                                   .on_begin =
                                                     [&api, state = state_] {
                                                       {
                                                         std::lock_guard lock(state->mutex);
                                                         state->begun = true;
                                                       }
                                                       api.notify();
                                                     }});
}

bool collected_watch::has_begun() {
  return api_.wait_until([&] {
    std::lock_guard lock(state_->mutex);
    return state_->begun;
  });
}

collected_watch::~collected_watch() {
  api_.transport().cancel(id_);
}

std::vector<std::string> collected_watch::lines(std::size_t count) {
  const bool enough = api_.wait_until([&] {
    std::lock_guard lock(state_->mutex);
    return state_->lines.size() >= count;
  });
  CHECK(enough);
  std::lock_guard lock(state_->mutex);
  return state_->lines;
}

std::string new_namespace(api_under_test& api) {
  const kube::api::resource namespaces{
    .version = "v1", .kind = "Namespace", .plural = "namespaces", .namespaced = false};
  const auto answer = api.call(kube::api::create_request(namespaces, {},
                                                         R"({"apiVersion":"v1","kind":"Namespace","metadata":{)"
                                                         R"("generateName":"contract-"}})"));
  REQUIRE(answer);
  const auto object = kube::objects::read_object(answer->body);
  REQUIRE(object);
  return std::string((*object)->name().name());
}

} // namespace test
