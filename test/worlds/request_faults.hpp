#pragma once

#include "kube/api/transport.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/file_faults.hpp"
#include "worlds/outside.hpp"
#include "worlds/part.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace worlds {

/// The faults of answers, watches and files, and an API server that forgets.
class request_faults : public part {
public:
  request_faults(stage& around, current_troubles& troubles, outside& cluster)
    : part(around), troubles_(troubles), outside_(cluster) {}

  /// The trouble that hits a request or its answer at this moment.
  [[nodiscard]] std::optional<trouble_kind> of_request(const kube::api::http_request& request);
  /// The trouble that hits a line of a watch.
  [[nodiscard]] std::optional<trouble_kind> of_line(const kube::api::http_request& request, std::string_view line);
  /// @returns an errno, or 0: the request to the file system is carried out
  [[nodiscard]] int of_file(file_request what, std::string_view path);
  [[nodiscard]] kube::api::http_response answer_from_the_past(const kube::api::http_request& request);
  void restore_server();
  /// Time has passed.
  void note_revision();

private:
  current_troubles& troubles_;
  outside& outside_;
  std::map<std::int64_t, std::uint64_t> revisions_; ///< of the API server in the last seconds, by time
};

} // namespace worlds
