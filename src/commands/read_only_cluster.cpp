#include "commands/read_only_cluster.hpp"

#include <future>
#include <utility>

namespace commands {

base::result<kube::api::http_response> read_only_cluster::ask(kube::api::http_request request) {
  if (request.method != "GET" || request.streaming)
    return base::fail(base::error_code::invalid_input,
                      request.method + " " + request.target + ": this command only reads the cluster");
  const auto key = request.target + "\n" + request.accept;
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const auto target = request.target;
  const auto accept = request.accept;
  auto answered = std::make_shared<std::promise<base::result<kube::api::http_response>>>();
  auto answer = answered->get_future();
  transport_->start(std::move(request),
                    {.on_line = {}, .on_done = [answered](auto x) { answered->set_value(std::move(x)); }});
  auto got = answer.get();
  if (!got) return got;
  got->target = target;
  got->method = "GET";
  got->accept = accept;
  known_.emplace(key, *got);
  return got;
}

} // namespace commands
