#include "core/releases/helm_plan.hpp"

#include <doctest/doctest.h>

#include <chrono>

using namespace std::chrono_literals;
using core::releases::chart_stability;
using core::releases::helm_situation;
using core::releases::release;
using core::releases::release_status;

namespace {

release deployed(std::map<std::string, std::string> labels = {}) {
  return {"web", 3, release_status::deployed, std::move(labels)};
}

release in_status(release_status status) {
  return {"web", 3, status, {{"inputsChecksum", "in1"}, {"moduleChecksum", "out1"}}};
}

/// The decision as a text: `WHAT: REASON`.
std::string decide(const helm_situation& x) {
  auto decision = core::releases::plan_helm(x);
  constexpr const char* names[] = {"skip", "render", "upgrade", "recover", "remove record", "leave", "wait"};
  return std::string(names[decision.index()]) + ": " + core::releases::reason_of(decision);
}

const std::map<std::string, std::string> both_labels{{"inputsChecksum", "in1"}, {"moduleChecksum", "out1"}};

} // namespace

TEST_CASE("nothing is decided while the releases are unknown") {
  CHECK(decide({.released = core::releases::releases_unknown{}, .inputs_digest = "in1"})
        == "wait: the releases have not been listed yet");
}

TEST_CASE("a release that does not exist is installed without rendering it first") {
  CHECK(decide({.released = core::releases::no_release{}, .inputs_digest = "in1"}) == "upgrade: there is no release");
  CHECK(decide({.released = core::releases::no_release{}, .stability = chart_stability::changing})
        == "upgrade: there is no release");
}

TEST_CASE("unchanged inputs of a stable chart need neither rendering nor an upgrade") {
  CHECK(decide({.released = deployed(both_labels), .inputs_digest = "in1"})
        == "skip: the inputs are those of revision 3");
}

TEST_CASE("changed inputs are rendered, and only a changed manifest is applied") {
  helm_situation x{.released = deployed(both_labels), .inputs_digest = "in2"};
  CHECK(decide(x) == "render: the inputs have changed");
  x.rendered_digest = "out1";
  CHECK(decide(x) == "skip: the manifest is that of revision 3");
  x.rendered_digest = "out2";
  CHECK(decide(x) == "upgrade: the manifest has changed");
}

TEST_CASE("a chart with volatile functions is rendered although its inputs are unchanged") {
  helm_situation x{.released = deployed(both_labels), .inputs_digest = "in1", .stability = chart_stability::changing};
  CHECK(decide(x) == "render: the chart uses random, time or lookup functions");
  x.rendered_digest = "out1";
  CHECK(decide(x) == "skip: the manifest is that of revision 3");
}

TEST_CASE("an unchanged release is upgraded if the cluster lacks keys of its objects") {
  helm_situation x{.released = deployed(both_labels), .inputs_digest = "in1", .stability = chart_stability::changing};
  x.lacking = {"d8/Secret/a (its key 'pw')"};
  CHECK(decide(x) == "render: the chart uses random, time or lookup functions");
  x.rendered_digest = "out1";
  CHECK(decide(x) == "upgrade: 1 object lacks keys: d8/Secret/a (its key 'pw')");
  x.rendered_digest = "other";
  x.rendering_digest = "out1";
  CHECK(decide(x) == "upgrade: 1 object lacks keys: d8/Secret/a (its key 'pw')");
  x.rendering_digest.reset();
  CHECK(decide(x) == "upgrade: the manifest has changed");
}

TEST_CASE("a release without our labels is compared by its manifest, and upgraded if that is not known") {
  helm_situation x{.released = deployed(), .inputs_digest = "in1"};
  CHECK(decide(x) == "render: the release does not name its inputs");
  x.rendered_digest = "out1";
  CHECK(decide(x) == "upgrade: the release does not name its manifest");
  x.released_digest = "out1";
  CHECK(decide(x) == "skip: the manifest is that of revision 3");
}

TEST_CASE("the manifest in the Secret counts before the label") {
  CHECK(
    decide(
      {.released = deployed(both_labels), .inputs_digest = "in2", .rendered_digest = "out1", .released_digest = "out2"})
    == "upgrade: the manifest has changed");
}

TEST_CASE("a chart whose upgrade differs from its rendering is compared by renderings") {
  helm_situation x{.released = deployed(both_labels),
                   .inputs_digest = "in2",
                   .rendered_digest = "as rendered",
                   .released_digest = "as released",
                   .rendering_digest = "out1"};
  CHECK(decide(x) == "skip: the chart renders to the same as for revision 3");
  x.rendering_digest = "out2";
  CHECK(decide(x) == "upgrade: the manifest has changed");
  x.rendered_digest = "as released";
  CHECK(decide(x) == "skip: the manifest is that of revision 3");
  x.released = deployed({{"inputsChecksum", "in1"}});
  x.rendered_digest = "as rendered";
  CHECK(decide(x) == "upgrade: the manifest has changed");
}

TEST_CASE("an absent object that the latest revision does not have is no reason for an upgrade") {
  const core::releases::manifest_object a{"v1", "ConfigMap", "d8", "a"};
  const core::releases::manifest_object of_cluster{"rbac.authorization.k8s.io/v1", "ClusterRole", "", "c"};
  auto in_manifest = of_cluster;
  in_manifest.namespace_name = "d8";
  helm_situation x{.released = deployed(both_labels), .inputs_digest = "in1", .absent = {a, of_cluster}};
  x.released_objects = std::make_shared<const std::vector<core::releases::manifest_object>>();
  CHECK(decide(x) == "skip: the inputs are those of revision 3");
  x.released_objects = std::make_shared<const std::vector<core::releases::manifest_object>>(1, in_manifest);
  CHECK(decide(x) == "upgrade: 1 object is absent: ClusterRole/c");
}

TEST_CASE("an absent object is a reason for an upgrade although nothing has changed") {
  const core::releases::manifest_object a{"v1", "ConfigMap", "d8", "a"};
  const core::releases::manifest_object b{"v1", "Secret", "d8", "b"};
  helm_situation x{.released = deployed(both_labels), .inputs_digest = "in1", .absent = {a}};
  CHECK(decide(x) == "upgrade: 1 object is absent: d8/ConfigMap/a");
  x.absent = {a, b, a, b};
  CHECK(decide(x) == "upgrade: 4 objects are absent: d8/ConfigMap/a, d8/Secret/b, d8/ConfigMap/a …");
}

TEST_CASE("a release that is not deployed is upgraded, and recovered first if Helm would refuse") {
  struct row {
    release_status status;
    const char* want;
  };
  for (const auto& r : {
         row{release_status::failed, "upgrade: revision 3 is failed"},
         row{release_status::superseded,
             "upgrade: revision 3 is superseded, and the records of its successors have gone"},
         row{release_status::unknown, "upgrade: revision 3 is unknown"},
         row{release_status::pending_install, "recover: revision 3 is pending-install, and no Helm works on it"},
         row{release_status::pending_upgrade, "recover: revision 3 is pending-upgrade, and no Helm works on it"},
         row{release_status::pending_rollback, "recover: revision 3 is pending-rollback, and no Helm works on it"},
         row{release_status::uninstalling, "recover: revision 3 is uninstalling, and no Helm works on it"},
         row{release_status::uninstalled, "remove record: revision 3 is uninstalled"},
       }) {
    const helm_situation x{.released = in_status(r.status), .inputs_digest = "in1", .unchanged = 300s};
    CHECK(decide(x) == r.want);
  }
  auto decision = core::releases::plan_helm({.released = in_status(release_status::pending_install)});
  CHECK(std::get<core::releases::helm_decision::recover_pending_then_upgrade>(decision).revision == 3);
}

TEST_CASE("a revision that somebody else has made over ours is upgraded, though its labels are ours") {
  auto labels = both_labels;
  labels["moduleRevision"] = "2";
  CHECK(decide({.released = deployed(labels), .inputs_digest = "in1"})
        == "upgrade: revision 3 was made by another Helm");
  labels["moduleRevision"] = "3";
  CHECK(decide({.released = deployed(labels), .inputs_digest = "in1"}) == "skip: the inputs are those of revision 3");
}

TEST_CASE("a revision on which another Helm may be at work is left alone, and recovered when the time for it is over") {
  release last{"web", 3, release_status::pending_upgrade, {{"inputsChecksum", "in1"}, {"moduleRevision", "2"}}};
  helm_situation x{.released = last, .inputs_digest = "in1", .unchanged = 299s};
  CHECK(decide(x) == "leave: revision 3 is pending-upgrade, and another Helm may be at work on it");
  x.unchanged = 300s;
  CHECK(decide(x) == "recover: revision 3 is pending-upgrade, and no Helm works on it");
  last.status = release_status::uninstalling;
  CHECK(decide({.released = last, .inputs_digest = "in1"})
        == "leave: revision 3 is uninstalling, and another Helm may be at work on it");
}
