#pragma once

#include <curl/curl.h>

#include <string>

namespace libcurl {

/// Data that libcurl uses without a copy: it must live as long as the handle.
[[nodiscard]] inline curl_blob blob_of(const std::string& bytes) {
  return {.data = const_cast<char*>(bytes.data()), .len = bytes.size(), .flags = CURL_BLOB_NOCOPY};
}

/// True if libcurl takes all of these codes.
template <class... Codes>
[[nodiscard]] bool all_taken(Codes... codes) {
  return ((codes == CURLE_OK) && ...);
}

/// Sets a new handle so that neither the build of libcurl nor the machine nor a server decides: no
/// certificate authority, no proxy, no file of passwords, no redirect, no cookie, no other protocol than
/// HTTP, TLS 1.2 at least. The owner of the transfer opens the needed parts afterwards. Every handle of this
/// program begins with this function.
/// @returns false if libcurl refuses an option that safety depends on: the handle must not be used then.
[[nodiscard]] inline bool close_transfer(CURL* x) {
  const long oldest_tls = CURL_SSLVERSION_TLSv1_2;
  // Debian's libcurl has /etc/ssl/certs as a default, and uses it beside any other authority that is named.
  const bool no_trust =
    all_taken(curl_easy_setopt(x, CURLOPT_CAINFO, nullptr), curl_easy_setopt(x, CURLOPT_CAPATH, nullptr),
              curl_easy_setopt(x, CURLOPT_PROXY_CAINFO, nullptr), curl_easy_setopt(x, CURLOPT_PROXY_CAPATH, nullptr),
              curl_easy_setopt(x, CURLOPT_SSL_OPTIONS, 0L), curl_easy_setopt(x, CURLOPT_PROXY_SSL_OPTIONS, 0L));
  const bool verifies = all_taken(
    curl_easy_setopt(x, CURLOPT_SSL_VERIFYPEER, 1L), curl_easy_setopt(x, CURLOPT_SSL_VERIFYHOST, 2L),
    curl_easy_setopt(x, CURLOPT_PROXY_SSL_VERIFYPEER, 1L), curl_easy_setopt(x, CURLOPT_PROXY_SSL_VERIFYHOST, 2L),
    curl_easy_setopt(x, CURLOPT_SSLVERSION, oldest_tls), curl_easy_setopt(x, CURLOPT_PROXY_SSLVERSION, oldest_tls));
  // Empty texts, because without them libcurl reads the variables of the environment, and some of them
  // differently than Go.
  const bool straight = all_taken(curl_easy_setopt(x, CURLOPT_PROXY, ""), curl_easy_setopt(x, CURLOPT_NOPROXY, ""),
                                  curl_easy_setopt(x, CURLOPT_PRE_PROXY, ""));
  // Otherwise the Kerberos tickets of the machine would be used for SOCKS.
  const bool no_identity = all_taken(curl_easy_setopt(x, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED)),
                                     curl_easy_setopt(x, CURLOPT_UNRESTRICTED_AUTH, 0L),
                                     curl_easy_setopt(x, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_NONE)),
                                     curl_easy_setopt(x, CURLOPT_PROXYAUTH, static_cast<long>(CURLAUTH_BASIC)),
                                     curl_easy_setopt(x, CURLOPT_SOCKS5_AUTH, static_cast<long>(CURLAUTH_BASIC)),
                                     curl_easy_setopt(x, CURLOPT_COOKIEFILE, nullptr));
  const bool goes_nowhere_else = all_taken(
    curl_easy_setopt(x, CURLOPT_PROTOCOLS_STR, "http,https"), curl_easy_setopt(x, CURLOPT_REDIR_PROTOCOLS_STR, "https"),
    curl_easy_setopt(x, CURLOPT_FOLLOWLOCATION, 0L), curl_easy_setopt(x, CURLOPT_MAXREDIRS, 0L));
  // The bytes of the body count as they were received, not unpacked; a response without a head (HTTP/0.9) is
  // refused.
  const bool plain_answers =
    all_taken(curl_easy_setopt(x, CURLOPT_ACCEPT_ENCODING, nullptr), curl_easy_setopt(x, CURLOPT_TRANSFER_ENCODING, 0L),
              curl_easy_setopt(x, CURLOPT_HTTP09_ALLOWED, 0L));
  return no_trust && verifies && straight && no_identity && goes_nowhere_else && plain_answers
         && all_taken(curl_easy_setopt(x, CURLOPT_NOSIGNAL, 1L));
}

/// Trusts exactly the authorities of a PEM text, for the server and for a proxy that speaks TLS. The text
/// must live as long as the handle.
/// @returns as `close_transfer`.
[[nodiscard]] inline bool trust_only(CURL* x, const std::string& pem) {
  auto blob = blob_of(pem);
  return all_taken(curl_easy_setopt(x, CURLOPT_CAINFO_BLOB, &blob),
                   curl_easy_setopt(x, CURLOPT_PROXY_CAINFO_BLOB, &blob));
}

/// Trusts the authorities of the machine, as the build of libcurl knows them.
inline void trust_machine(CURL* x) {
  const char* file = nullptr;
  const char* directory = nullptr;
  curl_easy_getinfo(x, CURLINFO_CAINFO, &file);
  curl_easy_getinfo(x, CURLINFO_CAPATH, &directory);
  curl_easy_setopt(x, CURLOPT_CAINFO, file);
  curl_easy_setopt(x, CURLOPT_PROXY_CAINFO, file);
  curl_easy_setopt(x, CURLOPT_CAPATH, directory);
  curl_easy_setopt(x, CURLOPT_PROXY_CAPATH, directory);
}

/// Trusts every server: for a kubeconfig that says so.
inline void trust_anybody(CURL* x) {
  for (const auto option :
       {CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST, CURLOPT_PROXY_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYHOST})
    curl_easy_setopt(x, option, 0L);
}

} // namespace libcurl
