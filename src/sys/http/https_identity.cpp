#include "sys/http/https_identity.hpp"

#include "sys/files/files.hpp"

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <sys/stat.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

namespace sys::http {

namespace {

constexpr unsigned chain_max = 16;
constexpr std::uint64_t file_bytes_max = 1 << 20;
/// A handshake may still use an earlier pair, but no handshake lasts this long.
constexpr std::chrono::minutes handshake_max{10};

thread_local https_identity* of_this_thread = nullptr;

/// Differs if a file was replaced or changed.
using file_mark = std::array<std::int64_t, 4>;

file_mark mark_of(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return {};
  return {static_cast<std::int64_t>(about.st_ino), about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
}

gnutls_datum_t datum_of(const std::string& text) {
  // The library takes a pointer to bytes that may be changed, and does not change them.
  return {reinterpret_cast<unsigned char*>(const_cast<char*>(text.data())), static_cast<unsigned>(text.size())};
}

std::string key_id_of(gnutls_pubkey_t key) {
  std::array<unsigned char, 64> id{};
  std::size_t size = id.size();
  if (gnutls_pubkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256, id.data(), &size) != 0) return {};
  return {reinterpret_cast<const char*>(id.data()), size};
}

tl::unexpected<base::error> unusable(const std::string& file, int code) {
  return base::fail(base::error_code::invalid_input, file + ": " + gnutls_strerror(code));
}

base::result<void> check_authorities(const std::string& file, const std::string& pem) {
  gnutls_x509_crt_t* list = nullptr;
  unsigned size = 0;
  const auto text = datum_of(pem);
  if (const int code = gnutls_x509_crt_list_import2(&list, &size, &text, GNUTLS_X509_FMT_PEM, 0); code < 0)
    return unusable(file, code);
  for (unsigned i = 0; i < size; ++i) gnutls_x509_crt_deinit(list[i]);
  gnutls_free(list);
  return {};
}

} // namespace

/// A certificate with its key.
struct https_identity::pair {
  std::array<gnutls_pcert_st, chain_max> chain{};
  unsigned size = 0;
  gnutls_privkey_t key = nullptr;
  std::chrono::steady_clock::time_point retired{};

  pair() = default;
  pair(const pair&) = delete;
  pair& operator=(const pair&) = delete;
  ~pair() {
    for (unsigned i = 0; i < size; ++i) gnutls_pcert_deinit(&chain[i]);
    if (key != nullptr) gnutls_privkey_deinit(key);
  }

  /// The key fits the certificate.
  [[nodiscard]] bool is_whole() const {
    gnutls_pubkey_t of_key = nullptr;
    if (gnutls_pubkey_init(&of_key) != 0) return false;
    const bool has_key = gnutls_pubkey_import_privkey(of_key, key, 0, 0) == 0;
    const auto id = has_key ? key_id_of(of_key) : std::string();
    gnutls_pubkey_deinit(of_key);
    return !id.empty() && id == key_id_of(chain[0].pubkey);
  }
};

struct https_identity::state {
  std::unique_ptr<pair> now;
  std::deque<std::unique_ptr<pair>> retired; ///< bound: the renewals of `handshake_max`
  std::array<file_mark, 2> marks{};          ///< of certificate and key, when they were read last
  std::mutex guard;
  std::unique_ptr<pair> offered; ///< guarded; null: no later pair than `now`
};

https_identity::https_identity(https_identity_files files)
  : files_(std::move(files)), state_(std::make_unique<state>()) {}

https_identity::~https_identity() = default;

base::result<std::shared_ptr<https_identity>> https_identity::load(https_identity_files files) {
  std::shared_ptr<https_identity> made(new https_identity(std::move(files)));
  for (const auto& file : made->files_.clients) {
    auto pem = files::read_file(file, {file_bytes_max});
    if (!pem) return tl::unexpected(pem.error());
    if (const auto checked = check_authorities(file, *pem); !checked) return tl::unexpected(checked.error());
    made->clients_pem_ += *pem + "\n";
  }
  if (made->files_.certificate.empty()) return made;
  if (const auto read = made->read(); !read) made->why_not_ = read.error().message;
  return made;
}

base::result<std::unique_ptr<https_identity::pair>>
https_identity::pair_of(const https_identity_files& names, const std::string& certificate, const std::string& key) {
  auto next = std::make_unique<pair>();
  auto text = datum_of(certificate);
  unsigned size = chain_max;
  if (const int code = gnutls_pcert_list_import_x509_raw(next->chain.data(), &size, &text, GNUTLS_X509_FMT_PEM, 0);
      code != 0)
    return unusable(names.certificate, code);
  next->size = size;
  if (const int code = gnutls_privkey_init(&next->key); code != 0) return unusable(names.key, code);
  text = datum_of(key);
  if (const int code = gnutls_privkey_import_x509_raw(next->key, &text, GNUTLS_X509_FMT_PEM, nullptr, 0); code != 0)
    return unusable(names.key, code);
  if (!next->is_whole())
    return base::fail(base::error_code::invalid_input,
                      names.key + " is not the key of the certificate in " + names.certificate);
  return next;
}

base::result<void> https_identity::read() {
  state_->marks = {mark_of(files_.certificate), mark_of(files_.key)};
  const auto certificate = files::read_file(files_.certificate, {file_bytes_max});
  if (!certificate) return tl::unexpected(certificate.error());
  const auto key = files::read_file(files_.key, {file_bytes_max});
  if (!key) return tl::unexpected(key.error());
  auto next = pair_of(files_, *certificate, *key);
  if (!next) return tl::unexpected(next.error());
  use(std::move(*next));
  return {};
}

void https_identity::use(std::unique_ptr<pair> next) {
  if (state_->now) {
    state_->now->retired = std::chrono::steady_clock::now();
    state_->retired.push_back(std::move(state_->now));
  }
  state_->now = std::move(next);
}

base::result<void> https_identity::offer(const std::string& certificate, const std::string& key) {
  auto next = pair_of({"the certificate", "the key"}, certificate, key);
  if (!next) return tl::unexpected(next.error());
  const std::lock_guard lock(state_->guard);
  state_->offered = std::move(*next);
  return {};
}

void https_identity::take_offered() {
  const std::lock_guard lock(state_->guard);
  if (state_->offered) use(std::move(state_->offered));
}

void https_identity::refresh() {
  const auto last = std::chrono::steady_clock::now() - handshake_max;
  while (!state_->retired.empty() && state_->retired.front()->retired < last) state_->retired.pop_front();
  if (files_.certificate.empty()) return take_offered();
  if (state_->marks == std::array{mark_of(files_.certificate), mark_of(files_.key)}) return;
  const auto read_again = read();
  const auto before = std::exchange(why_not_, read_again ? std::string() : read_again.error().message);
  if (changed_ && why_not_ != before) changed_(why_not_);
}

void https_identity::use_on_this_thread() {
  of_this_thread = this;
}

/// Callbacks of the library.
struct handshake {
  /// The client has sent the last message of its side, so that it has done its work for the handshake.
  static int finish(gnutls_session_t session, unsigned, unsigned, unsigned is_incoming, const gnutls_datum_t*) {
    if (of_this_thread == nullptr || is_incoming == 0) return 0;
    const auto node = of_this_thread->handshakes_.extract(session);
    if (!node.empty() && of_this_thread->finished_) of_this_thread->finished_(node.mapped());
    return 0;
  }

  /// Gives the certificate to the library. It must outlive the handshake.
  static int give(gnutls_session_t, const gnutls_datum_t*, int, const gnutls_pk_algorithm_t*, int,
                  gnutls_pcert_st** chain, unsigned* size, gnutls_privkey_t* key) {
    if (of_this_thread == nullptr) return -1;
    of_this_thread->refresh();
    auto* const now = of_this_thread->state_->now.get();
    if (now == nullptr) return -1;
    *chain = now->chain.data();
    *size = now->size;
    *key = now->key;
    return 0;
  }
};

void* https_identity::certificate_callback() {
  return reinterpret_cast<void*>(&handshake::give);
}

void https_identity::begin_handshake(void* session, const void* connection) {
  handshakes_.insert_or_assign(session, connection);
  gnutls_handshake_set_hook_function(static_cast<gnutls_session_t>(session), GNUTLS_HANDSHAKE_FINISHED,
                                     GNUTLS_HOOK_POST, &handshake::finish);
}

void https_identity::end_handshake(const void* connection) {
  std::erase_if(handshakes_, [connection](const auto& x) { return x.second == connection; });
}

bool https_identity::trusts_client(void* session) const {
  if (clients_pem_.empty()) return true;
  unsigned status = 0;
  // Without the purpose, each server with a certificate of this authority could ask hooks.
  std::string purpose = GNUTLS_KP_TLS_WWW_CLIENT;
  gnutls_typed_vdata_st wanted{GNUTLS_DT_KEY_PURPOSE_OID, datum_of(purpose).data, 0};
  const int code = gnutls_certificate_verify_peers(static_cast<gnutls_session_t>(session), &wanted, 1, &status);
  return code == 0 && status == 0;
}

} // namespace sys::http
