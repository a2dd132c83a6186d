// The output of a hook that is asked for its configuration.

#include "core/bindings/cron.hpp"
#include "core/hooks/config.hpp"
#include "fuzz/claim.hpp"

#include <algorithm>

using fuzz::claim;

namespace {

bool is_binding_of(const core::bindings::hook_definition& hook, const std::string& name) {
  return std::any_of(hook.kubernetes.begin(), hook.kubernetes.end(), [&](const auto& x) { return x.name == name; });
}

template <class Binding>
void check_common(const core::bindings::hook_definition& hook, const Binding& x) {
  claim(!x.queue.empty(), "every binding has a queue");
  for (const auto& name : x.snapshots_from) claim(is_binding_of(hook, name), "snapshots are of bindings of the hook");
}

void check(const core::bindings::hook_definition& hook) {
  const bool binds = !hook.lifecycle.empty() || !hook.schedules.empty() || !hook.kubernetes.empty();
  claim(binds || !hook.remarks.empty(), "there is a remark on a hook without bindings");
  for (const auto& x : hook.kubernetes) {
    claim(!x.kind.empty(), "a kubernetes binding has a kind");
    claim(x.queue != "main" || x.wait_for_synchronization, "nobody goes on before a Synchronization in queue main");
    check_common(hook, x);
  }
  for (const auto& x : hook.schedules) {
    claim(core::bindings::parse_crontab(x.crontab).has_value(), "the crontab of a schedule can be read");
    check_common(hook, x);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  for (const auto owner : {core::hooks::hook_owner::global, core::hooks::hook_owner::module}) {
    const auto hook = core::hooks::parse_hook_config(fuzz::text_of(data, size), owner);
    if (hook)
      check(*hook);
    else
      claim(!hook.error().message.empty(), "an error says what is wrong");
  }
  return 0;
}
