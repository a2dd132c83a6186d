#pragma once

#include "kube/access/cluster.hpp"

#include <memory>
#include <string>

namespace kube::access {

/// The credentials of this moment: what stands in files is read each time, because others renew it there.
///
/// A client certificate and its key are renewed one after the other. While they do not belong together, or one of them
/// cannot be read, the last pair that did counts.
/// Why so: docs/decisions/credentials-are-read-again.md
class credential_reader {
public:
  /// @param origin where the credentials were found, for messages
  credential_reader(credentials from, std::string origin, file_reader read);

  /// Credentials without files. The same object is given as long as nothing has changed.
  /// Errors: those of files that cannot be read, and `invalid_input` for a first pair that is none.
  [[nodiscard]] base::result<std::shared_ptr<const credentials>> read();

private:
  [[nodiscard]] base::result<void> read_pair(credentials& out) const;
  [[nodiscard]] base::result<std::string> read_token() const;

  credentials from_;
  std::string origin_;
  file_reader read_;
  std::shared_ptr<const credentials> last_; ///< null: nothing was read yet
};

} // namespace kube::access
