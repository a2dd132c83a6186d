// The operator does not remove a revision on which another Helm works.
#include "worlds/rule.hpp"

#include "kube/api/api_path.hpp"
#include "worlds/releases.hpp"
#include "worlds/task_events.hpp"

namespace worlds {

namespace {

class pending_rule final : public rule {
public:
  using rule::rule;

  /// The run of a module meets another Helm.
  void handles(const trace::event& event) override {
    if (!module_runs::begins(event)) return;
    if (excused().by_hand.contains(std::string(event.fact("module")))) holds();
  }

  void requests(const kube::api::http_request& request) override {
    if (request.method != "DELETE") return;
    const auto object = kube::api::object_of_path(request.target);
    if (object && object->plural == "secrets") check(object->name);
  }

private:
  /// Another Helm that has begun less than five minutes ago may still be at work. In these worlds it ends
  /// before that.
  void check(const std::string& record) {
    const auto release = release_of_record(record);
    const auto at_work = excused().by_hand.find(release);
    if (at_work == excused().by_hand.end()) return;
    const auto taken = helm().stored(release, at_work->second);
    const bool is_open = taken && (taken->status.starts_with("pending") || taken->status == "uninstalling");
    if (is_open && record == test::secret_name(release, at_work->second))
      broken("revision " + std::to_string(at_work->second) + " of " + release
             + " is taken away while somebody's helm works on it");
  }
};

const registered<pending_rule> entry{"pending"};

} // namespace

} // namespace worlds
