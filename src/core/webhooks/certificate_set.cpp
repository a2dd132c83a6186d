#include "core/webhooks/certificate_set.hpp"

#include "text/plain/base64.hpp"

#include <string_view>
#include <utility>

namespace core::webhooks {

namespace {

using text::json;

constexpr auto trusted_key = "ca.crt"; // as in a Secret of type kubernetes.io/tls by cert-manager
constexpr auto certificate_key = "tls.crt";
constexpr auto key_key = "tls.key";
constexpr auto authority_key = "authority.crt";
constexpr auto authority_key_key = "authority.key";
constexpr auto next_key = "next-authority.crt";
constexpr auto next_key_key = "next-authority.key";
constexpr auto former_key = "former-authority.crt";

/// The decoded entry; empty without it.
std::string entry(const json& secret, std::string_view key) {
  const auto* data = secret.find("data");
  const auto coded = data == nullptr ? std::nullopt : data->string_at(key);
  return coded ? text::decode_base64(*coded).value_or("") : std::string();
}

/// Null takes an entry out of a known Secret.
json coded(const std::string& text) {
  return text.empty() ? json() : json(text::encode_base64(text));
}

} // namespace

std::string certificate_set::trusted() const {
  return authority.certificate + (next ? next->certificate : std::string()) + former;
}

std::optional<certificate_set> certificates_of(const json& secret) {
  certificate_set set{{entry(secret, authority_key), entry(secret, authority_key_key)},
                      {entry(secret, certificate_key), entry(secret, key_key)},
                      {},
                      entry(secret, former_key)};
  // Half of a pair is of no use.
  const auto is_whole = [](const key_pair& x) { return !x.certificate.empty() && !x.key.empty(); };
  if (!is_whole(set.authority)) return std::nullopt;
  if (!is_whole(set.server)) set.server = {};
  key_pair next{entry(secret, next_key), entry(secret, next_key_key)};
  // A next authority without certificate or key is dropped: then the change of the authority begins anew.
  if (is_whole(next)) set.next = std::move(next);
  return set;
}

json secret_with(const certificate_set& set, const registration& place, const json* known) {
  const auto next = set.next.value_or(key_pair());
  json::object_type data;
  for (const auto& [key, text] : {std::pair{trusted_key, set.trusted()},
                                  {certificate_key, set.server.certificate},
                                  {key_key, set.server.key},
                                  {authority_key, set.authority.certificate},
                                  {authority_key_key, set.authority.key},
                                  {next_key, next.certificate},
                                  {next_key_key, next.key},
                                  {former_key, set.former}})
    // Null has a meaning in a patch only.
    if (auto value = coded(text); known != nullptr || !value.is_null()) data.emplace_back(key, std::move(value));
  json::object_type metadata{{"name", place.secret}, {"namespace", place.namespace_name}};
  if (known != nullptr) {
    const auto* about = known->find("metadata");
    metadata.emplace_back("resourceVersion", about == nullptr ? "" : about->string_at("resourceVersion").value_or(""));
    return json::object({{"metadata", json::object(std::move(metadata))}, {"data", json::object(std::move(data))}});
  }
  metadata.emplace_back("labels", json::object({{"heritage", "addon-operator"}}));
  return json::object({{"apiVersion", "v1"},
                       {"kind", "Secret"},
                       {"type", "kubernetes.io/tls"},
                       {"metadata", json::object(std::move(metadata))},
                       {"data", json::object(std::move(data))}});
}

} // namespace core::webhooks
