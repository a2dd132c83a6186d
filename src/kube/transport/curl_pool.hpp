#pragma once

#include <curl/curl.h>

namespace kube::transport {

/// Connections that libcurl offers only to transfers with this pool. It must outlive them. Used on the
/// transport's thread only.
class curl_pool {
public:
  curl_pool() : share_(curl_share_init()) { curl_share_setopt(share_, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT); }
  ~curl_pool() { curl_share_cleanup(share_); }
  curl_pool(const curl_pool&) = delete;
  curl_pool& operator=(const curl_pool&) = delete;

  /// The connections of this transfer come from here and stay here.
  void serve(CURL* transfer) const { curl_easy_setopt(transfer, CURLOPT_SHARE, share_); }

private:
  CURLSH* share_;
};

} // namespace kube::transport
