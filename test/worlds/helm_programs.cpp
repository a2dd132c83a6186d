#include "worlds/helm_programs.hpp"

#include "sys/files/files.hpp"

#include <csignal>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

} // namespace

test::fake_end helm_programs::run(test::fake_process& process) {
  const auto& argv = process.spec().argv;
  const auto verb = argv.size() > 1 ? argv[1] : "";
  const auto release = argv.size() > 2 ? argv[2] : "";
  const auto id = process.id();
  if (verb == "worker") return run_worker(process);
  ++here_.programs;
  if (verb == "upgrade" || verb == "uninstall") return begin(process, verb, release);
  if (verb == "template" && troubles_.at({trouble_kind::helm_fails}, release) != nullptr) {
    process.print(sys::process::stream::err, "Error: the simulated world makes me fail");
    return finish_later(id, test::fake_end::exits(1), 50 * ms);
  }
  return finish_later(id, helm_.run(process), chance_.between(20 * ms, 200 * ms));
}

/// Each helm that begins to work on a release comes here, also a helm that stays.
void helm_programs::begin_work(const std::string& verb, const std::string& release, sys::process::process_id id) {
  note("helm " + verb + " " + release);
  tell(&observer::helm_begins, helm_work{verb, release, id});
}

test::fake_end helm_programs::begin(test::fake_process& process, const std::string& verb, const std::string& release) {
  const auto id = process.id();
  begin_work(verb, release, id);
  if (troubles_.at({trouble_kind::helm_fails}, release) != nullptr) {
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
  if (troubles_.at({trouble_kind::helm_hangs}, release) != nullptr) {
    note("helm " + verb + " " + release + " hangs");
    here_.has_hung = true;
    return test::fake_end::goes_on();
  }
  auto delay = chance_.between(50 * ms, 1500 * ms);
  if (troubles_.at({trouble_kind::helm_slow}, release) != nullptr) delay = chance_.between(5000 * ms, 60000 * ms);
  if (troubles_.at({trouble_kind::helm_killed}, release) != nullptr) {
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

base::result<std::string> helm_programs::values_at(const std::string& path) const {
  const auto kept = values_files_.find(path);
  return kept == values_files_.end() ? sys::files::read_file(path) : base::result<std::string>(kept->second);
}

} // namespace worlds
