#pragma once

#include <cstdint>

namespace kube::discovery {

/// The result of a question that the API server does not answer: the last known answer, or a failure.
enum class when_unanswered { last_known, failure };

/// The time for which knowledge about the API server is fresh enough for charts.
inline constexpr std::int64_t fresh_for_us = 2'000'000;

} // namespace kube::discovery
