#include "worlds/rough_transport.hpp"

#include "simulation/fake_api_documents.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace worlds {

namespace {

using outcome = base::result<kube::api::http_response>;

outcome page(int status) {
  return kube::api::http_response{.status = status,
                                  .body = "<html><head><title>" + std::to_string(status) + "</title></head></html>\n",
                                  .retry_after = std::nullopt};
}

outcome said_by_the_server(int status, const std::string& reason) {
  return simulation::response_of(simulation::api_failure{status, reason, "the simulated world has troubles"});
}

outcome no_answer(base::error_code code, const std::string& reason) {
  return tl::unexpected(base::error{code, "no answer from https://api: " + reason});
}

/// The result in place of an answer, before the request has reached the server.
std::optional<outcome> answer_instead(trouble_kind x) {
  switch (x) {
    case trouble_kind::page_404: return page(404);
    case trouble_kind::page_200: return page(200);
    case trouble_kind::page_503: return page(503);
    case trouble_kind::status_404:
      return simulation::response_of(
        simulation::api_failure{404, "NotFound", "the server could not find the requested resource"});
    case trouble_kind::conflict: return said_by_the_server(409, "Conflict");
    case trouble_kind::unauthorized: return said_by_the_server(401, "Unauthorized");
    case trouble_kind::forbidden: return said_by_the_server(403, "Forbidden");
    case trouble_kind::throttled: return said_by_the_server(429, "TooManyRequests");
    case trouble_kind::server_error: return said_by_the_server(500, "InternalError");
    case trouble_kind::refused: return no_answer(base::error_code::unavailable, "Connection refused");
    default: return std::nullopt;
  }
}

constexpr std::int64_t slow_us = 8'000'000;
constexpr std::int64_t late_us = 6'000'000;
/// The time after which a transport must have found out that a connection is dead.
constexpr std::int64_t dead_us = 30'000'000;

/// A list with its objects in another order; anything else as it is.
std::string shuffled(const std::string& body, dice& chance) {
  const auto list = text::parse_json(body);
  const auto* items = list ? list->find("items") : nullptr;
  if (items == nullptr || !items->is_array() || !list->string_at("kind").value_or("").ends_with("List")) return body;
  auto objects = items->as_array();
  for (auto left = objects.size(); left > 1; --left) std::swap(objects[left - 1], objects[chance.next() % left]);
  return list->with("items", text::json::array(std::move(objects))).dump();
}

} // namespace

kube::api::transfer_id rough_transport::start(kube::api::http_request request, kube::api::response_events events) {
  const auto id = ++last_id_;
  if (!*alive_) return id;
  auto& x = transfers_[id];
  x.request = std::move(request);
  x.events = std::move(events);
  world_.later.at(due(x), [this, id, alive = alive_] {
    if (*alive) arrive(id);
  });
  return id;
}

void rough_transport::cancel(kube::api::transfer_id id) {
  const auto node = transfers_.extract(id);
  if (!node.empty() && node.mapped().at_server) world_.api.cancel(*node.mapped().at_server);
}

void rough_transport::sever() {
  *alive_ = false;
  for (const auto& [id, x] : std::exchange(transfers_, {}))
    if (x.at_server && x.request.streaming) world_.api.cancel(*x.at_server);
}

void rough_transport::arrive(kube::api::transfer_id id) {
  const auto found = transfers_.find(id);
  if (found == transfers_.end() || found->second.is_ending) return;
  auto& x = found->second;
  const auto trouble = world_.trouble_of_request(x.request);
  if (!trouble) return forward(id, std::nullopt);
  if (auto instead = answer_instead(*trouble)) {
    // A page with status 200 in place of a watch: its lines are no events.
    if (x.request.streaming && *instead && (*instead)->status == 200) {
      if (x.events.on_begin) x.events.on_begin();
      x.events.on_line((*instead)->body);
      (*instead)->body.clear();
    }
    return end(id, std::move(*instead));
  }
  if (*trouble == trouble_kind::stale_reads) return end(id, world_.answer_from_the_past(x.request));
  if (*trouble == trouble_kind::silent || *trouble == trouble_kind::group_hangs) {
    const auto timeout_us = x.request.timeout.count() * 1000;
    x.last_due_us =
      world_.now_us() + (timeout_us > 0 && !x.request.streaming ? std::min(timeout_us, dead_us) : dead_us);
    return end(id, no_answer(base::error_code::timeout, "the connection is dead"));
  }
  if (*trouble == trouble_kind::slow) {
    const auto timeout_us = x.request.timeout.count() * 1000;
    if (!x.request.streaming && timeout_us > 0 && timeout_us < slow_us)
      return end(id, no_answer(base::error_code::timeout, "Timeout was reached"));
    x.last_due_us = world_.now_us() + slow_us;
  }
  forward(id, trouble);
}

void rough_transport::forward(kube::api::transfer_id id, std::optional<trouble_kind> after) {
  auto& x = transfers_.at(id);
  if (!x.is_admitted && world_.has_review && world_.has_review(x.request))
    return world_.admit(x.request, [this, id, after, alive = alive_] {
      if (!*alive) return;
      const auto known = transfers_.find(id);
      if (known == transfers_.end() || known->second.is_ending) return;
      known->second.is_admitted = true;
      forward(id, after);
    });
  kube::api::response_events events;
  events.on_begin = [this, id, alive = alive_] {
    if (*alive)
      bring(id, [](transfer& to) {
        if (to.events.on_begin) to.events.on_begin();
      });
  };
  events.on_line = [this, id, alive = alive_](std::string_view line) {
    if (*alive) take_line(id, line);
  };
  events.on_done = [this, id, after, alive = alive_](outcome answer) {
    if (!*alive) return;
    const auto known = transfers_.find(id);
    if (known == transfers_.end()) return;
    known->second.at_server.reset();
    const bool is_lost = after == trouble_kind::lost_answer || after == trouble_kind::half_answer;
    if (is_lost && !known->second.request.streaming) world_.on_lost_answer(known->second.request);
    if (after == trouble_kind::lost_answer && !known->second.request.streaming)
      return end(id, no_answer(base::error_code::unavailable, "Connection reset by peer"));
    if (after == trouble_kind::half_answer && answer && answer->body.size() > 1)
      return end(id, no_answer(base::error_code::unavailable, "transfer closed with outstanding read data remaining"));
    if (after == trouble_kind::lists_shuffled && answer) answer->body = shuffled(answer->body, chance_);
    end(id, std::move(answer));
  };
  x.at_server = world_.api.start(x.request, std::move(events));
}

void rough_transport::take_line(kube::api::transfer_id id, std::string_view line) {
  const auto found = transfers_.find(id);
  if (found == transfers_.end()) return;
  auto& x = found->second;
  const auto trouble = world_.trouble_of_line(x.request, line);
  if (trouble == trouble_kind::events_lost || trouble == trouble_kind::bookmarks_lost) return;
  if (trouble == trouble_kind::events_late)
    x.last_due_us = std::max(x.last_due_us, world_.now_us() + chance_.between(500'000, late_us));
  const auto give = [&](std::string_view text) {
    bring(id, [text = std::string(text)](transfer& to) { to.events.on_line(text); });
  };
  give(line);
  if (trouble != trouble_kind::events_twice) return;
  give(line);
  // A deletion comes once more behind the next change, which may be of a new object of the same name.
  if (line.find(R"("type":"DELETED")") != line.npos)
    x.last_deletion = line;
  else if (const auto again = std::exchange(x.last_deletion, {}); !again.empty())
    give(again);
}

std::int64_t rough_transport::due(transfer& x) {
  // Most answers take a moment; a tenth takes long enough for other requests to come in between.
  const auto delay = chance_.percent(10) ? chance_.between(20'000, 400'000) : chance_.between(200, 8'000);
  x.last_due_us = std::max(x.last_due_us, world_.now_us() + delay);
  return x.last_due_us;
}

void rough_transport::bring(kube::api::transfer_id id, std::function<void(transfer&)> what) {
  const auto found = transfers_.find(id);
  if (found == transfers_.end() || found->second.is_silent || found->second.is_ending) return;
  world_.later.at(due(found->second), [this, id, what = std::move(what), alive = alive_] {
    if (!*alive) return;
    const auto now = transfers_.find(id);
    if (now == transfers_.end() || now->second.is_silent) return;
    // Copied, because the receiver may cancel the transfer during the call.
    auto kept = now->second;
    what(kept);
  });
}

void rough_transport::end(kube::api::transfer_id id, outcome answer) {
  const auto found = transfers_.find(id);
  if (found == transfers_.end() || std::exchange(found->second.is_ending, true)) return;
  world_.later.at(due(found->second), [this, id, answer = std::move(answer), alive = alive_]() mutable {
    if (!*alive) return;
    auto node = transfers_.extract(id);
    if (!node.empty()) node.mapped().events.on_done(std::move(answer));
  });
}

void rough_transport::break_watches() {
  std::vector<kube::api::transfer_id> ids;
  for (const auto& [id, x] : transfers_)
    if (x.request.streaming) ids.push_back(id);
  for (const auto id : ids) {
    auto& x = transfers_.at(id);
    if (auto at = std::exchange(x.at_server, std::nullopt)) world_.api.cancel(*at);
    end(id, no_answer(base::error_code::unavailable, "Connection reset by peer"));
  }
}

void rough_transport::silence_watches(std::int64_t after_us) {
  for (auto& [id, x] : transfers_) {
    if (!x.request.streaming || x.is_silent || x.is_ending) continue;
    x.is_silent = true;
    if (auto at = std::exchange(x.at_server, std::nullopt)) world_.api.cancel(*at);
    x.last_due_us = std::max(x.last_due_us, world_.now_us() + after_us);
    end(id, no_answer(base::error_code::timeout, "the connection is dead"));
  }
}

} // namespace worlds
