#pragma once

#include "kube/access/cluster.hpp"

#include <curl/curl.h>

#include <string_view>

namespace kube::transport {

struct curl_failure {
  CURLcode code = CURLE_OK;
  std::string_view text; ///< of libcurl's error buffer; may be empty
  CURL* handle = nullptr;
  const access::cluster& cluster;
};

/// The meaning of a failure of libcurl for a user: names the address, the reason and the next step.
[[nodiscard]] base::error error_of_curl(const curl_failure& failure);

} // namespace kube::transport
