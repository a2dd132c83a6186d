#include "simulation/virtual_operator.hpp"

#include "actors/messages/observation.hpp"
#include "actors/supervision/supervisor.hpp"
#include "actors/telemetry/http_server.hpp"
#include "actors/telemetry/metrics.hpp"
#include "simulation/fake_alarm.hpp"
#include "sys/time/time_zones.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace simulation {

virtual_operator::virtual_operator(actors::supervision::operator_setup setup, surroundings around)
  : around_(std::move(around)), setup_(std::move(setup)), line_(std::make_shared<cluster_line>(around_.cluster.api())),
    programs_(
      std::make_shared<real_programs>(around_.processes, around_.bell, around_.program_limit, around_.program_faults)) {
  set_clock(std::chrono::microseconds(around_.now_us));
  shared()->last_id = around_.last_id;
  shared()->time_zones = sys::time::find_time_zone;
  if (around_.record) shared()->record = [this](trace::packed_event event) { around_.record(trace::unpacked(event)); };
  shared()->on_actor_failed = [report = around_.report](const std::string& actor, const std::string& reason) {
    report("actor '" + actor + "' of the operator has failed: " + reason);
  };
  add_outside([this] { return around_.cluster.deliver() > 0; });
  add_outside([this] { return around_.answer_requests(); });
  add_outside([this] { return programs_->deliver(); });
  wait_by([this] {
    if (!programs_->busy()) return false;
    programs_->await();
    return true;
  });
  setup_.transport = line_;
  setup_.processes = programs_;
  setup_.alarm = std::make_shared<fake_alarm>(*this);
  // All actors run on a single thread, so that each play of a day has the same order.
  setup_.blocking = actors::framework::placement::shared;
  setup_.on_cannot_start = [this](const std::string& reason) { why_not_started_ = reason; };
  setup_.on_stopped = [this](int code) { exit_code_ = code; };
}

virtual_operator::~virtual_operator() {
  // Severed first: the actors that are taken down below must not reach the cluster, as after a kill.
  line_->sever();
  programs_->die();
  shared()->record = nullptr;
  shared()->on_actor_failed = [](const std::string&, const std::string&) {};
  // Killed actors must not act any more, but they must end to be freed.
  resume_after_interrupt();
  if (!top_ || has_stopped()) return;
  tell(top_, actors::messages::stop_operator{{}, "killed"});
  advance(setup_.stop_grace);
}

void virtual_operator::begin() {
  setup_.metrics = actors::telemetry::metrics(system(), shared(), setup_.metrics_prefix);
  top_ = own(actors::supervision::supervisor(system(), shared(),
                                             std::make_shared<const actors::supervision::operator_setup>(setup_)));
  tell(top_, actors::messages::start_operator{});
  run();
}

void virtual_operator::stop() {
  tell(top_, actors::messages::stop_operator{{}, "terminated"});
  run();
}

std::optional<actors::messages::operator_description> virtual_operator::describe() {
  const auto answer = ask_later<actors::messages::operator_description>(top_, actors::messages::describe_operator{});
  run();
  return answer.has_come() ? std::optional(answer.get()) : std::nullopt;
}

template <class Server>
sys::http::server_response virtual_operator::ask_page(const Server& server, const std::string& path) {
  sys::http::server_request asked{.method = "GET", .path = path.substr(0, path.find('?'))};
  std::istringstream query(path.substr(std::min(path.size(), asked.path.size() + 1)));
  for (std::string part; std::getline(query, part, '&');)
    asked.query[part.substr(0, part.find('='))] = part.substr(part.find('=') + 1);
  auto reply = std::make_shared<std::optional<sys::http::server_response>>();
  tell(server, actors::messages::http_asked{{},
                                            std::make_shared<const sys::http::server_request>(std::move(asked)),
                                            [reply](sys::http::server_response x) {
                                              x.body = text_of(x);
                                              *reply = std::move(x);
                                            }});
  run();
  actors::framework::stop_now(server);
  run();
  return reply->value_or(sys::http::text_reply(503, "no answer has come"));
}

sys::http::server_response virtual_operator::page(const std::string& path) {
  return ask_page(actors::telemetry::http_server(system(), shared(), top_, setup_.metrics), path);
}

base::result<text::json> virtual_operator::debug_page(const std::string& path) {
  const auto reply =
    ask_page(actors::telemetry::debug_server(system(), actors::framework::placement::shared, shared(), {top_}), path);
  if (reply.status != 200) return base::fail(base::error_code::not_found, reply.body);
  return text::parse_json(reply.body);
}

} // namespace simulation
