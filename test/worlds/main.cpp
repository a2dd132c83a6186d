// Worlds from seeds: see `--help`.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "worlds/bites.hpp"
#include "worlds/crew.hpp"
#include "worlds/rule.hpp"
#include "worlds/shrink.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr auto usage = R"(usage: test-worlds [--worlds N] [--seed N] [--jobs N] [--faults NAME,…]
       test-worlds --story SEED [--shrink] [--log] [--faults NAME,…]

  --worlds N     how many worlds, with the seeds N, N+1, … (default: 100)
  --seed N       the first seed (default: 1)
  --jobs N       in so many processes (default: 1)
  --first-breach ends after the first world that breaks a rule
  --tap          reports in TAP, a line for each rule and each kind of fault
  --faults LIST  only these faults; a seed with another list is another world
  --story SEED   tells what happens in that world
  --shrink       leaves out first what the breach does not need
  --log          with all lines of the operator's log, not only those that warn
  --list-faults  prints the names of all faults
)";

struct options {
  worlds::crew_options crew;
  bool tells = false;
  bool taps = false;
  bool shrinks = false;
  bool tells_all = false;
};

[[noreturn]] void refuse(const std::string& text) {
  std::fprintf(stderr, "test-worlds: %s\n%s", text.c_str(), usage);
  std::exit(2);
}

std::set<worlds::trouble_kind> read_faults(std::string list) {
  std::set<worlds::trouble_kind> faults;
  list += ',';
  for (std::size_t comma = 0; (comma = list.find(',')) != list.npos; list.erase(0, comma + 1)) {
    const auto kind = worlds::trouble_of(list.substr(0, comma));
    if (!kind) refuse("unknown fault '" + list.substr(0, comma) + "': see --list-faults");
    faults.insert(*kind);
  }
  return faults;
}

[[noreturn]] void list_faults() {
  for (const auto kind : worlds::all_troubles()) std::printf("%s\n", std::string(worlds::name_of(kind)).c_str());
  std::exit(0);
}

options read_options(int argc, char** argv) {
  options x;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const auto value = [&]() -> std::string {
      if (++i == argc) refuse(name + " needs a value");
      return argv[i];
    };
    const auto number = [&] {
      const auto text = value();
      if (text.empty() || text.find_first_not_of("0123456789") != text.npos) refuse(name + " needs a number");
      return std::stoull(text);
    };
    if (name == "--seed")
      x.crew.first = number();
    else if (name == "--worlds")
      x.crew.worlds = number();
    else if (name == "--jobs")
      x.crew.jobs = static_cast<unsigned>(std::max(1ULL, number()));
    else if (name == "--faults")
      x.crew.faults = read_faults(value());
    else if (name == "--story")
      x.crew.first = number(), x.tells = true;
    else if (name == "--first-breach")
      x.crew.until_broken = true;
    else if (name == "--tap")
      x.taps = true;
    else if (name == "--shrink")
      x.shrinks = true;
    else if (name == "--log")
      x.tells_all = true;
    else if (name == "--list-faults")
      list_faults();
    else if (name == "--help")
      std::exit(std::printf("%s", usage) < 0 ? 1 : 0);
    else
      refuse("unknown option " + name);
  }
  return x;
}

worlds::plan without_what_is_not_needed(const worlds::plan& whole, const std::string& rule) {
  return worlds::shrink(whole, [&](const worlds::plan& less) {
    const auto played = worlds::play_world(less);
    return !played.breaches.empty() && played.breaches.front().rule == rule;
  });
}

int tell(const options& x) {
  auto plan = worlds::draw_plan(x.crew.first, x.crew.faults);
  plan.tells_all = x.tells_all;
  auto played = worlds::play_world(plan);
  if (x.shrinks && !played.breaches.empty()) {
    plan = without_what_is_not_needed(plan, played.breaches.front().rule);
    plan.tells_all = x.tells_all;
    played = worlds::play_world(plan);
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(plan.seed));
  for (const auto& module : plan.modules) std::printf("  %s\n", worlds::describe(module).c_str());
  if (plan.nodes_hook) std::printf("  a global hook that lists nodes\n");
  if (plan.moments_hook) std::printf("  a global hook at the start, and before and after each reload\n");
  if (plan.ticks_hook) std::printf("  a global hook with a crontab\n");
  if (plan.helm_stays) std::printf("  a helm that stays\n");
  if (plan.passes) std::printf("  modules behind a failed module run\n");
  if (plan.few_wait) std::printf("  few events wait as they came\n");
  if (plan.watches_rest) std::printf("  watches that rest after each object\n");
  if (plan.at_once > 1) std::printf("  %u modules at once\n", plan.at_once);
  if (plan.removal_grace_s > 0) std::printf("  a removal grace of %u s\n", plan.removal_grace_s);
  if (plan.items_move) std::printf("  an item changes in each run at a Synchronization of items\n");
  if (plan.sections_go) std::printf("  a user removes sections while hooks write into them\n");
  for (const auto& name : plan.strays) std::printf("  a release %s of a module that is gone\n", name.c_str());
  if (plan.common_flags) std::printf("  flags of modules in modules/values.yaml\n");
  if (plan.neighbour) std::printf("  another platform has releases\n");
  for (const auto& line : played.journal) std::printf("%s\n", line.c_str());
  for (const auto& breach : played.breaches) std::printf("%s: %s\n", breach.rule.c_str(), breach.text.c_str());
  std::printf("digest of all messages: %016llx\n", static_cast<unsigned long long>(played.trace_digest));
  return played.breaches.empty() ? 0 : 1;
}

using sums = std::map<std::string, std::uint64_t, std::less<>>;

void print_line(const char* title, const sums& counts) {
  std::printf("# %s:", title);
  for (const auto& [name, count] : counts)
    std::printf(" %s %llu", name.c_str(), static_cast<unsigned long long>(count));
  std::printf("\n");
}

/// Lists events that have never occurred: they prove no rule.
void print_missing(const char* title, const std::vector<std::string>& all, const sums& seen) {
  std::string missing;
  for (const auto& name : all)
    if (!seen.contains(name)) missing += " " + name;
  if (!missing.empty()) std::printf("# %s:%s\n", title, missing.c_str());
}

std::vector<std::string> names_of_faults(const std::set<worlds::trouble_kind>& meant) {
  std::vector<std::string> names;
  for (const auto* kinds : {&worlds::drawn_troubles(), &worlds::rare_troubles()})
    for (const auto kind : *kinds)
      if (meant.empty()) names.emplace_back(worlds::name_of(kind));
  for (const auto kind : meant) names.emplace_back(worlds::name_of(kind));
  return names;
}

std::vector<std::string> names_of_steps() {
  std::vector<std::string> names;
  for (int step = 1; step <= 16; ++step) names.push_back("step " + std::to_string(step));
  return names;
}

void print_sums(const worlds::crew_report& report, const sums& broken, const std::set<worlds::trouble_kind>& faults) {
  if (!broken.empty()) print_line("broken rules", broken);
  print_line("rules looked at", report.seen.rules);
  print_line("faults that hit", report.seen.troubles);
  print_line("of these, faults that met a change or work", report.seen.bites);
  sums steps;
  for (const auto& [step, count] : report.seen.steps) steps["step " + std::to_string(step)] = count;
  print_line("lifecycle", steps);
  print_line("messages", report.seen.messages);
  print_missing("rules that nothing has looked at", worlds::all_rules(), report.seen.rules);
  print_missing("faults that have hit nothing", names_of_faults(faults), report.seen.troubles);
  print_missing("steps of the lifecycle that never came", names_of_steps(), steps);
}

void print_claim(bool holds, const std::string& text) {
  std::printf("%s - %s\n", holds ? "ok" : "not ok", text.c_str());
}

/// From this number of worlds on, an event that has never occurred is a defect of the worlds.
constexpr std::uint64_t worlds_for_all = 500;

std::uint64_t count_of(const sums& counts, std::string_view name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

/// A rule whose premise never held is not proved, and a fault that could never do harm proves no rule.
void print_tap(const worlds::crew_report& report, const sums& broken) {
  for (const auto& [rule, count] : broken)
    if (!report.seen.rules.contains(rule))
      print_claim(false, rule + ": broken in " + std::to_string(count) + " worlds");
  const bool are_few = report.worlds < worlds_for_all;
  for (const auto& rule : worlds::all_rules()) {
    const auto count = count_of(report.seen.rules, rule);
    print_claim((are_few || count > 0) && !broken.contains(rule),
                rule + ": could have been broken " + std::to_string(count) + " times");
  }
  for (const auto& name : names_of_faults({})) {
    const auto hits = count_of(report.seen.troubles, name);
    const auto bites = worlds::must_meet_changes(*worlds::trouble_of(name)) ? count_of(report.seen.bites, name) : hits;
    print_claim(are_few || bites > 0, "fault " + name + ": has hit " + std::to_string(hits) + " times, could bite "
                                        + std::to_string(bites) + " times");
  }
}

int play(options x) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  if (::isatty(STDERR_FILENO) != 0)
    x.crew.on_progress = [&](std::uint64_t worlds, std::uint64_t broken) {
      std::fprintf(stderr, "\r%llu of %llu worlds, %.0f a second, %llu broken ",
                   static_cast<unsigned long long>(worlds), static_cast<unsigned long long>(x.crew.worlds),
                   static_cast<double>(worlds) / seconds(), static_cast<unsigned long long>(broken));
    };
  std::map<std::string, std::uint64_t, std::less<>> rules;
  x.crew.on_broken = [&](const worlds::broken_world& broken) {
    ++rules[broken.what.rule];
    std::printf("seed %llu: %s: %s\n", static_cast<unsigned long long>(broken.seed), broken.what.rule.c_str(),
                broken.what.text.c_str());
    std::fflush(stdout);
  };
  const auto report = worlds::play_worlds(x.crew);
  std::printf("# %llu worlds in %.1f s, %zu broken\n", static_cast<unsigned long long>(report.worlds), seconds(),
              report.broken.size());
  if (x.taps)
    print_tap(report, rules);
  else
    print_sums(report, rules, x.crew.faults);
  for (const auto seed : report.cut_short)
    std::printf("not ok - a process of the simulation has died in world %llu, and its further worlds were not played\n",
                static_cast<unsigned long long>(seed));
  const bool all_played = report.cut_short.empty() && report.worlds == x.crew.worlds;
  return report.broken.empty() && all_played ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  doctest::Context context;
  context.setAsDefaultForAssertsOutOfTestCases();
  context.setAssertHandler([](const doctest::AssertData& x) {
    if (x.m_failed) throw std::logic_error(std::string(x.m_file) + ":" + std::to_string(x.m_line) + ": " + x.m_expr);
  });
  const auto x = read_options(argc, argv);
  return x.tells ? tell(x) : play(x);
}
