#pragma once

#include "base/error.hpp"
#include "base/shared_block.hpp"
#include "kube/api/resource.hpp"
#include "text/plain/full_name.hpp"
#include "text/plain/interned_text.hpp"
#include "text/plain/packed_text.hpp"
#include "text/plain/text_range.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kube::objects {

/// Identifies an object of a resource. Ordered by namespace, then name, in byte order.
struct object_key {
  std::string namespace_; ///< empty for objects without a namespace
  std::string name;

  friend auto operator<=>(const object_key&, const object_key&) = default;
  friend bool operator==(const object_key&, const object_key&) = default;
};

/// The part of an object that is read at once.
struct object_identity {
  api::object_type type;
  object_key key;
  std::string uid;
  std::string resource_version;
};

/// An object as the JSON that the server sent, never changed and shared by all its users (`object_ptr`). A
/// watch may keep a hundred thousand of them, so the text may be packed, and the identity takes few bytes:
/// most parts are numbers, or are shared with other objects.
class object_bytes {
public:
  /// @param text the whole object as JSON, `apiVersion` and `kind` included
  /// @param managed_fields without this part the text is still JSON; may be empty
  object_bytes(const object_identity& identity, std::string_view text, text::text_range managed_fields = {});
  /// The same state of the object with its text in another form, or null: without its text.
  object_bytes(const object_bytes& x, text::packed_text text);

  [[nodiscard]] object_identity identity() const;
  [[nodiscard]] object_key key() const { return {name_.space(), std::string(name_.name())}; }
  [[nodiscard]] const text::full_name& name() const noexcept { return name_; }
  [[nodiscard]] std::string kind() const;
  [[nodiscard]] std::string uid() const;
  [[nodiscard]] std::string resource_version() const;

  /// False if only the identity is kept.
  [[nodiscard]] bool has_text() const noexcept { return static_cast<bool>(text_); }
  /// A copy of the text; empty: it is not kept.
  [[nodiscard]] std::string text() const { return text_.text(); }
  [[nodiscard]] const text::packed_text& packed() const noexcept { return text_; }
  [[nodiscard]] text::text_range managed_fields() const noexcept { return {managed_begin_, managed_end_}; }
  /// The memory of the text in the form in which it was kept last, also if it is not kept any more.
  [[nodiscard]] std::size_t text_memory() const noexcept { return text_memory_; }

  /// True for the same object with the same resourceVersion. Without resourceVersions, as aggregated APIs may
  /// serve objects (PodMetrics), a checksum of the text is compared.
  [[nodiscard]] bool is_same_state(const object_bytes& x) const noexcept;
  [[nodiscard]] bool is_same_object(const object_bytes& x) const noexcept;

private:
  /// An identity that does not have the usual form.
  struct odd_identity {
    std::string uid;
    std::string resource_version;
  };
  enum class form : std::uint32_t {
    numbers,     ///< the uid is a UUID, and the resourceVersion is a number
    unversioned, ///< the same, but there is no resourceVersion
    odd,
  };

  text::interned_text type_; ///< apiVersion and kind, with a line end between them
  text::full_name name_;
  text::packed_text text_;
  std::array<unsigned char, 16> uid_{}; ///< all zero: it has no uid
  std::uint64_t version_ = 0;           ///< without a resourceVersion: a checksum of the text
  std::shared_ptr<const odd_identity> odd_;
  std::uint32_t text_memory_ = 0;
  std::uint32_t managed_begin_ = 0;
  std::uint32_t managed_end_ = 0;
  form form_ = form::numbers;
};

/// A handle of 8 bytes; may be null.
using object_ptr = base::shared_block<object_bytes>;

/// Reads an object. `type` is filled in where the text lacks apiVersion or kind.
/// Errors: `invalid_input` if the text is no JSON object.
[[nodiscard]] base::result<object_ptr> read_object(std::string_view text, const api::object_type& type = {});

/// The same object without its text, for watches whose users do not read the content.
[[nodiscard]] object_ptr without_text(const object_ptr& x);
/// The same object with its text in this form.
[[nodiscard]] object_ptr with_text(const object_ptr& x, text::packed_text text);
/// The same object with its text packed by itself, for the few that are kept apart from a watch.
[[nodiscard]] object_ptr packed(const object_ptr& x);

} // namespace kube::objects
