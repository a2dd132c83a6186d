#include "core/bindings/object_filter.hpp"

#include "base/excerpt.hpp"
#include "core/bindings/filter_program.hpp"
#include "core/bindings/jq_account.hpp"
#include "core/bindings/jq_message.hpp"
#include "core/bindings/jq_values.hpp"
#include "core/bindings/object_cut.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace core::bindings {

namespace {

// A result of jq is converted to text inside the account of its memory, because values share parts, and a
// small value may become an endless text. The account may abort these functions, so they have no objects with
// destructors.

/// Whether jq ended with an error; `error(null)` is an error too, with the message null. Does not consume the
/// value.
bool is_error(jv end) {
  return jv_invalid_has_msg(jv_copy(end)) != 0;
}

/// Converts a message to text, or to null; consumes the message.
jv text_of_message(jv message) {
  const auto kind = jv_get_kind(message);
  if (kind == JV_KIND_STRING || kind == JV_KIND_NULL || kind == JV_KIND_INVALID) return message;
  return jv_dump_string(message, JV_PRINT_SORTED);
}

/// Parses a JSON text that comes in two parts. `jv_parse_sized` is not used, because its error messages
/// repeat the whole text with all secrets.
jv parse(std::string_view text, std::string_view rest) {
  auto* parser = jv_parser_new(0);
  jv_parser_set_buf(parser, text.data(), static_cast<int>(text.size()), rest.empty() ? 0 : 1);
  // An invalid value without a message means that the parser needs more text.
  jv value = jv_parser_next(parser);
  const bool wants_rest = !jv_is_valid(value) && !jv_invalid_has_msg(jv_copy(value));
  if (wants_rest && !rest.empty()) {
    jv_free(value);
    jv_parser_set_buf(parser, rest.data(), static_cast<int>(rest.size()), 0);
    value = jv_parser_next(parser);
  }
  jv_parser_free(parser);
  return value;
}

/// The next result of an evaluation, or its end.
struct step {
  jv text = jv_invalid(); ///< a result; at the end, the message or null
  bool is_result = false;
  bool is_failure = false;
  bool is_halted = false;
};

void take_step(jq_state* jq, step& x) {
  jv next = jq_next(jq);
  x.is_result = jv_is_valid(next) != 0;
  if (x.is_result) {
    x.text = jv_dump_string(next, JV_PRINT_SORTED);
    return;
  }
  x.is_failure = is_error(next);
  x.is_halted = jq_halted(jq) != 0;
  // `halt_error` ends the program with a message. `halt` and `halt_error(null)` have no message: the results
  // up to here count.
  jv message = jv_invalid_get_msg(next);
  if (x.is_halted) {
    jv_free(message);
    message = jq_get_error_message(jq);
  }
  x.text = text_of_message(message);
}

/// Describes the end of an evaluation as an error; empty: no error. Consumes its text.
std::string problem_of(const step& end) {
  const auto text = take_text(end.text);
  if (end.is_halted) return text.empty() ? text : "it halted: " + text;
  return end.is_failure && text.empty() ? "null (null)" : text;
}

/// Makes jq return at its next instruction or allocation. It only sets a few fields and allocates no memory,
/// so it may be called in the middle of an allocation.
void halt(void* evaluation) noexcept {
  const auto& copy = *static_cast<filter_program::copy*>(evaluation);
  copy.account().stop();
  if (!jq_halted(copy.jq())) jq_halt(copy.jq(), jv_null(), jv_null());
}

/// The maximal size of all results of a program for an object. A larger text would not fit into a binding
/// context.
constexpr std::size_t results_bytes_max = std::size_t{64} << 20;
/// The maximal length of a message of jq.
constexpr std::size_t message_bytes_max = 2000;

constexpr const char* unreported_failure = "jq's message is not shown, because it may repeat content of the object: "
                                           "apply the filter by hand to what kubectl shows "
                                           "of it";

/// @param program its text; empty for the program of a patch, which may contain secrets and is not shown
std::string failure_text(const std::string& problem, const std::string& program) {
  const auto which =
    program.empty() ? std::string("the jq filter fails on this object") : "jq filter '" + program + "' failed";
  const auto words = jq_message_without_content(problem, program);
  return which + ": " + base::excerpt(words.value_or(unreported_failure), message_bytes_max);
}

std::string joined(const std::vector<std::string>& results) {
  if (results.empty()) return "null";
  if (results.size() == 1) return results.front();
  std::string out = "[";
  for (const auto& text : results) {
    if (out.size() > 1) out += ',';
    out += text;
  }
  return out += ']';
}

/// The result of a program for an object.
struct evaluation {
  jv_account_end end = JV_ACCOUNT_DONE; ///< any other value: aborted
  std::string used{};                   ///< the limit of time or memory that was exceeded
  std::string problem{};
  std::vector<std::string> results{};
};

/// Evaluates the program for an input, and consumes the input. The limit has begun, and ends here.
evaluation evaluate(filter_program::copy& copy, jv input, base::evaluation_limit& limit) {
  evaluation x;
  step next{.is_result = true};
  std::size_t bytes = 0;
  auto* const jq = copy.jq();
  // `jq_start` resets the mark by which the limit halts a program. The stop of the account stays.
  x.end = copy.account().run([jq, input] { jq_start(jq, input, 0); });
  while (x.end == JV_ACCOUNT_DONE && next.is_result && bytes <= results_bytes_max) {
    x.end = copy.account().run([jq, &next] { take_step(jq, next); });
    if (x.end != JV_ACCOUNT_DONE || !next.is_result) break;
    x.results.push_back(take_text(next.text));
    bytes += x.results.back().size();
  }
  x.used = limit.end();
  if (x.end != JV_ACCOUNT_DONE) return x;
  if (bytes > results_bytes_max)
    x.used = fmt::format("more than {} MiB for its results", results_bytes_max >> 20);
  else
    x.problem = problem_of(next);
  if (next.is_result || next.is_halted) jq_start(jq, jv_null(), 0); // frees its memory now, not with the next object
  return x;
}

} // namespace

object_filter::object_filter(std::shared_ptr<filter_program> program) : program_(std::move(program)) {}

base::result<object_filter> object_filter::compile(const std::string& program) {
  return filter_program::of(program).map([](auto known) { return object_filter(std::move(known)); });
}

base::result<std::string> object_filter::apply(std::string_view object, base::evaluation_limit& limit,
                                               report how) const {
  return apply(object, {}, limit, how);
}

base::result<std::string> object_filter::apply(std::string_view object, text::text_range managed_fields,
                                               base::evaluation_limit& limit, report how) const {
  auto copy = program_->take();
  if (!copy)
    return tl::unexpected(how == report::whole ? copy.error() : base::error{copy.error().code, failure_text("?", {})});
  // Other clients write the object, and as values of jq any part of it takes a multiple of its text, or may
  // be too deep. So the filter gets only the paths that it reaches.
  const auto cut = program_->reached().is_whole ? std::nullopt : object_cut(object, program_->reached());
  // Managed fields are often half of an object. A filter that does not read them need not pay for parsing
  // them.
  const bool whole = cut || program_->sees_managed_fields() || managed_fields.empty();
  const auto first = cut ? std::string_view(*cut) : whole ? object : object.substr(0, managed_fields.begin);
  const auto rest = whole ? std::string_view() : object.substr(managed_fields.end);
  const auto which = how == report::whole ? "jq filter '" + program_->text() + "'" : std::string("the jq filter");

  copy->account().open(filter_program::memory_max);
  jv input = jv_invalid();
  // Begun before the reading: a large object costs a multiple of its text as values of jq.
  limit.begin(halt, &*copy);
  const auto read = copy->account().run([&input, first, rest] { input = parse(first, rest); });
  const bool is_read = read == JV_ACCOUNT_DONE && jv_is_valid(input) != 0;
  auto x = is_read ? evaluate(*copy, input, limit) : evaluation{.end = read, .used = limit.end()};
  if (!is_read && read == JV_ACCOUNT_DONE && x.used.empty()) {
    const auto message = take_text(jv_invalid_get_msg(input));
    return base::fail(base::error_code::invalid_input,
                      "object is no JSON: " + (message.empty() ? "empty text" : message));
  }
  // An aborted copy cannot be used again: all its memory is freed, and a later evaluation compiles a new
  // copy.
  if (x.end != JV_ACCOUNT_DONE || !is_read) copy->lose();
  if (x.end == JV_ACCOUNT_MEMORY) x.used = fmt::format("more than {} MiB of memory", filter_program::memory_max >> 20);
  if (!x.used.empty()) return base::fail(base::error_code::timeout, which + " was stopped: it used " + x.used);
  if (!x.problem.empty())
    return base::fail(base::error_code::invalid_input,
                      failure_text(x.problem, how == report::whole ? program_->text() : std::string()));
  return joined(x.results);
}

const std::string& object_filter::program() const noexcept {
  return program_->text();
}

} // namespace core::bindings
