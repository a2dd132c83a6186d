#include "kube/api/response.hpp"

#include "base/excerpt.hpp"
#include "base/missing_right.hpp"
#include "kube/api/api_path.hpp"
#include "kube/api/asked_object.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace kube::api {

namespace {

using base::error_code;

/// The maximal length of a message, which goes to logs and pages: a Status may name very many fields.
constexpr std::size_t message_bytes_max = std::size_t{8} << 10;

error_code code_of(int status, const std::string& reason) {
  switch (status) {
    case 401: return error_code::unauthorized;
    case 403: return error_code::forbidden;
    case 404: return error_code::not_found;
    case 408: return error_code::timeout;
    case 409: return reason == "AlreadyExists" ? error_code::already_exists : error_code::conflict;
    case 410: return error_code::expired;
    case 429: return error_code::throttled;
    case 504: return error_code::timeout;
  }
  if (reason == "Expired" || reason == "Gone") return error_code::expired;
  // Any other 4xx is a fault of the request. A 5xx is a fault of the server, and so is a status that is no
  // error.
  return status >= 400 && status < 500 ? error_code::invalid_input : error_code::unavailable;
}

bool is_status(const text::json& document) {
  return document.string_at("kind") == "Status";
}

/// The object that a 404 is about.
enum class absent_thing { asked_for, another, not_named };

/// The text of a member of `details`.
std::string detail(const text::json& status, std::string_view member) {
  const auto* details = status.find("details");
  return details == nullptr ? std::string() : details->string_at(member).value_or("");
}

const text::json::array_type& causes_of(const text::json& status) {
  static const text::json::array_type none;
  const auto* details = status.find("details");
  const auto* causes = details == nullptr ? nullptr : details->find("causes");
  return causes != nullptr && causes->is_array() ? causes->as_array() : none;
}

/// True for a Status that an intermediate server has made from an answer that it did not understand. Such a
/// Status names the object of the request to that server, whatever the answer was about.
/// (k8s.io/apimachinery, `NewGenericServerResponse`)
bool is_made_from_page(const text::json& status) {
  const auto& causes = causes_of(status);
  return std::any_of(causes.begin(), causes.end(),
                     [](const text::json& cause) { return cause.string_at("reason") == "UnexpectedServerResponse"; });
}

/// Some servers name subresources `deployments/scale`; some leave the group out.
bool is_named(const text::json& status, const path_object& wanted) {
  const auto kind = detail(status, "kind");
  const auto group = detail(status, "group");
  return kind.substr(0, kind.find('/')) == wanted.plural && detail(status, "name") == wanted.name
         && (group.empty() || group == wanted.group);
}

absent_thing absent_by(const text::json& status, const std::string& target) {
  const bool names_any = !detail(status, "kind").empty() && !detail(status, "name").empty();
  if (!names_any || is_made_from_page(status)) return absent_thing::not_named;
  const auto wanted = object_of_path(target);
  return wanted && is_named(status, *wanted) ? absent_thing::asked_for : absent_thing::another;
}

base::error absence_of(const text::json& status, std::string message, const std::string& target) {
  switch (absent_by(status, target)) {
    case absent_thing::asked_for: return {error_code::not_found, std::move(message)};
    case absent_thing::another: return {error_code::invalid_input, std::move(message)};
    case absent_thing::not_named: break;
  }
  return {error_code::unavailable,
          message
            + " (this answer 404 names no object, so none counts as absent: the kind may not be served, or a proxy, "
              "an admission webhook or another API server has answered)"};
}

/// The meaning of an error status without a Status object. Proxies answer like this, and so does
/// kube-apiserver for paths that it does not serve and when it is overloaded; so the answer describes no
/// object.
error_code code_of_page(int status) {
  switch (status) {
    case 408:
    case 504: return error_code::timeout;
    case 429: return error_code::throttled;
    default: return error_code::unavailable;
  }
}

std::string beginning_of(const std::string& body) {
  return base::excerpt(body.substr(0, body.find('\n')), 200);
}

/// True for the codes by which the API server answers. 203 is an answer that a proxy has changed. 206 is a
/// partial answer, in which the objects of the missing part would look absent; no request asks for a part.
bool is_success(const http_response& response) {
  return response.status >= 200 && response.status <= 202;
}

/// Takes white space and the word away. @returns false if the text does not begin with them
bool take(std::string_view& text, std::string_view word) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Whether a success is an object of an API server, or the answer to `/version`. Any server may answer with
/// JSON. An API server writes `kind` or `apiVersion` first, so of lists, which are large, the beginning is
/// enough.
bool is_object_of_api(const std::string& body) {
  constexpr std::size_t parsed_bytes_max = std::size_t{64} << 10;
  std::string_view text = body;
  if (!take(text, "{")) return false;
  if (auto rest = text; take(rest, R"("kind")") || take(rest = text, R"("apiVersion")")) return take(rest, ":");
  if (body.size() > parsed_bytes_max) return false;
  const auto document = text::parse_json(body);
  return document
         && (document->string_at("gitVersion") || (document->string_at("kind") && document->string_at("apiVersion")));
}

} // namespace

base::error error_of_status(const text::json& status) {
  if (!is_status(status))
    return {error_code::unavailable, "the server reports a failure without a Status: " + beginning_of(status.dump())};
  const auto* code = status.find("code");
  const auto number = code ? code->as_int().value_or(0) : 0;
  const auto reason = status.string_at("reason").value_or("");
  auto message = base::excerpt(status.string_at("message").value_or(""), message_bytes_max);
  if (message.empty()) message = reason.empty() ? "status " + std::to_string(number) : reason;
  const auto meaning = code_of(static_cast<int>(number), reason);
  if (meaning == error_code::forbidden)
    if (const auto advice = base::advice_on_rights(message); !advice.empty()) message += " (" + advice + ")";
  return {meaning, std::move(message)};
}

base::error error_of(const http_response& response) {
  if (auto document = text::parse_json(response.body); document && is_status(*document)) {
    auto message = error_of_status(*document).message;
    if (response.status == 404) return absence_of(*document, std::move(message), response.target);
    return {code_of(response.status, document->string_at("reason").value_or("")), std::move(message)};
  }
  auto message = "HTTP status " + std::to_string(response.status);
  if (auto text = beginning_of(response.body); !text.empty()) message += ": " + text;
  return {code_of_page(response.status), std::move(message)};
}

std::vector<std::string> immutable_fields(const http_response& response) {
  std::vector<std::string> fields;
  if (response.status != 422) return fields;
  const auto status = text::parse_json(response.body);
  if (!status || !is_status(*status)) return fields;
  for (const auto& cause : causes_of(*status))
    if (cause.string_at("message").value_or("").find("immutable") != std::string::npos)
      fields.push_back(cause.string_at("field").value_or(""));
  return fields;
}

bool is_of_api_server(const http_response& response) {
  // A failure does not show that the API server works: a proxy may have answered in its place.
  if (response.status >= 500) return false;
  if (is_success(response)) return is_object_of_api(response.body);
  const auto document = text::parse_json(response.body);
  return document && is_status(*document);
}

base::result<std::string> body_of(base::result<http_response> answer) {
  if (!answer) return tl::unexpected(std::move(answer.error()));
  if (!is_success(*answer)) return tl::unexpected(error_of(*answer));
  return std::move(answer->body);
}

base::result<text::json> json_of(base::result<http_response> answer) {
  const auto body = body_of(std::move(answer));
  if (!body) return tl::unexpected(body.error());
  auto document = text::parse_json(*body);
  if (!document) return base::fail(error_code::unavailable, "the answer is no JSON: " + document.error().message);
  return document;
}

base::result<text::json> object_of(base::result<http_response> answer) {
  const auto asked = answer ? http_response{.status = answer->status,
                                            .body = {},
                                            .retry_after = {},
                                            .target = answer->target,
                                            .method = answer->method,
                                            .accept = answer->accept}
                            : http_response{};
  auto document = json_of(std::move(answer));
  if (document && (!document->string_at("kind") || !document->string_at("apiVersion")))
    return base::fail(error_code::unavailable,
                      "the answer is no object of an API server: " + beginning_of(document->dump()));
  if (!document) return document;
  if (const auto doubt = doubt_on_object(*document, asked); !doubt.empty())
    return base::fail(error_code::unavailable, "the answer to " + asked.target.substr(0, asked.target.find('?'))
                                                 + " may not be the API server's, so it does not count: " + doubt
                                                 + "; look at what is between the operator and the API server");
  return document;
}

std::optional<std::chrono::seconds> retry_after(const http_response& response) {
  if (response.retry_after) return std::min(*response.retry_after, retry_after_max);
  if (is_success(response)) return std::nullopt;
  const auto document = text::parse_json(response.body);
  if (!document || !is_status(*document)) return std::nullopt;
  const auto* details = document->find("details");
  const auto* seconds = details ? details->find("retryAfterSeconds") : nullptr;
  const auto count = seconds ? seconds->as_int() : std::nullopt;
  if (!count || *count <= 0) return std::nullopt;
  return std::chrono::seconds(std::min<std::int64_t>(*count, retry_after_max.count()));
}

} // namespace kube::api
