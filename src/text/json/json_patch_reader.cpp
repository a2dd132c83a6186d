#include "text/json/json_patch_reader.hpp"

#include "text/json/json_stream.hpp"
#include "text/json/tree_weight.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace text {
namespace {

using kind = patch_operation::kind;

tl::unexpected<base::error> refuse(std::string message) {
  return base::fail(base::error_code::invalid_input, std::move(message));
}

std::optional<kind> kind_of(std::string_view text) {
  for (const auto k : {kind::add, kind::remove, kind::replace, kind::move, kind::copy, kind::test})
    if (text == name(k)) return k;
  return std::nullopt;
}

base::result<json_pointer> read_pointer(const json& object, std::string_view member) {
  const auto text = object.string_at(member);
  if (!text) return refuse("'" + std::string(member) + "' is missing or no string");
  return parse_json_pointer(*text);
}

base::result<patch_operation> read_operation(const json& object) {
  if (!object.is_object())
    return refuse("must be an object like {\"op\": \"add\", \"path\": \"/global/x\", \"value\": 1}");
  const auto op = object.string_at("op");
  const auto op_kind = op ? kind_of(*op) : std::nullopt;
  if (!op_kind)
    return refuse("'op' must be add, remove, replace, move, copy or test"
                  + (op ? ", got '" + *op + "'" : std::string()));
  patch_operation operation{.op = *op_kind, .path = {}, .from = {}, .value = {}};
  auto path = read_pointer(object, "path");
  if (!path) return tl::unexpected(path.error());
  operation.path = std::move(*path);
  if (*op_kind == kind::move || *op_kind == kind::copy) {
    auto from = read_pointer(object, "from");
    if (!from) return base::fail(describe(operation) + ": from", from.error());
    operation.from = std::move(*from);
  }
  if (*op_kind == kind::add || *op_kind == kind::replace || *op_kind == kind::test) {
    const auto* value = object.find("value");
    if (!value) return refuse(describe(operation) + ": 'value' is missing");
    operation.value = *value;
  }
  return operation;
}

base::result<patch_operation> read_operation(const json& object, std::size_t index) {
  auto operation = read_operation(object);
  if (!operation) return base::fail("operation " + std::to_string(index), operation.error());
  return operation;
}

/// The weight of an operation without its value (see tree_weight.hpp). The patch keeps its operations until
/// it is committed, and the record of the values keeps their places.
constexpr std::size_t weight_of_operation = 250;
constexpr std::size_t weight_of_token = 100;
constexpr std::size_t operations_weight_of_byte = 16;

std::size_t weight_of(const patch_operation& x) {
  return weight_of_operation + weight_of_token * (x.path.tokens.size() + x.from.tokens.size()) + weight_of(x.value);
}

/// Reads a text operation by operation. A text that is no JSON is reported as such, even if an operation
/// before the fault is wrong.
base::result<void> read_stream(std::string_view text, const std::function<void(patch_operation)>& take) {
  json_stream operations(text, {.duplicates = duplicate_keys::refused, .outer = json_stream::lists::item_by_item});
  std::optional<base::error> first;
  for (std::size_t index = 0;; ++index) {
    const auto object = operations.next();
    if (!object) return tl::unexpected(object.error());
    if (!*object) break;
    if (first) continue;
    if (auto operation = read_operation(**object, index))
      take(std::move(*operation));
    else
      first = operation.error();
  }
  if (first) return tl::unexpected(std::move(*first));
  return {};
}

} // namespace

base::result<json_patch> read_json_patch(const std::vector<json>& operations) {
  json_patch patch;
  for (const auto& x : operations) {
    auto operation = read_operation(x, patch.size());
    if (!operation) return tl::unexpected(operation.error());
    patch.push_back(std::move(*operation));
  }
  return patch;
}

base::result<json_patch> parse_json_patch(std::string_view text) {
  json_patch patch;
  std::size_t weight = 0;
  const auto weight_max = spare_weight + operations_weight_of_byte * text.size();
  auto read = read_stream(text, [&](patch_operation x) {
    weight += weight_of(x);
    if (weight <= weight_max) patch.push_back(std::move(x));
  });
  if (!read) return tl::unexpected(read.error());
  if (weight > weight_max)
    return refuse(
      "its operations take too much memory: 8 MiB and 16 times the text at most, where each counts 250 bytes, "
      "each name in a path 100, and each value as it does in a text");
  return patch;
}

base::result<std::size_t> count_patch_operations(std::string_view text) {
  std::size_t count = 0;
  auto read = read_stream(text, [&](const patch_operation&) { ++count; });
  if (!read) return tl::unexpected(read.error());
  return count;
}

} // namespace text
