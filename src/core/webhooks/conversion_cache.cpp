#include "core/webhooks/conversion_cache.hpp"

#include "text/plain/checksum.hpp"

#include <utility>

namespace core::webhooks {

std::optional<conversion_object> conversion_cache::find(const std::string& definition, const std::string& desired,
                                                        const conversion_object& object, std::int64_t now_us) {
  const auto at = bytes_max_ == 0 ? results_.end() : results_.find(key_of(definition, desired, object));
  if (at == results_.end()) return std::nullopt;
  if (now_us - at->second.kept_us > age_max_us) {
    forget(at);
    return std::nullopt;
  }
  by_use_.splice(by_use_.end(), by_use_, at->second.used);
  return at->second.converted;
}

void conversion_cache::keep(const std::string& definition, const conversion_object& object, conversion_object converted,
                            std::int64_t now_us) {
  const auto bytes = bytes_of(converted);
  if (bytes > bytes_max_) return;
  const auto id = key_of(definition, converted.version, object);
  if (const auto at = results_.find(id); at != results_.end()) forget(at);
  while (bytes_ + bytes > bytes_max_) forget(results_.find(by_use_.front()));
  bytes_ += bytes;
  const auto used = by_use_.insert(by_use_.end(), id);
  results_.emplace(id, result{std::move(converted), now_us, used});
}

void conversion_cache::clear() noexcept {
  results_.clear();
  by_use_.clear();
  bytes_ = 0;
}

conversion_cache::key conversion_cache::key_of(const std::string& definition, const std::string& desired,
                                               const conversion_object& object) {
  // No name of a definition or a version has a line break, so that the parts cannot be mistaken for each
  // other.
  return text::sha256(definition + '\n' + desired + '\n' + *object.text);
}

std::size_t conversion_cache::bytes_of(const conversion_object& x) noexcept {
  // The bytes of a result beside its text: the nodes of both containers, and the names.
  constexpr std::size_t of_a_result = 512;
  return of_a_result + x.text->size();
}

void conversion_cache::forget(std::map<key, result>::iterator x) {
  bytes_ -= bytes_of(x->second.converted);
  by_use_.erase(x->second.used);
  results_.erase(x);
}

} // namespace core::webhooks
