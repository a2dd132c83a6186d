#pragma once

#include "base/error.hpp"
#include "core/bindings/conversion_binding.hpp"
#include "core/webhooks/review_client.hpp"
#include "core/webhooks/review_snapshots.hpp"
#include "text/plain/text_pieces.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// An object that is converted. It stays as it came, because it may be long.
struct conversion_object {
  std::string version; ///< `apiVersion`
  std::string kind;
  std::string namespace_name;
  std::string name;
  std::string uid;
  text::shared_text text;
};

/// A review of the API server (apiextensions.k8s.io/v1 and v1beta1, ConversionReview).
struct conversion_review {
  std::string api_version; ///< the answer needs the same
  std::string uid;
  std::string desired; ///< the wanted version of the objects, with the group
  std::vector<conversion_object> objects;
  review_client client{}; ///< `read_conversion_review` leaves it empty
};

/// Reads an object. Errors (`invalid_input`): apiVersion, kind or metadata is missing, or a name is longer
/// than 512 bytes. The function skips all other members: so the caller checks that `text` is valid JSON.
[[nodiscard]] base::result<conversion_object> read_conversion_object(std::string_view text);

/// Reads the body of a review. Errors (`invalid_input`) name the missing or wrong member. The function reads
/// the type and the names of each object, and skips the rest: so the caller checks that `body` is valid JSON.
[[nodiscard]] base::result<conversion_review> read_conversion_review(std::string_view body);

/// The text of the file at BINDING_CONTEXT_PATH for a step of a conversion: a list with a single context. The
/// objects are objects of the version `step.from`. Errors: `unavailable` if the objects of a needed binding
/// are not known; `invalid_input` if the text would be longer than `bytes_max`.
[[nodiscard]] base::result<text::text_pieces>
conversion_context_text(const bindings::conversion_binding& binding, const bindings::conversion_step& step,
                        const conversion_review& review, const std::vector<conversion_object>& objects,
                        const review_snapshots& snapshots, std::size_t bytes_max);

/// The body of the answer to the API server (ConversionReview with `response`).
[[nodiscard]] std::string converted_text(const conversion_review& review,
                                         const std::vector<conversion_object>& objects);
/// The body of an answer that refuses the conversion.
[[nodiscard]] std::string not_converted_text(const conversion_review& review, const std::string& message);

} // namespace core::webhooks
