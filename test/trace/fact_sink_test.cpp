#include "trace/fact_sink.hpp"

#include <doctest/doctest.h>

TEST_CASE("facts are listed in the order in which they come, also empty ones") {
  trace::trace_facts facts{{"module", "web"}};
  trace::listed_facts list(facts);
  list.add("hook", "a.sh");
  list.add("binding", "");
  CHECK(facts == trace::trace_facts{{"module", "web"}, {"hook", "a.sh"}, {"binding", ""}});
}

TEST_CASE("a fact that need not be there is left out if it is empty") {
  trace::trace_facts facts;
  trace::listed_facts list(facts);
  list.add_if_any("hook", "");
  list.add_if_any("binding", "pods");
  CHECK(facts == trace::trace_facts{{"binding", "pods"}});
}
