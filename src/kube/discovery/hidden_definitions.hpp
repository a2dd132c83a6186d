#pragma once

#include "base/error.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/api/sender.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kube::discovery {

/// A CustomResourceDefinition whose kind discovery does not show: it serves no version, is not established,
/// is being deleted, or is so new that discovery does not show it yet. Its objects may be stored.
struct hidden_definition {
  api::resource kind; ///< without a version
  std::string reason; ///< names the definition, and the next step
};

/// Reads a definition. Empty: its `spec` lacks the group, the kind or the plural.
[[nodiscard]] std::optional<hidden_definition> read_hidden_definition(const text::json& definition);

/// The reason why a kind that discovery lacks may have objects all the same; empty: none of the definitions
/// is of this kind.
/// @param api_version as for `api::resource_table::find`; only its group counts
[[nodiscard]] std::optional<std::string> reason_of_doubt(const std::vector<hidden_definition>& all,
                                                         std::string_view api_version, std::string_view name);

/// Reads the definitions that a table lacks, when a lookup in this table ends in absence. A served kind has
/// an entry in the table, so only the definitions without an entry are read, after a list of all names.
///
/// Bound: a list for each table, in pages; `read_max` definitions. With more definitions the reading fails,
/// because absence would be a guess.
class definition_reading {
public:
  explicit definition_reading(api::send_request send) : send_(std::move(send)) {}

  using hidden_list = std::vector<hidden_definition>;
  using on_read = std::function<void(const base::result<hidden_list>&)>;
  /// Reads the definitions. Calls for the same table share a reading and its result; a failure is not kept.
  /// @param number of the table, another for each
  void read(std::int64_t number, const api::resource_table& shown, on_read done);

private:
  static constexpr std::size_t page_size = 200;
  static constexpr std::size_t read_max = 100;

  struct reading;
  void list(const std::shared_ptr<reading>& x, const std::string& continue_token);
  void on_page(const std::shared_ptr<reading>& x, const base::result<api::http_response>& response);
  void read_each(const std::shared_ptr<reading>& x);
  void end(const std::shared_ptr<reading>& x, const std::optional<base::error>& failure);

  api::send_request send_;
  std::shared_ptr<reading> current_; ///< the last reading, with its result; null: none
};

} // namespace kube::discovery
