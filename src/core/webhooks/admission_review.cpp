#include "core/webhooks/admission_review.hpp"

#include "text/json/json.hpp"
#include "text/json/json_members.hpp"
#include "text/json/json_text.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace core::webhooks {

namespace {

tl::unexpected<base::error> bad(const std::string& what) {
  return base::fail(base::error_code::invalid_input, "no AdmissionReview: " + what);
}

/// The maximal length of a short text in bytes. Names of the API server have 253 at most.
constexpr std::size_t text_bytes_max = 253;
/// Users of authenticators may have longer names.
constexpr std::size_t user_bytes_max = 1024;

/// The maximal length of such a text in JSON, in which each character may be written as \u0000.
constexpr std::size_t escaped(std::size_t bytes) {
  return 6 * bytes + 2;
}

/// The members of a JSON object; unknown members are left alone.
class members {
public:
  explicit members(std::vector<text::json_member> all) : all_(std::move(all)) {}

  /// Of a repeated key the last value, which is also the value that a hook reads.
  [[nodiscard]] std::string_view value(std::string_view key) const {
    const auto at = std::find_if(all_.rbegin(), all_.rend(), [key](const auto& x) { return x.key == key; });
    return at == all_.rend() ? std::string_view() : at->value;
  }

  /// The string of a member; empty without that member, or if its value is no string, or is too long.
  [[nodiscard]] std::string string(std::string_view key, std::size_t bytes_max = text_bytes_max) const {
    const auto text = value(key);
    if (text.size() > escaped(bytes_max) || !text.starts_with('"')) return {};
    const auto parsed = text::parse_json(text);
    if (!parsed || !parsed->is_string() || parsed->as_string().size() > bytes_max) return {};
    return parsed->as_string();
  }
  [[nodiscard]] bool has(std::string_view key) const { return !value(key).empty(); }

private:
  std::vector<text::json_member> all_;
};

/// `CREATE ConfigMap default/web`.
std::string subject_of(const members& request) {
  auto kind = text::json_members(request.value("kind"));
  const auto name_of_kind = kind ? members(std::move(*kind)).string("kind") : std::string();
  auto subject = request.string("operation") + ' ' + (name_of_kind.empty() ? "object" : name_of_kind);
  if (const auto part = request.string("subResource"); !part.empty()) subject += '/' + part;
  const auto name = request.string("name");
  const auto space = request.string("namespace");
  if (!space.empty() || !name.empty()) subject += ' ';
  if (!space.empty()) subject += space + '/';
  return subject + name;
}

} // namespace

base::result<admission_review> read_review(std::string_view body) {
  auto top = text::json_members(body);
  if (!top) return bad(top.error().message);
  const members review(std::move(*top));
  admission_review x;
  x.api_version = review.string("apiVersion");
  if (x.api_version != "admission.k8s.io/v1" && x.api_version != "admission.k8s.io/v1beta1")
    return bad("apiVersion: expected admission.k8s.io/v1 or admission.k8s.io/v1beta1, got '" + x.api_version + "'");
  if (const auto kind = review.string("kind"); kind != "AdmissionReview") return bad("kind is '" + kind + "'");
  const auto text = review.value("request");
  auto inner = text::json_members(text);
  if (!inner) return bad("request: " + inner.error().message);
  const members request(std::move(*inner));
  x.uid = request.string("uid");
  if (x.uid.empty()) return bad(request.has("uid") ? "request.uid: expected a short string" : "request.uid is missing");
  x.operation = request.string("operation");
  x.is_dry_run = request.value("dryRun") == "true";
  if (auto user = text::json_members(request.value("userInfo"))) x.user = members(std::move(*user)).string("username");
  x.subject = subject_of(request);
  if (auto user = text::json_members(request.value("userInfo")))
    x.client.user = members(std::move(*user)).string("username", user_bytes_max);
  x.request = std::make_shared<const std::string>(text);
  return x;
}

base::result<text::text_pieces> review_context_text(const bindings::webhook_binding& webhook,
                                                    const admission_review& review, const review_snapshots& snapshots,
                                                    std::size_t bytes_max) {
  text::json_text out;
  out.open('[');
  out.open('{');
  out.member("binding", webhook.name);
  out.key("review");
  out.open('{');
  out.member("apiVersion", review.api_version);
  out.member("kind", "AdmissionReview");
  out.key("request");
  out.raw(review.request);
  out.close('}');
  if (const auto shown = append_snapshots(out, webhook.snapshots_from, snapshots, bytes_max); !shown)
    return tl::unexpected(shown.error());
  out.member("type", bindings::name(webhook.kind));
  out.close('}');
  out.close(']');
  return context_within(std::move(out), bytes_max);
}

} // namespace core::webhooks
