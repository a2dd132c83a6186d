#include "core/releases/other_helm.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace core::releases;

TEST_CASE("a revision of another Helm is known by the number that Helm has copied") {
  const auto words = [](std::map<std::string, std::string> labels) {
    labels.emplace("inputsChecksum", "x");
    return words_on_other_helm({"web", 2, release_status::deployed, std::move(labels)});
  };
  CHECK_EQ(words({{"moduleRevision", "2"}}), "");
  CHECK_EQ(words({}), "");
  CHECK_EQ(words({{"moduleRevision", "1"}, {"createdAt", "1795745749"}}),
           "revision 2 of 'web' was made by another Helm on 2026-11-27");
  CHECK_EQ(words({{"moduleRevision", "1"}}), "revision 2 of 'web' was made by another Helm");
  CHECK_EQ(words({{"moduleRevision", "1"}, {"createdAt", "99999999999999999999"}}),
           "revision 2 of 'web' was made by another Helm");
  CHECK_EQ(words_on_other_helm({"web", 2, release_status::deployed, {}}), "");
}
