#pragma once

// The description of a message for the trace, by optional free functions beside the message.

#include "trace/fact_sink.hpp"
#include "trace/packed_event.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace actors::framework::detail {

template <class T, class = void>
struct has_origin : std::false_type {};
template <class T>
struct has_origin<T, std::void_t<decltype(std::declval<T&>().origin)>> : std::true_type {};

/// The bare name of a message type: `append_task`.
template <class T>
constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  const auto begin = text.find("T = ") + 4;
  text = text.substr(begin, text.find_first_of(";]", begin) - begin);
  const auto scope = text.rfind("::");
  return scope == text.npos ? text : text.substr(scope + 2);
}

/// A line about a message for users: `std::string summary(const T&)`. Messages that come in floods have
/// instead `trace::program_text summary_pattern(const T&)`, a pattern that the reader fills with facts, or
/// `void append_summary(const T&, std::string&)`.
/// @param memory holds the text if it must be created
template <class T>
trace::event_text summary_of(const T& message, std::string& memory) {
  memory.clear();
  if constexpr (requires { summary_pattern(message); })
    return {summary_pattern(message).view(), true};
  else if constexpr (requires { append_summary(message, memory); })
    append_summary(message, memory);
  else if constexpr (requires { summary(message); })
    memory = summary(message);
  return {memory};
}

/// The facts of a message beside its summary: `void facts(const T&, trace::fact_sink&)`.
template <class T>
void add_facts_of(const T& message, trace::fact_sink& to) {
  if constexpr (requires { facts(message, to); }) facts(message, to);
}

/// Causes of a message in addition to the cause in its origin: `further_causes(const T&)`.
template <class T>
std::vector<std::uint64_t> causes_of(const T& message) {
  if constexpr (requires { further_causes(message); })
    return further_causes(message);
  else
    return {};
}

/// True if a message is not recorded: `bool leaves_no_trace(const T&)`. Its effects then get the cause of the
/// message.
template <class T>
bool is_untraced(const T& message) {
  if constexpr (requires { leaves_no_trace(message); })
    return leaves_no_trace(message);
  else
    return false;
}

/// True if the message asks for a report for users: `constexpr void only_for_people(const T&)`. If its
/// handler throws, the question fails, and the actor goes on.
template <class T>
constexpr bool is_for_people() {
  return requires(const T& message) {
    only_for_people(message);
  };
}

/// True if the table of trace files has the type, or if only tests use it: `constexpr void
/// only_in_tests(const T&)`.
template <class T>
constexpr bool has_known_name() {
  return trace::is_event_type(type_name<T>()) || requires(const T& message) {
    only_in_tests(message);
  };
}

template <class T>
int step_of(const T& message) {
  if constexpr (requires { lifecycle_step(message); })
    return lifecycle_step(message);
  else
    return 0;
}

} // namespace actors::framework::detail
