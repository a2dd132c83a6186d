// The programs that the operator runs: scripts of the tree, and Helm.
#include "worlds/world.hpp"

#include "sys/files/files.hpp"

#include <csignal>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

std::string patch(const std::string& path, const text::json& value) {
  return text::json::array({text::json::object({{"op", "add"}, {"path", path}, {"value", value}})}).dump();
}

} // namespace

bool world::are_items_in_queue(const std::string& module) const {
  const auto known = is_items_in_queue_.find(module);
  return known != is_items_in_queue_.end() && known->second;
}

// -- programs take time --------------------------------------------------------

test::fake_end world::finish_later(sys::process::process_id id, test::fake_end end, std::int64_t delay_us) {
  if (!end.exit_code) return end;
  agenda_.at(now_us_ + delay_us, [this, id, code = *end.exit_code] { processes_.finish(id, code); });
  return test::fake_end::goes_on();
}

test::fake_end world::run_script(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto known = paths_.find(argv.front());
  if (known == paths_.end()) return test::fake_end::exits(127);
  const auto& script = known->second;
  const auto id = process.id();
  const auto delay = chance_.percent(90) ? chance_.between(1 * ms, 60 * ms) : chance_.between(60 * ms, 3000 * ms);
  if (!script.ends_with("/ticks.sh")) ++programs_;
  if (trouble_at({trouble_kind::hook_fails}, script) != nullptr) {
    note(script + " fails");
    tell(&observer::fails, script);
    process.print(sys::process::stream::err, "the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), delay);
  }
  if (trouble_at({trouble_kind::hook_killed}, script) != nullptr) {
    note(script + " is killed");
    agenda_.at(now_us_ + delay, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_babbles}, script) != nullptr) {
    note(script + " babbles");
    process.write_file("VALUES_JSON_PATCH_PATH", R"([{"op":"add","path":"/)");
    return finish_later(id, test::fake_end::exits(0), delay);
  }
  if (argv.size() > 1 && refuses_config(process, script)) return finish_later(id, test::fake_end::exits(0), delay);
  const auto end = hooks_.run(process);
  if (argv.size() > 1 && script.ends_with("/items.sh")) {
    const auto owner = script.substr(0, script.find('/'));
    is_items_in_queue_[owner] = items_in_queue_[owner];
  }
  if (argv.size() == 1) {
    const auto& run = hooks_.runs().back();
    tell(&observer::begins, begun_run{run, id});
    if (!script.ends_with("/ticks.sh") && !script.ends_with("/enabled"))
      tally_.runs.push_back(script + " " + run.reasons());
    change_meanwhile(run, delay);
    if (run.script == "global/moments.sh" && run.reasons() == "afterAll") ++tally_.reloads;
  }
  if (argv.size() == 1 && script.find("/enabled") == script.npos && !script.starts_with("global/")
      && trouble_at({trouble_kind::hook_breaks_schema}, script) != nullptr) {
    note(script + " breaks the schema");
    tell(&observer::fails, script);
    process.write_file("VALUES_JSON_PATCH_PATH", patch("/" + script.substr(0, script.find('/')) + "/items", 5));
  }
  const bool floods = argv.size() == 1 && trouble_at({trouble_kind::hook_floods}, script) != nullptr;
  if (argv.size() == 1 && script.ends_with("/enabled")) tell(&observer::answers, hooks_.runs().back(), floods);
  if (floods)
    for (int i = 0; i < 300; ++i)
      process.print(i % 3 == 0 ? sys::process::stream::err : sys::process::stream::out,
                    "line " + std::to_string(i) + " of many");
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_forks}, script) != nullptr)
    leave_child(process, now_us_ + delay);
  if (argv.size() == 1 && trouble_at({trouble_kind::hook_deaf}, script) != nullptr) {
    note(script + " hangs, and is deaf");
    if (end.exit_code == 0) tell(&observer::will_succeed, begun_run{hooks_.runs().back(), id});
    agenda_.at(now_us_ + 50'000 * ms, [this, id] { processes_.finish(id, 0); });
    return test::fake_end::ignores_sigterm();
  }
  if (argv.size() == 1 && !process.variable("KUBERNETES_PATCH_PATH").empty()
      && trouble_at({trouble_kind::hook_overreaches}, script) != nullptr) {
    note(script + " overreaches");
    tell(&observer::fails, script);
    process.write_file("KUBERNETES_PATCH_PATH",
                       "{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: "
                       "{namespace: nowhere, name: unwanted}}}\n");
  }
  if (argv.size() == 1 && end.exit_code == 0) tell(&observer::will_succeed, begun_run{hooks_.runs().back(), id});
  const bool is_slow = trouble_at({trouble_kind::hook_slow}, script) != nullptr;
  return finish_later(id, end, is_slow ? chance_.between(5000 * ms, 40000 * ms) : delay);
}

test::fake_end world::run_helm(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto verb = argv.size() > 1 ? argv[1] : "";
  const auto release = argv.size() > 2 ? argv[2] : "";
  const auto id = process.id();
  if (verb == "worker") return run_worker(process);
  ++programs_;
  if (verb == "upgrade" || verb == "uninstall") return begin_helm(process, verb, release);
  if (verb == "template" && trouble_at({trouble_kind::helm_fails}, release) != nullptr) {
    process.print(sys::process::stream::err, "Error: the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), 50 * ms);
  }
  return finish_later(id, helm_.run(process), chance_.between(20 * ms, 200 * ms));
}

/// True for every helm that begins to work on a release, also for a helm that stays.
void world::begin_helm_work(const std::string& verb, const std::string& release, sys::process::process_id id) {
  note("helm " + verb + " " + release);
  tell(&observer::helm_begins, helm_work{verb, release, id});
}

test::fake_end world::begin_helm(test::fake_process& process, const std::string& verb, const std::string& release) {
  const auto id = process.id();
  begin_helm_work(verb, release, id);
  if (trouble_at({trouble_kind::helm_fails}, release) != nullptr) {
    note("helm " + verb + " " + release + " fails");
    tell(&observer::fails, "helm " + release);
    process.print(sys::process::stream::err, "Error: the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), 50 * ms);
  }
  if (verb == "upgrade") {
    const auto latest = helm_.latest(release);
    if (latest && latest->status.starts_with("pending")) {
      process.print(sys::process::stream::err,
                    "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress");
      return finish_later(id, test::fake_end::exits(1), 50 * ms);
    }
    const auto& argv = process.spec().argv;
    for (std::size_t i = 1; i + 1 < argv.size(); ++i)
      if (argv[i] == "--values") {
        auto values = sys::files::read_file(argv[i + 1]);
        if (!values) return finish_later(id, helm_.run(process), 50 * ms);
        values_files_[argv[i + 1]] = std::move(*values);
      }
    if (const auto begun = helm_.begin_upgrade(process); !begun) {
      process.print(sys::process::stream::err, "Error: " + begun.error().message);
      return finish_later(id, test::fake_end::exits(1), 50 * ms);
    }
    tell(&observer::upgrade_begins, release);
  }
  if (verb == "uninstall") static_cast<void>(helm_.begin_uninstall(process));
  if (trouble_at({trouble_kind::helm_hangs}, release) != nullptr) {
    note("helm " + verb + " " + release + " hangs");
    has_hung_ = true;
    return test::fake_end::goes_on();
  }
  auto delay = chance_.between(50 * ms, 1500 * ms);
  if (trouble_at({trouble_kind::helm_slow}, release) != nullptr) delay = chance_.between(5000 * ms, 60000 * ms);
  if (trouble_at({trouble_kind::helm_killed}, release) != nullptr) {
    note("helm " + verb + " " + release + " is killed");
    agenda_.at(now_us_ + delay, [this, id] { processes_.signal_group(id, SIGKILL); });
    return test::fake_end::goes_on();
  }
  agenda_.at(now_us_ + delay, [this, id, verb, release] {
    processes_.go_on(id, [&](test::fake_process& x) {
      note("helm " + verb + " " + release + " ends");
      return helm_.run(x);
    });
  });
  return test::fake_end::goes_on();
}

/// Counts the ends of programs independently of the operator.
void world::count_end(const std::vector<std::string>& argv, const sys::process::process_exit& how) {
  const bool is_good = how.exit_code == 0;
  if (argv.size() > 2 && argv[1] == "upgrade") {
    ++tally_.upgrades[argv[2]];
    if (!is_good) ++tally_.bad_helms[argv[2]];
  }
  if (argv.size() > 1 && argv.front().ends_with("/helm") && argv[1] != "worker") ++tally_.helms;
  const auto script = paths_.find(argv.front());
  if (argv.size() != 1 || script == paths_.end() || script->second.ends_with("/enabled")) return;
  auto& ends = tally_.hook_ends[script->second];
  ++(is_good ? ends.well : ends.badly);
}

} // namespace worlds
