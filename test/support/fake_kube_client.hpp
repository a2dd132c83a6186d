#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/status.hpp"

#include <vector>

namespace test {

/// The requests and answers of a fake KUBE CLIENT, seen by the test.
struct object_operations_script {
  std::vector<actors::messages::object_failure> failures;
  std::vector<actors::messages::execute_object_operations> executed;
  std::string outage{}; ///< during all runs; empty: none
};

/// Stands in for the KUBE CLIENT where only object operations matter.
struct fake_kube_client {
  using handle_type = actors::messages::kube_client_actor;

  fake_kube_client(actors::framework::actor_base<handle_type>* self, object_operations_script* script)
    : self_(self), script_(script) {}

  handle_type::behavior_type make_behavior() {
    using namespace actors::framework;
    using namespace actors::messages;
    return behavior(
      self_,
      [](const call_api&) {
        return api_answered{{}, base::fail(base::error_code::unavailable, "fake")};
      },
      [](const resolve_kind&) { return kind_resolved{}; }, [](const describe_cluster&) { return cluster_described{}; },
      [this](const execute_object_operations& x) {
        script_->executed.push_back(x);
        return object_operations_done{{}, script_->failures};
      },
      [](const install_definitions&) { return definitions_installed{}; },
      [](const list_definitions&) { return definitions_listed{}; }, [](const open_stream&) { return stream_opened{}; },
      [](const close_stream&) {}, [](const await_api_server&) { return api_server_awaited{}; },
      [this](const find_outage&) {
        return outage_found{{}, script_->outage};
      },
      [](const describe_answers&) { return answers_described{}; }, [](const end_writes&) { return writes_ended{}; },
      [](const transfer_done&) {}, [](const stream_lines&) {}, [](const stream_ended&) {},
      [](const operation_wait_over&) {});
  }

private:
  actors::framework::actor_base<handle_type>* self_;
  object_operations_script* script_;
};

} // namespace test
