#include "support/api_client.hpp"

#include "kube/api/response.hpp"
#include "support/process_run.hpp"

#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <stdexcept>

namespace test {

namespace {

std::string name_of(const kube::api::resource& what, const kube::api::object_location& where) {
  return what.kind + " " + where.namespace_ + "/" + where.name;
}

} // namespace

kube::api::resource config_maps() {
  return {.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};
}

kube::api::resource secrets() {
  return {.version = "v1", .kind = "Secret", .plural = "secrets"};
}

kube::api::resource namespaces() {
  return {.version = "v1", .kind = "Namespace", .plural = "namespaces", .namespaced = false};
}

kube::api::resource services() {
  return {.version = "v1", .kind = "Service", .plural = "services"};
}

kube::api::resource deployments() {
  return {.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};
}

base::result<text::json> api_client::try_call(kube::api::http_request request) {
  auto answered = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
  auto answer = answered->get_future();
  const auto target = request.target;
  transport_.start(std::move(request),
                   {.on_line = {}, .on_done = [answered](auto x) { answered->set_value(std::move(x)); }});
  auto got = test::await(answer);
  if (got) got->target = target;
  return kube::api::json_of(std::move(got));
}

text::json api_client::call(kube::api::http_request request) {
  const auto what = request.method + " " + request.target;
  auto answer = try_call(std::move(request));
  if (!answer) throw std::runtime_error(what + ": " + answer.error().message);
  return std::move(*answer);
}

std::string api_client::new_namespace(const std::string& prefix, const text::json& labels) {
  const auto metadata = text::json::object({{"generateName", prefix + "-"}, {"labels", labels}});
  const auto wanted = text::json::object({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", metadata}});
  return call(kube::api::create_request(namespaces(), {}, wanted.dump())).find("metadata")->string_at("name").value();
}

void api_client::watch_until(const kube::api::resource& what, const kube::api::object_location& where,
                             const std::string& revision,
                             const std::function<bool(const std::string&, const text::json&)>& look) {
  const auto until = std::chrono::steady_clock::now() + deadline;
  // A watch may come to an end before its time, for example when the server shuts its connection down.
  while (std::chrono::steady_clock::now() < until)
    if (watch_once(what, where, revision, until, look)) return;
  throw std::runtime_error(name_of(what, where) + " has not become as the test wants it");
}

bool api_client::watch_once(const kube::api::resource& what, const kube::api::object_location& where,
                            const std::string& revision, std::chrono::steady_clock::time_point until,
                            const std::function<bool(const std::string&, const text::json&)>& look) {
  struct shared_state {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::string> lines;
    bool ended = false;
  };
  const auto state = std::make_shared<shared_state>();
  kube::api::watch_options options;
  options.namespace_ = where.namespace_;
  options.selectors.fields = "metadata.name=" + where.name;
  options.resource_version = revision;
  const auto id =
    transport_.start(kube::api::watch_request(what, options), {.on_line =
                                                                 [state](std::string_view line) {
                                                                   const std::lock_guard lock(state->mutex);
                                                                   state->lines.emplace_back(line);
                                                                   state->changed.notify_all();
                                                                 },
                                                               .on_done =
                                                                 [state](auto) {
                                                                   const std::lock_guard lock(state->mutex);
                                                                   state->ended = true;
                                                                   state->changed.notify_all();
                                                                 }});
  std::unique_lock lock(state->mutex);
  bool done = false;
  while (!done) {
    const bool woken = state->changed.wait_until(lock, until, [&] { return !state->lines.empty() || state->ended; });
    if (!woken || state->lines.empty()) break;
    const auto event = text::parse_json(state->lines.front()).value_or(text::json());
    state->lines.pop_front();
    const auto* object = event.find("object");
    done = object && look(event.string_at("type").value_or(""), *object);
  }
  lock.unlock();
  transport_.cancel(id);
  return done;
}

text::json api_client::await(const kube::api::resource& what, const kube::api::object_location& where,
                             const condition& wanted) {
  text::json found;
  watch_until(what, where, {}, [&](const std::string& type, const text::json& object) {
    found = object;
    return (type == "ADDED" || type == "MODIFIED") && (!wanted || wanted(object));
  });
  return found;
}

void api_client::await_absence(const kube::api::resource& what, const kube::api::object_location& where) {
  // The server may have forgotten the object's own version.
  const auto list = call(kube::api::list_request(
    what, {.namespace_ = where.namespace_, .selectors = {.labels = {}, .fields = "metadata.name=" + where.name}}));
  if (list.find("items")->as_array().empty()) return;
  const auto revision = list.find("metadata")->string_at("resourceVersion").value();
  watch_until(what, where, revision, [](const std::string& type, const text::json&) { return type == "DELETED"; });
}

} // namespace test
