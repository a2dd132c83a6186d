#include "core/bindings/object_filter.hpp"

#include "core/bindings/filter_program.hpp"
#include "core/bindings/jq_values.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace core {

namespace {

/// Compact text with sorted keys; consumes the value.
std::string dump(jv x) {
  return take_text(jv_dump_string(x, JV_PRINT_SORTED));
}

/// Whether jq ended by an error; `error(null)` is one as well, with the message null. Does not consume the value.
bool is_error(jv end) {
  return jv_invalid_has_msg(jv_copy(end)) != 0;
}

/// The message of an invalid value, if it has one; consumes it.
std::string take_message(jv invalid) {
  jv message = jv_invalid_get_msg(invalid);
  switch (jv_get_kind(message)) {
    case JV_KIND_NULL: jv_free(message); return {};
    case JV_KIND_STRING: return take_text(message);
    default: return dump(message);
  }
}

/// Parses one JSON text in two parts. Not `jv_parse_sized`, whose error messages repeat the whole text, secrets and all.
result<jv> parse(std::string_view text, std::string_view rest) {
  auto* parser = jv_parser_new(0);
  jv_parser_set_buf(parser, text.data(), static_cast<int>(text.size()), rest.empty() ? 0 : 1);
  jv value = jv_parser_next(parser);
  const bool wants_rest = !jv_is_valid(value) && !jv_invalid_has_msg(jv_copy(value));
  if (wants_rest && !rest.empty()) {
    jv_free(value);
    jv_parser_set_buf(parser, rest.data(), static_cast<int>(rest.size()), 0);
    value = jv_parser_next(parser);
  }
  jv_parser_free(parser);
  if (jv_is_valid(value)) return value;
  auto message = take_message(value);
  return fail(error_code::invalid_input, "object is no JSON: " + (message.empty() ? "empty text" : message));
}

/// What the program has given to `halt_error`. Nothing for null, and for `halt`: both end the program, and it has given
/// what it has given until then.
std::optional<std::string> halt_error_of(jq_state* jq) {
  jv message = jq_get_error_message(jq);
  const auto kind = jv_get_kind(message);
  if (kind == JV_KIND_STRING) return "it halted: " + take_text(message);
  if (kind != JV_KIND_NULL && kind != JV_KIND_INVALID) return "it halted: " + dump(message);
  jv_free(message);
  return std::nullopt;
}

/// Makes `jq_next` come back at the next instruction of the program. Stores three fields and allocates nothing, so that
/// it may come in the middle of that.
void halt(void* evaluation) noexcept {
  auto* jq = static_cast<jq_state*>(evaluation);
  if (!jq_halted(jq)) jq_halt(jq, jv_null(), jv_null());
}

/// For objects that hold secrets. The program is not shown either: that of a patch may have content in it.
constexpr const char* unreported_failure =
  "the jq filter fails on this object; jq's message is not shown, because it may repeat content of the object: apply "
  "the filter by hand to what kubectl shows of it";

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

} // namespace

object_filter::object_filter(std::shared_ptr<filter_program> program) : program_(std::move(program)) {}

result<object_filter> object_filter::compile(const std::string& program) {
  return filter_program::of(program).map([](auto known) { return object_filter(std::move(known)); });
}

result<std::string> object_filter::apply(std::string_view object, evaluation_limit& limit, report how) const {
  return apply(object, {}, limit, how);
}

result<std::string> object_filter::apply(std::string_view object, text_range managed_fields, evaluation_limit& limit,
                                         report how) const {
  const auto copy = program_->take();
  if (!copy) return tl::unexpected(how == report::whole ? copy.error() : error{copy.error().code, unreported_failure});
  const bool whole = program_->sees_managed_fields() || managed_fields.empty();
  auto input =
    whole ? parse(object, {}) : parse(object.substr(0, managed_fields.begin), object.substr(managed_fields.end));
  if (!input) return tl::unexpected(input.error());
  auto* jq = copy->jq();
  jq_start(jq, *input, 0);
  limit.begin(halt, jq);
  std::vector<std::string> results;
  jv next = jq_next(jq);
  for (; jv_is_valid(next); next = jq_next(jq)) results.push_back(dump(next));
  const bool failed = is_error(next);
  auto problem = take_message(next);
  if (failed && problem.empty()) problem = "null (null)";
  const auto used = limit.end();
  const bool halted = jq_halted(jq) != 0;
  if (halted) problem = halt_error_of(jq).value_or("");
  if (halted) jq_start(jq, jv_null(), 0); // frees its memory now, not with the next object
  if (!used.empty()) {
    const auto which = how == report::whole ? "jq filter '" + program_->text() + "'" : std::string("the jq filter");
    return fail(error_code::timeout, which + " was stopped: it used " + used);
  }
  if (!problem.empty() && how == report::without_content) return fail(error_code::invalid_input, unreported_failure);
  if (!problem.empty())
    return fail(error_code::invalid_input, "jq filter '" + program_->text() + "' failed: " + problem);
  return joined(results);
}

const std::string& object_filter::program() const noexcept {
  return program_->text();
}

} // namespace core
