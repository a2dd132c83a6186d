#include "kube/access/credential_reader.hpp"

#include "kube/access/certificate.hpp"
#include "kube/access/token_syntax.hpp"

#include <chrono>
#include <utility>

namespace kube::access {

credential_reader::credential_reader(credentials from, std::string origin, file_reader read)
  : from_(std::move(from)), origin_(std::move(origin)), read_(std::move(read)) {}

base::result<std::shared_ptr<const credentials>> credential_reader::read() {
  auto now = std::make_shared<credentials>();
  auto token = read_token();
  if (!token) return base::fail("token of " + origin_, token.error());
  now->token = std::move(*token);
  now->user_name = from_.user_name;
  now->password = from_.password;
  now->as = from_.as;
  if (auto pair = read_pair(*now); !pair) {
    // Another program renews certificate and key in turn. While the two do not match, the last matching pair
    // counts.
    if (!last_) return base::fail("client certificate of " + origin_, pair.error());
    now->client_certificate_pem = last_->client_certificate_pem;
    now->client_key_pem = last_->client_key_pem;
  }
  if (!last_ || !(*last_ == *now)) last_ = std::move(now);
  return last_;
}

base::result<std::string> credential_reader::read_token() const {
  if (from_.token_file.empty()) return from_.token;
  return read_(from_.token_file).and_then([](const std::string& text) { return token_in(text); });
}

base::result<void> credential_reader::read_pair(credentials& out) const {
  const auto read = [this](const std::string& file, const std::string& pem) -> base::result<std::string> {
    return file.empty() ? pem : read_(file);
  };
  auto certificate = read(from_.client_certificate_file, from_.client_certificate_pem);
  if (!certificate) return tl::unexpected(certificate.error());
  auto key = read(from_.client_key_file, from_.client_key_pem);
  if (!key) return tl::unexpected(key.error());
  // The files are read for each request, and checked only when they have changed.
  const bool is_known = last_ && *certificate == last_->client_certificate_pem && *key == last_->client_key_pem;
  if (!certificate->empty() && !is_known) {
    // Only the API server decides, by its own clock, whether the certificate has expired.
    const auto any_time = std::chrono::system_clock::time_point::min();
    if (auto valid = check_client_certificate(*certificate, *key, any_time); !valid) return valid;
  }
  out.client_certificate_pem = std::move(*certificate);
  out.client_key_pem = std::move(*key);
  return {};
}

} // namespace kube::access
