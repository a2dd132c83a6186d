#pragma once

#include "core/status/status_facts.hpp"
#include "kube/access/cluster.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace setup {

/// Begins the names of the directories of operators in `--tmp-dir`.
inline constexpr const char* operator_dir_prefix = "operator-";

/// A look at the login and at `--tmp-dir`, for `status`. It reads files, so it may block.
/// @param tmp_dir with or without a path from the root
[[nodiscard]] std::function<core::status::surroundings()> look_around(const kube::access::cluster& x,
                                                                      const std::string& tmp_dir);

/// The login at the API server, in words for a person whose login is refused: the kind, the file or the
/// place, and the end of a client certificate. Reads the file of the certificate.
[[nodiscard]] core::status::login_facts login_of(const kube::access::cluster& x, const kube::access::file_reader& read,
                                                 std::chrono::system_clock::time_point now);

/// The room in `--tmp-dir`, and the largest entries in it that are not the operator's own.
/// @param operator_prefix of the names of the directories of operators
[[nodiscard]] core::status::tmp_facts tmp_room_of(const std::string& directory, const std::string& operator_prefix);

} // namespace setup
