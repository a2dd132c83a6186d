#include "simulation/cluster_line.hpp"

#include <utility>

namespace simulation {

kube::api::transfer_id cluster_line::start(kube::api::http_request request, kube::api::response_events events) {
  if (!*alive_) return 0;
  auto id = std::make_shared<kube::api::transfer_id>(0);
  kube::api::response_events guarded;
  guarded.on_begin = [alive = alive_, to = events.on_begin] {
    if (*alive && to) to();
  };
  guarded.on_line = [alive = alive_, to = events.on_line](std::string_view line) {
    if (*alive && to) to(line);
  };
  guarded.on_done = [alive = alive_, to = events.on_done, id,
                     open = open_](base::result<kube::api::http_response> answer) {
    open->erase(*id);
    if (*alive && to) to(std::move(answer));
  };
  // The fake API server answers only in `deliver`, so `*id` is set before `on_done` reads it.
  *id = server_.start(std::move(request), std::move(guarded));
  open_->insert(*id);
  return *id;
}

void cluster_line::cancel(kube::api::transfer_id id) {
  if (open_->erase(id) > 0) server_.cancel(id);
}

void cluster_line::sever() {
  *alive_ = false;
  for (const auto id : std::exchange(*open_, {})) server_.cancel(id);
}

} // namespace simulation
