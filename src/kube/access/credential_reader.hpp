#pragma once

#include "kube/access/cluster.hpp"

#include <memory>
#include <string>

namespace kube::access {

/// The credentials of this moment: files are read each time, because other programs renew them.
///
/// A client certificate and its key are renewed separately. While they do not match, or one of their files
/// cannot be read, the last matching pair counts. For a token there is no such rule.
/// Why so: docs/decisions/credentials-are-read-again.md
class credential_reader {
public:
  /// @param origin where the credentials were found, for messages
  credential_reader(credentials from, std::string origin, file_reader read);

  /// Reads the credentials: the result has their texts, and no paths of files. It is the same object until
  /// the credentials change. Errors: the file of the token cannot be read, or has no usable token
  /// (`invalid_input`); in the first call also a file of the pair that cannot be read, or a pair that does
  /// not match (`invalid_input`).
  [[nodiscard]] base::result<std::shared_ptr<const credentials>> read();

private:
  [[nodiscard]] base::result<void> read_pair(credentials& out) const;
  [[nodiscard]] base::result<std::string> read_token() const;

  credentials from_;
  std::string origin_;
  file_reader read_;
  std::shared_ptr<const credentials> last_; ///< null: not read yet
};

} // namespace kube::access
