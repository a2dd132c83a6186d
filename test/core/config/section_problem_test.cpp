#include "core/config/section_problem.hpp"

#include <doctest/doctest.h>

using core::config::problem_source;
using core::config::section_problem;

TEST_CASE("a problem says what happens meanwhile and what ends it") {
  struct row {
    section_problem problem;
    const char* want;
  };
  for (const auto& r : {
         row{{"web", "F: bad", true, problem_source::files, true},
             "values section 'web': F: bad (the module does not run until the file is repaired and the operator "
             "restarted)"},
         row{{"global", "F: bad", true, problem_source::files, true},
             "values section 'global': F: bad (nothing runs until the file is repaired and the operator restarted)"},
         row{{"web", "bad", true, problem_source::config_map, true},
             "values section 'web': bad (the module does not run until it is repaired: an edit of the ConfigMap is "
             "noticed at once, an edit of a file at the next start)"},
         row{{"web", "bad", false, problem_source::config_map, true},
             "values section 'web': bad (the last valid content stays in use until it is repaired: an edit of the "
             "ConfigMap is noticed at once, an edit of a file at the next start)"},
         row{{"noSuch-x", "bad module name", false, problem_source::config_map, false},
             "values section 'noSuch-x': bad module name"},
       })
    CHECK(core::config::describe(r.problem) == r.want);
}
