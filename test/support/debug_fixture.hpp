#pragma once

#include "support/operator_fixture.hpp"

#include <string>
#include <string_view>

namespace test {

/// Whether a text has this part.
inline bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// An operator with the modules `web` and `next`, which answers on its debug socket.
struct debug_fixture : operator_fixture {
  debug_fixture() {
    module("010-web");
    module("020-next");
  }

  /// The page that GET shows; it is a failure if there is none.
  std::string page(const std::string& path) {
    const auto reply = debug_page(path);
    CHECK_MESSAGE(reply.status == 200, reply.body);
    return reply.body;
  }
  /// The answer to an order; it is a failure if the order is refused.
  std::string order(const std::string& path) {
    const auto reply = debug_order(path);
    CHECK_MESSAGE(reply.status == 200, reply.body);
    return reply.body;
  }
};

} // namespace test
