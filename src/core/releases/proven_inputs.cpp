#include "core/releases/proven_inputs.hpp"

#include "text/json/json.hpp"

namespace core::releases {

std::optional<std::string> proof_patch(const release& last, const std::string& inputs_digest) {
  const auto number = std::to_string(last.revision);
  if (last.status != release_status::deployed || last.resource_version.empty()) return std::nullopt;
  if (!is_made_by_operator(last) || is_made_by_others(last)) return std::nullopt;
  if (last.label(inputs_checksum_label) == inputs_digest && last.label(module_revision_label) == number)
    return std::nullopt;
  const text::json::object_type labels{{std::string(inputs_checksum_label), inputs_digest},
                                       {std::string(module_revision_label), number}};
  return text::json::object({{"metadata", text::json::object({{"resourceVersion", last.resource_version},
                                                              {"labels", text::json::object(labels)}})}})
    .dump();
}

} // namespace core::releases
