#include "worlds/stage.hpp"

#include "worlds/operator_life.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

sys::files::temp_dir make_root() {
  const auto* memory = "/dev/shm";
  const auto base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path().string();
  auto made = sys::files::temp_dir::create(base, "world-");
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

} // namespace

stage::stage(plan what)
  : planned(std::move(what)), root(make_root()), chance(dice(planned.seed).split("times")),
    helm(api, operator_namespace) {}

stage::~stage() = default;

void stage::note(std::string line) {
  // The name of the root directory differs in each play.
  for (auto at = line.find(root.path()); at != line.npos; at = line.find(root.path()))
    line.replace(at, root.path().size(), "ROOT");
  const auto passed = now_us / ms;
  auto time = std::to_string(passed / 1000) + "." + std::to_string(1000 + passed % 1000).substr(1);
  time.insert(0, time.size() < 8 ? 8 - time.size() : 0, ' ');
  journal.push_back(time + " " + std::move(line));
}

void stage::note(const trace::event& event) {
  ++seen.messages[event.type.text()];
  if (event.step != 0) ++seen.steps[event.step];
  tell(&observer::handles, event);
  const auto add = [&](std::uint64_t x) { trace_digest = dice(trace_digest ^ x).next(); };
  add(event.id);
  add(event.cause);
  add(static_cast<std::uint64_t>(event.time_us));
  add(std::hash<std::string>()(event.type.text() + " " + event.sender + " " + event.receiver));
}

const module_plan* stage::module_named(const std::string& name) const {
  for (const auto& x : planned.modules)
    if (x.name == name) return &x;
  return nullptr;
}

bool stage::is_running(sys::process::process_id id) const {
  const auto running = processes.running();
  return std::find(running.begin(), running.end(), id) != running.end();
}

void stage::breach_of(std::string rule, std::string text) {
  note("BREACH of " + rule + ": " + text);
  breaches.push_back({std::move(rule), std::move(text)});
}

} // namespace worlds
