#include "base/log_hint.hpp"

#include <doctest/doctest.h>

TEST_CASE("words take the place of the hint to the log") {
  const auto message = "hook 'a.sh': exit status 1" + base::log_hint("hook_failed");
  CHECK_EQ(message, "hook 'a.sh': exit status 1 (details are in the log: hook_failed)");
  CHECK_EQ(base::hinted_event(message), "hook_failed");
  CHECK_EQ(base::with_words(message, "KeyError: 'host'"), "hook 'a.sh': exit status 1: KeyError: 'host'");
  CHECK_EQ(base::with_words(message + "; more", "no"), "hook 'a.sh': exit status 1: no; more");
  const auto told = "bad interpreter" + base::log_hint("module_cannot_run");
  CHECK_EQ(base::with_words(told, "bad interpreter"), "bad interpreter");
}

TEST_CASE("a message without a hint, and a hint without words, stay as they are") {
  CHECK_EQ(base::with_words("exit status 1", "no"), "exit status 1");
  const auto message = "exit status 1" + base::log_hint("hook_failed");
  CHECK_EQ(base::with_words(message, ""), message);
  CHECK_EQ(base::hinted_event("exit status 1"), "");
  CHECK_EQ(base::hinted_event(" (details are in the log: cut"), "");
}
