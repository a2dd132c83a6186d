#pragma once

#include <cstdint>
#include <string>

namespace worlds {

/// A review that the API server has sent to the operator.
struct sent_review {
  std::uint64_t number = 0; ///< of the request, which may repeat an earlier request
  std::string uid;
  std::string module;        ///< of the webhook
  bool is_own_write = false; ///< the operator waits for the write that the review is about
  std::int64_t deadline_us = 0;
  std::uint64_t life = 0; ///< of the operator that got it
};

} // namespace worlds
