#include "core/releases/proven_inputs.hpp"

#include <doctest/doctest.h>

using core::releases::release;
using core::releases::release_status;

namespace {

release revision(std::map<std::string, std::string> labels, release_status status = release_status::deployed,
                 std::string version = "7") {
  return {"web", 3, status, std::move(labels), std::move(version)};
}

} // namespace

TEST_CASE("what a rendering has proven is written with the number of its revision, into the version that was seen") {
  CHECK(core::releases::proof_patch(revision({{"inputsChecksum", "in1"}, {"moduleRevision", "3"}}), "in2")
        == R"({"metadata":{"labels":{"inputsChecksum":"in2","moduleRevision":"3"},"resourceVersion":"7"}})");
  CHECK_MESSAGE(core::releases::proof_patch(revision({{"moduleChecksum", "out"}}), "in1"),
                "a release of the predecessor");
}

TEST_CASE("no labels are written if they are up to date, or if they would be wrong for the release") {
  struct row {
    const char* why;
    release last;
  };
  for (const auto& r : {
         row{"the labels say it", revision({{"inputsChecksum", "in1"}, {"moduleRevision", "3"}})},
         row{"somebody else's release", revision({})},
         row{"somebody else's revision over ours", revision({{"inputsChecksum", "in0"}, {"moduleRevision", "2"}})},
         row{"not deployed", revision({{"inputsChecksum", "in0"}, {"moduleRevision", "3"}}, release_status::failed)},
         row{"no version",
             revision({{"inputsChecksum", "in0"}, {"moduleRevision", "3"}}, release_status::deployed, "")},
       }) {
    CAPTURE(r.why);
    CHECK_FALSE(core::releases::proof_patch(r.last, "in1"));
  }
}
