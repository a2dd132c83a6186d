#include "measures.hpp"

#include "object_creation.hpp"
#include "platform.hpp"
#include "report_socket.hpp"
#include "support/operator_process.hpp"
#include "support/real_cluster.hpp"
#include "sys/process/reactor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <mutex>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace bench {

namespace {

constexpr int parallel_clients = 30;
constexpr int parallel_reviews = 600;
constexpr int events = 10'000;
constexpr int parallel_conversions = 100;
constexpr int conversions = 5000;

double milliseconds(moment x) {
  return std::chrono::duration<double, std::milli>(x).count();
}

/// A port of loopback that is free at the moment.
std::uint16_t free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool is_bound = ::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0
                        && ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(socket);
  if (!is_bound) throw std::runtime_error("no port of loopback is free");
  return ntohs(address.sin_port);
}

/// The requests of a measure, and the part of their answers that shows success.
struct question {
  std::string target;
  std::function<std::string(int number)> body;
  std::string expected;
};

/// Reviews that the hook allows.
question admission() {
  return {"/hooks/null-bench-addon-operator-io?timeout=10s",
          [](int number) {
            return fmt::format(
              R"({{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":"u{}",)"
              R"("operation":"CREATE","kind":{{"group":"","version":"v1","kind":"ConfigMap"}},"namespace":"default",)"
              R"("name":"web","object":{{"apiVersion":"v1","kind":"ConfigMap","metadata":{{"name":"web"}},)"
              R"("data":{{"a":"b"}}}}}}}})",
              number);
          },
          "\"allowed\":true"};
}

/// Reviews with one object each, as the API server sends them for most objects.
/// Each object has a uid of its own: reviews of objects with the same uid never become a single run.
/// @param object its number
question conversion(std::function<int(int number)> object) {
  return {"/tabs.bench.addon-operator.io?timeout=30s",
          [object = std::move(object)](int number) {
            return fmt::format(
              R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{{"uid":"c{}",)"
              R"("desiredAPIVersion":"bench.addon-operator.io/v2","objects":[{{)"
              R"("apiVersion":"bench.addon-operator.io/v1","kind":"Tab","metadata":{{"name":"tab-{}",)"
              R"("namespace":"default","uid":"u{}"}},"spec":{{"words":"{:600}"}}}}]}}}})",
              number, object(number), object(number), "");
          },
          "\"status\":\"Success\""};
}

/// The API server as a client of the listener: kept connections, as many requests at a time as there are
/// clients.
class reviews {
public:
  reviews(std::uint16_t port, question what, int clients, int count)
    : what_(std::move(what)), clients_(clients), count_(count),
      transport_({.cluster = {.address = fmt::format("https://127.0.0.1:{}", port), .skip_tls_verify = true},
                  .read_file = [](const std::string&) { return base::result<std::string>(); }}) {}

  /// Sends all reviews. @returns the milliseconds of each. Throws if one has failed.
  std::vector<double> await() {
    for (int i = 0; i < clients_; ++i) ask_next();
    done_.get_future().get();
    return std::move(took_);
  }

private:
  void ask_next() {
    const int number = next_++;
    if (number >= count_) return;
    kube::api::http_request request{
      .method = "POST", .target = what_.target, .body = what_.body(number), .content_type = "application/json"};
    const auto sent = now();
    transport_.start(std::move(request), {.on_line = {}, .on_done = [this, sent](auto answer) {
                                            note(sent,
                                                 answer && answer->body.find(what_.expected) != std::string::npos);
                                          }});
  }

  void note(moment sent, bool is_allowed) {
    bool is_last = false;
    {
      const std::lock_guard lock(mutex_);
      took_.push_back(milliseconds(now() - sent));
      if (!is_allowed) ++failed_;
      is_last = static_cast<int>(took_.size()) == count_;
    }
    if (!is_last) return ask_next();
    if (failed_ == 0) return done_.set_value();
    done_.set_exception(
      std::make_exception_ptr(std::runtime_error(fmt::format("{} of {} reviews failed", failed_, count_))));
  }

  question what_;
  int clients_;
  int count_;
  std::atomic<int> next_ = 0;
  std::mutex mutex_;
  std::vector<double> took_;
  int failed_ = 0;
  std::promise<void> done_;
  kube::transport::curl_transport transport_; ///< last: its thread uses the members above
};

/// The run of the hook's process without an operator, from its start to its end: no operator can be faster.
std::vector<double> bare_runs(const setting& x, const std::string& answer) {
  constexpr int runs = 100;
  std::vector<double> samples;
  sys::process::reactor reactor;
  for (int i = 0; i < runs; ++i) {
    std::promise<moment> ended;
    const auto asked = now();
    sys::process::process_events seen;
    seen.on_exit = [&ended](const auto&) { ended.set_value(now()); };
    reactor.start({.argv = {x.review_program}, .environment = {"VALIDATING_RESPONSE_PATH=" + answer}}, seen);
    samples.push_back(milliseconds(ended.get_future().get() - asked));
  }
  return samples;
}

/// Reads the reports of the counting hook, so that the hook never waits.
class report_reader {
public:
  report_reader(report_socket& from, int objects)
    : thread_([&from, objects] {
        for (int seen = 0; seen < objects;) seen += std::stoi(from.receive().objects.at(0));
      }) {}
  ~report_reader() { thread_.join(); }
  report_reader(const report_reader&) = delete;
  report_reader& operator=(const report_reader&) = delete;

private:
  std::thread thread_;
};

/// A module whose run holds queue `main`.
constexpr auto holding_hook = R"(#!/bin/sh
if [ "$1" = --config ]; then echo '{"configVersion":"v1","beforeHelm":1}'; exit; fi
exec sleep 60
)";

test::operator_command command_of(const platform& files, const setting& x, const std::string& space,
                                  std::uint16_t port) {
  auto command = files.command(x, space, {"BENCH_SOCKET=" + files.path("reports"), "BENCH_NAMESPACE=" + space});
  const auto port_text = std::to_string(port);
  for (const auto& argument :
       {std::string("--validating-webhook-listen-address"), std::string("127.0.0.1"),
        std::string("--validating-webhook-listen-port"), port_text, std::string("--webhook-url"),
        "https://127.0.0.1:" + port_text, std::string("--validating-webhook-configuration-name"), space})
    command.arguments.push_back(argument);
  return command;
}

} // namespace

std::vector<figure> measure_webhooks(const setting& x) {
  test::real_cluster cluster(x.kubeconfig);
  const auto space = cluster.new_namespace("bench-webhooks");
  platform files;
  files.add_hook("counter", x.counter_program);
  files.add_hook("null", x.review_program);
  files.add_chart("holds", 999);
  files.add_script("holds", "hold.sh", holding_hook);
  report_socket reports(files.path("reports"));
  const auto port = free_port();
  test::operator_process running(command_of(files, x, space, port));
  running.await({{"event", "webhooks_registered"}});
  // The run for Synchronization of the counting hook. Queue `main` is held from now on.
  (void)reports.receive();

  const auto bare = percentile(bare_runs(x, files.path("answer")), 0.5);
  auto alone = reviews(port, admission(), 1, x.samples).await();
  const auto began = now();
  (void)reviews(port, admission(), parallel_clients, parallel_reviews).await();
  const auto each = milliseconds(now() - began) / parallel_reviews;

  const auto kept = reviews(port, conversion([](int) { return 0; }), 1, x.samples).await();
  const auto converted_from = now();
  (void)reviews(port, conversion([](int number) { return number + 1; }), parallel_conversions, conversions).await();
  const auto conversion_each = milliseconds(now() - converted_from) / conversions;

  object_creation all(cluster, space, events);
  report_reader reader(reports, events);
  const auto busy = reviews(port, admission(), 1, x.samples).await();
  all.await();
  cluster.call(kube::api::remove_request({.group = "admissionregistration.k8s.io",
                                          .version = "v1",
                                          .kind = "ValidatingWebhookConfiguration",
                                          .plural = "validatingwebhookconfigurations",
                                          .namespaced = false},
                                         {.namespace_ = {}, .name = space + "-hooks"}));
  running.stop();
  return {
    {fmt::format("a review by a hook that does nothing, p50 of {}", x.samples), percentile(alone, 0.5), "ms", 2},
    {"  the same, p99", percentile(alone, 0.99), "ms", 1},
    {"  the hook's process alone, from start to end, p50", bare, "ms", 2},
    {"  the review beyond the process, p50", percentile(alone, 0.5) - bare, "ms", 2, 3},
    {fmt::format("a review while {} run at a time: its share of the time", parallel_clients), each, "ms", 2,
     1000.0 / 150},
    {"a conversion whose result is kept, p50", percentile(kept, 0.5), "ms", 2, 1},
    {fmt::format("a conversion of an object, {} at a time: its share of the time", parallel_conversions),
     conversion_each, "ms", 2, 1},
    {fmt::format("a review beyond the process, p99, while {} events come and main is held", events),
     percentile(busy, 0.99) - bare, "ms", 1, 50},
  };
}

} // namespace bench
