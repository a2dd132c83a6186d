#include "actors/releases/helm_failure.hpp"

#include <doctest/doctest.h>

TEST_CASE("the failure of Helm names the fault of a chart to all readers, and nothing else of its words") {
  const base::error ended{base::error_code::process_failed, "helm template db: has failed"};
  const auto shown = [&](const std::string& words) {
    return actors::releases::helm_failure(ended, words, "helm_failed").message;
  };
  CHECK_EQ(shown("error unpacking subchart redis-1.0.0.tgz in db: unexpected EOF"),
           "helm template db: has failed: error unpacking subchart redis-1.0.0.tgz in db: unexpected EOF (details are "
           "in the log: helm_failed)");
  CHECK_EQ(shown("admission webhook said Hunter2"),
           "helm template db: has failed (details are in the log: helm_failed)");
  CHECK_EQ(shown(""), "helm template db: has failed");
}
