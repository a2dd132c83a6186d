#pragma once

#include "kube/api/api_path.hpp"
#include "kube/api/resource.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// The target of a request, taken apart.
struct api_target {
  std::string path; ///< without the query
  std::map<std::string, std::string> query;

  [[nodiscard]] std::string query_text(const std::string& name) const;
};

/// The addressee of a path.
struct addressed {
  kube::api::resource resource;
  kube::api::object_location where;
};

[[nodiscard]] api_target parse_target(const std::string& target);

/// @returns empty if no resource of the table has such a path.
[[nodiscard]] std::optional<addressed> find_addressed(const std::string& path,
                                                      const std::vector<kube::api::resource>& resources);

} // namespace simulation
