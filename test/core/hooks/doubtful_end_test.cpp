#include "core/hooks/doubtful_end.hpp"

#include <doctest/doctest.h>

using namespace core::hooks;

TEST_CASE("the words of a doubtful end name the doubt, the consequence and the ways out") {
  CHECK_EQ(words_of_doubt("Connection refused", "it deletes no object", run_effect::changes),
           "ended with 0, but its stderr names a failure (Connection refused), so it deletes no object: repair the "
           "cause, or redirect the line if you expect it (2>/dev/null)");
  CHECK_EQ(words_of_doubt("Connection refused", "the module is not deleted", run_effect::deletion),
           "ended with 0, but its stderr names a failure (Connection refused), so the module is not deleted: repair "
           "the cause, or redirect the line if you expect it (2>/dev/null), or switch the module on again");
  CHECK_EQ(words_of_cluster_doubt("the cluster was restored", "it deletes no object"),
           "ended with 0, but the cluster was restored, so it deletes no object: confirm that the restore is complete");
  CHECK_EQ(words_of_outage("did not answer", run_effect::deletion),
           "ended with 0, but the API server did not answer, and this run may have asked it as well: the module is "
           "not deleted, and it is run again");
  CHECK_EQ(words_of_deletions({}), "");
  CHECK_NE(words_of_outage("did not answer", run_effect::changes).find("its changes do not count"), std::string::npos);
}
