#include "core/status/kubernetes_event.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <set>
#include <string>

using namespace core::status;

TEST_CASE("each kind of Event has a reason of its own, in the form that Kubernetes wants") {
  std::set<std::string> names;
  for (auto kind = 0; kind <= static_cast<int>(kubernetes_event_kind::queue_resumed); ++kind) {
    const std::string reason = name(static_cast<kubernetes_event_kind>(kind));
    CHECK(std::isupper(static_cast<unsigned char>(reason.at(0))) != 0);
    CHECK(reason.find_first_of(" '-_") == std::string::npos);
    names.insert(reason);
  }
  CHECK(names.size() == static_cast<std::size_t>(kubernetes_event_kind::queue_resumed) + 1);
}

TEST_CASE("a failure is a warning, and its end is not") {
  CHECK(is_warning(kubernetes_event_kind::module_failed));
  CHECK_FALSE(is_warning(kubernetes_event_kind::module_recovered));
  CHECK(is_warning(kubernetes_event_kind::removal_held));
  CHECK_FALSE(is_warning(kubernetes_event_kind::module_paused));
}

TEST_CASE("texts that differ in their numbers only are alike") {
  CHECK(without_numbers("took 12 s at 03:04") == without_numbers("took 98 s at 11:59"));
  CHECK(without_numbers("took 1 s") != without_numbers("took 1 min"));
}
