#include "setup/surroundings.hpp"

#include "base/utc_time.hpp"
#include "kube/access/certificate.hpp"
#include "setup/absolute_path.hpp"
#include "setup/cluster_access.hpp"
#include "sys/files/directory_use.hpp"
#include "sys/time/clock.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

namespace setup {

namespace {

std::string certificate_words(const kube::access::cluster& x, const kube::access::file_reader& read,
                              std::chrono::system_clock::time_point now) {
  const auto& file = x.identity.client_certificate_file;
  const auto name = file.empty() ? "the client certificate in " + x.origin
                                 : fmt::format("the client certificate {} of {}", file, x.origin);
  const auto pem = file.empty() ? base::result<std::string>(x.identity.client_certificate_pem) : read(file);
  if (!pem) return fmt::format("{} cannot be read: {}", name, pem.error().message);
  const auto end = kube::access::expiry_of_certificate(*pem);
  if (!end) return fmt::format("{} cannot be read: {}", name, end.error().message);
  const auto us = std::chrono::duration_cast<std::chrono::microseconds>(end->time_since_epoch()).count();
  if (*end > now)
    return fmt::format("{} is valid until {} UTC, so the API server trusts another authority, or has another clock",
                       name, base::utc_text(us));
  return fmt::format("{} has expired at {} UTC", name, base::utc_text(us));
}

std::string mib_text(std::uint64_t bytes) {
  constexpr double mib = 1 << 20;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mib);
}

} // namespace

core::status::login_facts login_of(const kube::access::cluster& x, const kube::access::file_reader& read,
                                   std::chrono::system_clock::time_point now) {
  const auto& login = x.identity;
  if (login.plugin)
    return {fmt::format("the credentials come from the program '{}' (exec in {})", login.plugin->command, x.origin),
            "run that program by hand as the operator's user: it must print credentials that the API server knows; it "
            "is run again at each refusal, without a restart"};
  if (!login.token_file.empty())
    return {fmt::format("the token in the file {} ({})", login.token_file, x.origin),
            x.is_of_pod
              ? "look at the service account: `kubectl get serviceaccount` shows whether it was deleted or "
                "made anew, which ends its tokens; then delete the Pod, and a new Pod has a new token"
              : "have a new token written into the file: it is read anew for each request, without a restart"};
  if (!login.token.empty())
    return {fmt::format("the token in {}", x.origin), "put a new token into it and restart the operator"};
  if (!login.user_name.empty())
    return {fmt::format("the user name '{}' with a password in {}", login.user_name, x.origin),
            "put the right password into it and restart the operator"};
  if (login.client_certificate_file.empty() && login.client_certificate_pem.empty())
    return {fmt::format("{} has no credentials", x.origin), "add a user to the context and restart the operator"};
  const bool is_file = !login.client_certificate_file.empty();
  return {
    certificate_words(x, read, now),
    fmt::format("have a new certificate issued for the same user by the same authority, and put it and its key in "
                "the place of the old: {}",
                is_file ? "the files are read anew for each request, without a restart"
                        : "the operator must be restarted then, as they are not in files of their own")};
}

core::status::tmp_facts tmp_room_of(const std::string& directory, const std::string& operator_prefix) {
  const auto use = sys::files::use_of_directory(directory, operator_prefix);
  if (use.size == 0) return {directory, {}};
  auto words = fmt::format("{} free of {}", mib_text(use.free), mib_text(use.size));
  if (use.entries == 0) return {directory, words + ", and all entries are the operator's own"};
  std::string names;
  std::vector<std::string> largest;
  for (const auto& x : use.largest) largest.push_back(x.name);
  for (const auto& x : use.largest)
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", x.name, mib_text(x.bytes));
  return {directory,
          fmt::format("{}; {} entr{} of other programs or of hooks take{} {}: {}{}", words, use.entries,
                      use.entries == 1 ? "y" : "ies", use.entries == 1 ? "s" : "", mib_text(use.bytes), names,
                      use.entries > use.largest.size() ? ", …" : ""),
          {},
          std::move(largest)};
}

std::function<core::status::surroundings()> look_around(const kube::access::cluster& x, const std::string& tmp_dir) {
  return [x, directory = absolute_path(tmp_dir)] {
    return core::status::surroundings{login_of(x, read_credential_file, sys::time::now()),
                                      tmp_room_of(directory, operator_dir_prefix)};
  };
}

} // namespace setup
