#include "simulation/cluster_line.hpp"

#include <utility>

namespace simulation {

kube::transfer_id cluster_line::start(kube::http_request request, kube::response_events events) {
  if (!*alive_) return 0;
  auto id = std::make_shared<kube::transfer_id>(0);
  kube::response_events guarded;
  guarded.on_begin = [alive = alive_, to = events.on_begin] {
    if (*alive && to) to();
  };
  guarded.on_line = [alive = alive_, to = events.on_line](std::string_view line) {
    if (*alive && to) to(line);
  };
  guarded.on_done = [alive = alive_, to = events.on_done, id, open = open_](core::result<kube::http_response> answer) {
    open->erase(*id);
    if (*alive && to) to(std::move(answer));
  };
  // Nothing is answered before `start` has returned.
  *id = server_.start(std::move(request), std::move(guarded));
  open_->insert(*id);
  return *id;
}

void cluster_line::cancel(kube::transfer_id id) {
  if (open_->erase(id) > 0) server_.cancel(id);
}

void cluster_line::sever() {
  *alive_ = false;
  for (const auto id : std::exchange(*open_, {})) server_.cancel(id);
}

} // namespace simulation
