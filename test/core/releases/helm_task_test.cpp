#include "core/releases/helm_task.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace core::releases;

TEST_CASE("the subject of a task is its command") {
  CHECK(subject_of(helm_upgrade{.release = "web", .chart = {}, .labels = {}}) == "helm upgrade web");
  CHECK(subject_of(helm_template{.release = "web", .chart = {}, .capabilities = {}}) == "helm template web");
  CHECK(subject_of(helm_uninstall{.release = "web"}) == "helm uninstall web");
}

TEST_CASE("a revision has the digest of its inputs, its number, and the digest of its manifest if it is known") {
  release last;
  last.name = "web";
  last.revision = 7;
  const auto second = revision_labels(last, "in", "out", {{"owner", "me"}});
  CHECK(second.at(std::string(inputs_checksum_label)) == "in");
  CHECK(second.at(std::string(module_revision_label)) == "8");
  CHECK(second.at(std::string(module_checksum_label)) == "out");
  CHECK(second.at("owner") == "me");
}

TEST_CASE("an unknown digest of the manifest is removed, because Helm copies the labels of the last revision") {
  release last;
  last.revision = 1;
  CHECK(revision_labels(last, "in", std::nullopt).at(std::string(module_checksum_label)) == label_taken_away);
}

TEST_CASE("a first revision has nothing to remove") {
  const auto labels = revision_labels(release_knowledge(), "in", std::nullopt);
  CHECK(labels.at(std::string(module_revision_label)) == "1");
  CHECK(!labels.contains(std::string(module_checksum_label)));
}
