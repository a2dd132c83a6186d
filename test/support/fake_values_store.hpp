#pragma once

#include "actors/messages/debug.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/values.hpp"

#include <memory>
#include <string>
#include <vector>

namespace test {

/// The requests and answers of a fake VALUES STORE, seen by the test.
struct values_script {
  std::string config_values = R"({"global":{}})";
  std::string values = R"({"global":{}})";
  base::result<void> read = {};
  base::result<void> check = {};
  base::result<void> commit = {};
  bool commit_changes = true;
  std::uint64_t revision = 1;
  std::uint64_t last_ticket = 0;

  std::vector<actors::messages::read_values> reads;
  std::vector<actors::messages::check_hook_output> checks;
  std::vector<actors::messages::commit_hook_output> commits;
  std::vector<std::uint64_t> released; ///< tickets
};

/// Stands in for the VALUES STORE where its decisions do not matter:
/// `actors::framework::spawn<fake_values_store>(…, &script)`.
struct fake_values_store {
  using handle_type = actors::messages::values_store_actor;

  fake_values_store(actors::framework::actor_base<handle_type>* self, values_script* script)
    : self_(self), script_(script) {}

  handle_type::behavior_type make_behavior() {
    using namespace actors::framework;
    using namespace actors::messages;
    return behavior(
      self_, [](const apply_configuration&) { return configuration_applied{}; },
      [this](const read_values& x) {
        script_->reads.push_back(x);
        return values_read{{},
                           script_->read,
                           std::make_shared<const text::text_pieces>(script_->config_values),
                           std::make_shared<const text::text_pieces>(script_->values),
                           script_->revision};
      },
      [](const read_helm_values&) {
        return helm_values_read{{}, base::fail(base::error_code::not_found, "fake"), 0};
      },
      [](const note_held_release&) {}, [](const note_doubted_modules&) {}, [](const note_script_grounds&) {},
      [](const know_hooks&) {}, [](const note_hook_end&) {},
      [this](const check_hook_output& x) {
        script_->checks.push_back(x);
        return output_checked{{}, script_->check, script_->check ? ++script_->last_ticket : 0};
      },
      [this](const commit_hook_output& x) {
        script_->commits.push_back(x);
        return output_committed{{}, script_->commit, script_->commit_changes, ++script_->revision};
      },
      [this](const release_reservation& x) { script_->released.push_back(x.ticket); },
      [](const read_flags&) { return flags_read{}; }, [](const modules_discovered&) {},
      [](const drop_module_values&) {}, [](const describe_values&) { return values_described{}; },
      [](const reservation_over&) {});
  }

private:
  actors::framework::actor_base<handle_type>* self_;
  values_script* script_;
};

} // namespace test
