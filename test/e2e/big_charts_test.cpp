// Charts and releases that are larger than most, by either way to run Helm.
#include "given.hpp"
#include "run.hpp"

#include "core/releases/release.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace {

using releases = std::vector<e2e::listed_release>;
using e2e::contains;

/// Text that does not become smaller when it is packed; the same each time.
std::string noise(std::size_t bytes) {
  std::string text;
  std::uint64_t state = 88172645463325252ULL;
  while (text.size() < bytes) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    text += static_cast<char>('!' + 1 + state % 90);
  }
  for (auto& c : text)
    if (c == '"' || c == '\\' || c == '{') c = 'x';
  return text;
}

std::string named(const std::string& name, const std::string& data) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {text: \"" + data + "\"}\n";
}

} // namespace

TEST_CASE("a release that is larger than a Secret may be is named, and is made as soon as it fits"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_chart("010-large", named("a", noise(800'000)) + "---\n" + named("b", noise(800'000)));
  files.add_chart("020-small", e2e::config_map_manifest("small", "one"));
  const auto space = e2e::cluster().new_namespace("large-release");
  e2e::operator_run run(files, {.space = space});
  const auto failure = run.await({{"event", "helm_failed"}, {"module", "large"}});
  CHECK_MESSAGE(contains(failure["error"], "Helm's record of the release"), failure.line.substr(0, 2000));
  CHECK_MESSAGE(failure.line.size() < 20'000, failure.line.size());

  // The module's smaller chart is released with the next try.
  files.add_file("modules/010-large/templates/manifest.yaml", named("a", "now it fits"));
  run.await_converged();
  CHECK_EQ(e2e::helm_list(space), releases{{"large", "deployed", "1"}, {"small", "deployed", "1"}});
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a manifest of 1.5 MiB is released, and is known again after a restart" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_chart("010-long", named("a", std::string(800'000, 'a')) + "---\n" + named("b", std::string(800'000, 'b')));
  const auto space = e2e::cluster().new_namespace("long-manifest");
  for (int i = 0; i < 2; ++i) {
    e2e::operator_run run(files, {.space = space});
    run.await_converged();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  CHECK_EQ(e2e::helm_list(space), releases{{"long", "deployed", "1"}});
}

TEST_CASE("of a chart with 1 000 objects each one is kept" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_chart("010-many", "{{ range $i := until 1000 }}\n---\napiVersion: v1\nkind: ConfigMap\n"
                              "metadata: {name: many-{{ $i }}}\ndata: {number: \"{{ $i }}\"}\n{{ end }}\n");
  const auto space = e2e::cluster().new_namespace("many-objects");
  e2e::operator_run run(files, {.space = space});
  run.await({{"event", "converge_finished"}}, std::chrono::minutes(5));
  for (const auto* name : {"many-0", "many-999"})
    e2e::cluster().call(kube::api::remove_request(test::config_maps(), {space, name, {}}));
  for (const auto* name : {"many-0", "many-999"}) {
    const auto found = e2e::cluster().await(test::config_maps(), {space, name, {}});
    CHECK_EQ(found.find("data")->string_at("number"), std::string(name).substr(5));
  }
  CHECK_EQ(run.stop().exit_code, 0);
}
