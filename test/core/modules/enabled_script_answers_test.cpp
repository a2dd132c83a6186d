#include "core/modules/enabled_script_answers.hpp"

#include <doctest/doctest.h>

using namespace core::modules;

TEST_SUITE("core/enabled_script_answers") {
  TEST_CASE("a script that a discovery has not asked decides nothing") {
    enabled_script_answers questions;
    CHECK(questions.enabled_before("web") == nullptr);
    CHECK_FALSE(questions.is_answered("web", "a"));
    CHECK(questions.stands("web"));
  }

  TEST_CASE("a script is asked again for other values only, with the modules that it was shown by the discovery") {
    enabled_script_answers questions;
    questions.discovered({{"web", {{"db"}, "a", script_answer::yes}}});
    REQUIRE(questions.enabled_before("web") != nullptr);
    CHECK(*questions.enabled_before("web") == std::vector<std::string>{"db"});
    CHECK(questions.is_answered("web", "a"));
    CHECK_FALSE(questions.is_answered("web", "b"));
    questions.answered("web", "b", script_answer::yes);
    CHECK(questions.is_answered("web", "b"));
    CHECK_FALSE_MESSAGE(questions.is_answered("web", "a"), "what it says to these values now is not known");
  }

  TEST_CASE("a script whose inputs are forgotten is asked again, and its answer stands until then") {
    enabled_script_answers questions;
    questions.forget_inputs("web");
    questions.discovered({{"web", {{}, "a", script_answer::no}}});
    questions.forget_inputs("web");
    CHECK_FALSE(questions.is_answered("web", "a"));
    CHECK(questions.stands("web"));
    questions.answered("web", "a", script_answer::no);
    CHECK(questions.is_answered("web", "a"));
  }

  TEST_CASE("an answer stands until the script has another one than the discovery has got") {
    enabled_script_answers questions;
    for (const auto decided : {script_answer::yes, script_answer::no, script_answer::doubtful_no})
      for (const auto later : {script_answer::yes, script_answer::no, script_answer::doubtful_no}) {
        questions.discovered({{"web", {{}, "a", decided}}});
        CHECK(questions.stands("web"));
        questions.answered("web", "b", later);
        CHECK(questions.stands("web") == (later == decided));
        questions.answered("web", "c", decided);
        CHECK(questions.stands("web"));
      }
  }

  TEST_CASE("a discovery takes the place of the one before") {
    enabled_script_answers questions;
    questions.discovered({{"web", {{}, "a", script_answer::yes}}});
    questions.answered("web", "b", script_answer::no);
    questions.discovered({{"db", {{}, "a", script_answer::yes}}});
    CHECK(questions.stands("web"));
    CHECK(questions.enabled_before("web") == nullptr);
  }
}
