#include "core/webhooks/admission_answer.hpp"

#include "text/json/json.hpp"
#include "text/json/json_patch_reader.hpp"
#include "text/plain/base64.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace core::webhooks {

namespace {

/// The code of a request that is understood and forbidden: clients do not repeat it.
constexpr int refused_code = 403;

tl::unexpected<base::error> bad(const std::string& what) {
  return base::fail(base::error_code::invalid_input, what);
}

/// Null counts as absent, because programs write it for a value that they do not set.
const text::json* member(const text::json& answer, std::string_view key) {
  const auto* found = answer.find(key);
  return found == nullptr || found->is_null() ? nullptr : found;
}

base::result<std::vector<std::string>> read_warnings(const text::json& answer) {
  std::vector<std::string> warnings;
  const auto* list = member(answer, "warnings");
  if (list == nullptr) return warnings;
  if (!list->is_array()) return bad("warnings: expected a list of strings");
  std::size_t bytes = 0;
  std::size_t left_out = 0;
  for (const auto& item : list->as_array()) {
    if (!item.is_string()) return bad("warnings: expected a list of strings");
    bytes += item.as_string().size();
    if (bytes > warnings_bytes_max)
      ++left_out;
    else
      warnings.push_back(item.as_string());
  }
  if (left_out > 0)
    warnings.push_back(fmt::format("{} more warnings of the hook are left out: all together may have {} KiB", left_out,
                                   warnings_bytes_max >> 10U));
  return warnings;
}

base::result<std::string> read_patch(const text::json& answer, bindings::webhook_kind kind,
                                     std::string_view operation) {
  const auto* given = member(answer, "patch");
  if (given == nullptr) return std::string();
  if (!given->is_string()) return bad("patch: expected a JSON Patch in base64, as a string");
  const auto& patch = given->as_string();
  // A hook without a change may write the member all the same.
  if (patch.empty()) return patch;
  if (kind == bindings::webhook_kind::validating)
    return bad("patch: only hooks of kubernetesMutating may change an object");
  if (operation == "DELETE") return bad("patch: the API server takes no patch for a DELETE");
  const auto decoded = text::decode_base64(patch);
  if (!decoded) return bad("patch: it is not base64");
  const auto begin = decoded->find_first_not_of(" \n\r\t");
  if (begin == std::string::npos || (*decoded)[begin] != '[')
    return bad("patch: it is no JSON Patch (RFC 6902), which is a list");
  // Checked here, because the API server names neither the hook nor the faulty operation.
  if (const auto counted = text::count_patch_operations(*decoded); !counted)
    return bad("patch: " + counted.error().message);
  return patch;
}

text::json response_of(const admission_review& review, text::json::object_type response) {
  response.emplace_back("uid", review.uid);
  return text::json::object({{"apiVersion", review.api_version},
                             {"kind", "AdmissionReview"},
                             {"response", text::json::object(std::move(response))}});
}

text::json status_of(int code, const std::string& message) {
  return text::json::object({{"code", code}, {"message", message}});
}

} // namespace

base::result<admission_answer> parse_admission_answer(std::string_view text, bindings::webhook_kind kind,
                                                      std::string_view operation) {
  // A hook that ends well without an answer has forgotten it, so the message shows an answer.
  if (text.find_first_not_of(" \n\r\t") == std::string_view::npos)
    return bad("there is no answer: write for example {\"allowed\": true}");
  if (text.size() > answer_bytes_max)
    return bad(fmt::format("the answer has {} KiB, {} are allowed", text.size() >> 10U, answer_bytes_max >> 10U));
  const auto answer = text::parse_json(text);
  if (!answer) return tl::unexpected(answer.error());
  if (!answer->is_object()) return bad("expected an object, for example {\"allowed\": true}");
  admission_answer x;
  if (const auto* allowed = member(*answer, "allowed")) {
    if (!allowed->is_bool()) return bad("allowed: expected true or false");
    x.allowed = allowed->as_bool();
  }
  if (const auto* message = member(*answer, "message")) {
    if (!message->is_string()) return bad("message: expected a string");
    x.message = message->as_string();
  }
  auto warnings = read_warnings(*answer);
  if (!warnings) return tl::unexpected(warnings.error());
  x.warnings = std::move(*warnings);
  auto patch = read_patch(*answer, kind, operation);
  if (!patch) return tl::unexpected(patch.error());
  x.patch = std::move(*patch);
  return x;
}

std::string response_text(const admission_review& review, const admission_answer& answer) {
  text::json::object_type response{{"allowed", answer.allowed}};
  if (!answer.allowed) response.emplace_back("status", status_of(refused_code, answer.message));
  if (!answer.warnings.empty())
    response.emplace_back("warnings",
                          text::json::array(text::json::array_type(answer.warnings.begin(), answer.warnings.end())));
  // The API server ignores the patch of a refusal.
  if (answer.allowed && !answer.patch.empty()) {
    response.emplace_back("patch", answer.patch);
    response.emplace_back("patchType", "JSONPatch");
  }
  return response_of(review, std::move(response)).dump();
}

std::string failure_text(const admission_review& review, int code, const std::string& message) {
  return response_of(review, {{"allowed", false}, {"status", status_of(code, message)}}).dump();
}

} // namespace core::webhooks
