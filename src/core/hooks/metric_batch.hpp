#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace core::hooks {

/// A change of the metrics that a hook owns.
struct metric_operation {
  enum class action { add, set, observe, expire };

  std::string name; ///< may contain `{PREFIX}`; empty only for `expire`, which removes a whole group
  action what = action::set;
  double value = 0;                                        ///< not for `expire`
  std::vector<double> buckets;                             ///< upper bounds, rising; for `observe` only
  std::vector<std::pair<std::string, std::string>> labels; ///< sorted by name
  std::string group; ///< empty: no group; a group's metrics are replaced by each run that mentions the group
};

/// All operations of a hook run, in their order. A hook may report hundreds of thousands of operations, and
/// most of their texts are the same. So each text is kept once, and an operation takes some tens of bytes.
class metric_batch {
public:
  metric_batch() = default;
  metric_batch(metric_batch&&) noexcept = default;
  metric_batch& operator=(metric_batch&&) noexcept = default;

  void append(const metric_operation& x);

  [[nodiscard]] std::size_t size() const noexcept { return operations_.size(); }
  [[nodiscard]] bool empty() const noexcept { return operations_.empty(); }
  /// @pre index < size()
  [[nodiscard]] metric_operation operator[](std::size_t index) const;

private:
  using text_id = std::uint32_t;

  /// All operations share the lists of numbers and labels. An operation's part begins at the end of the
  /// previous operation's part.
  struct packed {
    double value;
    text_id name;
    text_id group;
    std::uint32_t buckets_end;
    std::uint32_t labels_end;
    metric_operation::action what;
  };

  [[nodiscard]] text_id id_of(const std::string& text);
  [[nodiscard]] const std::string& text(text_id id) const { return *texts_[id]; }

  std::unordered_map<std::string, text_id> ids_;
  std::vector<const std::string*> texts_; ///< point to keys of `ids_`, which never move
  std::vector<packed> operations_;
  std::vector<double> buckets_;
  std::vector<std::pair<text_id, text_id>> labels_;
};

} // namespace core::hooks
