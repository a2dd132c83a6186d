#include "kube/transport/curl_error.hpp"

#include <cstring>
#include <string>

namespace kube::transport {

namespace {

using base::error_code;

std::string reason_of(const curl_failure& failure) {
  return std::string(failure.text.empty() ? curl_easy_strerror(failure.code) : failure.text);
}

std::string connection_reason_of(const curl_failure& failure) {
  long number = 0;
  // The error number of the system is more exact than libcurl's text: it shows, for example, that the
  // connection was refused.
  if (failure.code == CURLE_COULDNT_CONNECT) curl_easy_getinfo(failure.handle, CURLINFO_OS_ERRNO, &number);
  return number == 0 ? reason_of(failure) : std::string(std::strerror(static_cast<int>(number)));
}

/// The status with which the proxy has answered CONNECT; 0: the proxy has not answered, or was not asked.
long answer_of_proxy(const curl_failure& failure) {
  long status = 0;
  curl_easy_getinfo(failure.handle, CURLINFO_HTTP_CONNECTCODE, &status);
  return status;
}

/// True if the request has failed at the proxy.
bool is_of_proxy(const curl_failure& failure) {
  if (!failure.cluster.proxy) return false;
  switch (failure.code) {
    // With a proxy, the proxy is the only peer that libcurl connects to.
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY: return true;
    default: return answer_of_proxy(failure) >= 300;
  }
}

base::error proxy_failed(const curl_failure& failure) {
  const auto& proxy = *failure.cluster.proxy;
  const auto status = answer_of_proxy(failure);
  const auto advice = status == 407
                        ? "; it wants a user and a password: " + proxy.scheme + "://USER:PASSWORD@" + proxy.address
                        : "; does the proxy run, is " + proxy.origin
                            + " right, may the proxy connect to this address? NO_PROXY exempts servers from a proxy "
                              "of the environment";
  return {error_code::unavailable,
          "no answer from " + access::way_to(failure.cluster) + ": " + connection_reason_of(failure) + advice};
}

base::error not_connected(const curl_failure& failure, const std::string& address) {
  const auto reason = connection_reason_of(failure);
  return {error_code::unavailable, "no answer from " + address + ": " + reason
                                     + "; is the API server running, is the address in " + failure.cluster.origin
                                     + " right?"};
}

/// The wrong clock of a machine looks like a wrong certificate.
std::string advice_on_tls(const std::string& reason, const std::string& origin) {
  const auto has = [&](const char* words) { return reason.find(words) != reason.npos; };
  if (has("not yet valid") || has("has expired"))
    return "; compare the clock of this machine (date -u); if it is right, the certificate is to be renewed";
  return "; check certificate-authority and tls-server-name in " + origin;
}

base::error tls_refused(const curl_failure& failure, const std::string& address) {
  const auto reason = reason_of(failure);
  return {error_code::invalid_input, "the certificate of " + address + " is not trusted: " + reason
                                       + advice_on_tls(reason, failure.cluster.origin)};
}

} // namespace

base::error error_of_curl(const curl_failure& failure) {
  if (is_of_proxy(failure)) return proxy_failed(failure);
  const auto address = access::way_to(failure.cluster);
  const auto& origin = failure.cluster.origin;
  switch (failure.code) {
    case CURLE_COULDNT_CONNECT: return not_connected(failure, address);
    case CURLE_COULDNT_RESOLVE_HOST:
      return {error_code::unavailable,
              "the host of " + address + " is not known: " + reason_of(failure) + "; check the address in " + origin};
    case CURLE_OPERATION_TIMEDOUT:
      return {error_code::timeout, "no answer from " + address + ": " + reason_of(failure)};
    case CURLE_PEER_FAILED_VERIFICATION: return tls_refused(failure, address);
    case CURLE_SSL_CACERT_BADFILE:
      return {error_code::invalid_input,
              "the certificate authority in " + origin + " cannot be used: " + reason_of(failure)};
    case CURLE_SSL_CERTPROBLEM:
      return {error_code::invalid_input,
              "the client certificate in " + origin + " cannot be used: " + reason_of(failure)};
    case CURLE_SSL_CONNECT_ERROR:
      return {error_code::unavailable, "TLS with " + address + " failed: " + reason_of(failure)
                                         + "; is this an https address, is the client certificate accepted?"};
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return {error_code::invalid_input,
              "the address " + address + " in " + origin + " is not usable: " + reason_of(failure)};
    default: return {error_code::unavailable, "the connection to " + address + " broke: " + reason_of(failure)};
  }
}

} // namespace kube::transport
