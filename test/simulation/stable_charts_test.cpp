// The operator takes a chart for stable if its files have no function with results that change by themselves.
// Helm renders such charts in two different worlds, and must give the same output. Needs $HELM_BIN.
#include "actors/releases/chart_files.hpp"
#include "core/releases/helm_command.hpp"
#include "kube/access/kubeconfig_text.hpp"
#include "simulation/cluster_gate.hpp"
#include "support/files.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/reactor.hpp"
#include "text/yaml/yaml.hpp"
#include "worlds/dice.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("simulation/stable_charts");

namespace {

namespace fs = std::filesystem;

/// The content of a template: expressions with results that change by themselves, and quiet expressions.
const std::vector<std::string> volatile_expressions{
  "now", "uuidv4", "randAlphaNum 8", "(lookup \"v1\" \"ConfigMap\" \"default\" \"seen\") | toJson", "unixEpoch now",
};
const std::vector<std::string> quiet_expressions{
  "\"now\" | upper",     ".Release.Name",     ".Values.text", "\"lookup\" | sha256sum", ".Values.now | default \"x\"",
  ".Files.Get \"note\"", "list 1 2 | toJson", "add 1 2",      "\"{{ now }}\" | quote",  "toJson .Values.list",
};

/// A chart on disk, made by chance.
class made_chart {
public:
  explicit made_chart(worlds::dice chance) : chance_(chance) {
    write("Chart.yaml", "apiVersion: v2\nname: made\nversion: 0.1.0\n");
    write("values.yaml", "text: plain\nlist: [1, 2]\n");
    write("note", "see now for more\n");
    write("charts/lib/Chart.yaml", "apiVersion: v2\nname: lib\nversion: 0.1.0\ntype: library\n");
    std::string data;
    for (int i = 0; i < 3; ++i) data += fmt::format("  v{}: {{{{ ({}) | toString | quote }}}}\n", i, shown(i));
    write("templates/map.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: made}\ndata:\n" + data);
    test::put_file(tmp_.file("values.json"), text::json::object(values_).dump());
  }

  [[nodiscard]] std::string path() const { return tmp_.file("chart"); }
  [[nodiscard]] std::string values_file() const { return tmp_.file("values.json"); }
  [[nodiscard]] std::string text() const { return description_; }

private:
  void write(const std::string& file, const std::string& text) { test::put_file(path() + "/" + file, text); }

  std::string shown(int number) {
    const bool is_quiet = chance_.percent(85);
    const auto expression = chance_.one_of(is_quiet ? quiet_expressions : volatile_expressions);
    auto made = hidden(expression, number);
    description_ += fmt::format("  {}\n", made);
    return made;
  }

  /// The expression in a place where a chart may have it.
  std::string hidden(const std::string& expression, int number) {
    const auto half = expression.size() / 2;
    const auto name = fmt::format("part{}", number);
    switch (chance_.between(0, 19)) {
      case 0: return fmt::format("tpl `{{{{ {} }}}}` .", expression);
      case 1:
        return fmt::format("tpl (printf `{{{{ %s%s }}}}` `{}` `{}`) .", expression.substr(0, half),
                           expression.substr(half));
      case 2: write(name, "{{ " + expression + " }}"); return fmt::format("tpl (.Files.Get `{}`) .", name);
      case 3:
        write(name, "<< " + expression + " >>");
        return fmt::format("tpl (.Files.Get `{}` | replace `<<` `{{{{` | replace `>>` `}}}}`) .", name);
      case 4: {
        values_.emplace_back(name, text::json("{{ " + expression + " }}"));
        return fmt::format("tpl .Values.{} .", name);
      }
      case 5: define("templates/_parts.tpl", name, expression); return fmt::format("include `{}` .", name);
      case 6:
        define("charts/lib/templates/_parts.tpl", name, expression);
        return fmt::format("include (printf `part%d` {}) .", number);
      case 7: {
        test::put_file(tmp_.file("behind/" + name + ".tpl"), definition(name, expression));
        fs::create_directories(path() + "/templates");
        if (!fs::exists(path() + "/templates/link"))
          fs::create_directory_symlink(tmp_.file("behind"), path() + "/templates/link");
        return fmt::format("include `{}` .", name);
      }
      default: return expression;
    }
  }

  static std::string definition(const std::string& name, const std::string& expression) {
    return fmt::format("{{{{ define `{}` }}}}{{{{ {} }}}}{{{{ end }}}}", name, expression);
  }
  void define(const std::string& file, const std::string& name, const std::string& expression) {
    // A file for each: there may be two in the same folder.
    const auto dot = file.rfind('.');
    write(file.substr(0, dot) + name + file.substr(dot), definition(name, expression));
  }

  worlds::dice chance_;
  sys::files::temp_dir tmp_ = sys::files::temp_dir::create("/tmp", "stable-charts-").value();
  text::json::object_type values_;
  std::string description_;
};

/// A cluster in memory, with another text in its ConfigMap `seen` in each world, and Helm, which looks at it.
class both_worlds {
public:
  explicit both_worlds(std::string helm) {
    setup_.setup.binary = std::move(helm);
    setup_.setup.namespace_name = "default";
    setup_.home = tmp_.file("home");
    fs::create_directories(setup_.home);
    test::put_file(core::releases::helm_kubeconfig_path(setup_.home),
                   kube::access::kubeconfig_text(gate_->access("default")));
  }

  std::string render(const made_chart& chart, const std::string& world) {
    const auto applied = cluster_.apply(text::parse_yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: seen, "
                                                         "namespace: default}, data: {world: "
                                                         + world + "}}")
                                          .value());
    REQUIRE_MESSAGE(applied, applied.error().message);
    core::releases::helm_template task{
      "made", {chart.path(), "", nullptr}, {"v1.3" + world + ".0", {"made" + world + "/v1"}}, true};
    auto command = core::releases::template_command(setup_, task, chart.values_file());
    return run(
      {.argv = std::move(command.argv), .environment = std::move(command.environment), .collect_stdout = true});
  }

private:
  std::string run(sys::process::process_spec spec) {
    std::optional<sys::process::process_exit> exit;
    std::mutex mutex;
    std::string errors;
    sys::process::process_events events;
    events.on_line = [&](sys::process::stream, std::string_view line) {
      errors.append(line).append("\n");
      return sys::process::flow::go_on;
    };
    events.on_exit = [&](sys::process::process_exit x) {
      {
        const std::lock_guard lock(mutex);
        exit = std::move(x);
      }
      bell_->ring();
    };
    reactor_.start(std::move(spec), std::move(events));
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    const auto has_ended = [&] {
      const std::lock_guard lock(mutex);
      return exit.has_value();
    };
    while (!has_ended()) {
      REQUIRE_MESSAGE((bell_->wait(end) || has_ended()), "helm does not end");
      while (gate_->answer(cluster_)) cluster_.deliver();
      cluster_.deliver();
    }
    REQUIRE_MESSAGE(exit->exit_code == 0, errors);
    return exit->collected_stdout;
  }

  sys::files::temp_dir tmp_ = sys::files::temp_dir::create("/tmp", "stable-charts-").value();
  core::releases::helm_program setup_;
  std::shared_ptr<simulation::doorbell> bell_ = std::make_shared<simulation::doorbell>();
  simulation::virtual_cluster cluster_{"default"};
  std::unique_ptr<simulation::cluster_gate> gate_ = simulation::cluster_gate::open(bell_).value();
  sys::process::reactor reactor_;
};

} // namespace

TEST_CASE("charts that are taken for stable give the same manifest in another world") {
  const auto helm = sys::files::environment_variable("HELM_BIN").value_or("");
  if (helm.empty()) {
    std::fputs("$HELM_BIN is not set, no chart is rendered: run scripts/test\n", stderr);
    return;
  }
  both_worlds both(helm);
  constexpr int charts = 120;
  int stable = 0;
  int doubtful = 0;
  for (int i = 0; i < charts; ++i) {
    const made_chart chart(worlds::dice(static_cast<std::uint64_t>(i)).split("chart"));
    const auto read = actors::releases::read_chart_files(chart.path(), "made");
    REQUIRE(read);
    if (core::releases::stability(read->chart) == core::releases::chart_stability::changing) {
      ++doubtful;
      continue;
    }
    ++stable;
    const auto first = both.render(chart, "0");
    const auto second = both.render(chart, "1");
    CHECK_MESSAGE(first == second, "chart ", i, " shows what changes by itself, and is taken for stable:\n",
                  chart.text());
  }
  // There were stable and doubtful charts, so the reader of charts does not call all of them doubtful.
  CHECK(stable > charts / 20);
  CHECK(doubtful > charts / 20);
}

TEST_SUITE_END();
