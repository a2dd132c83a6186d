#include "kube/access/trust_reader.hpp"

#include "kube/access/certificate.hpp"

#include <utility>

namespace kube::access {

trust_reader::trust_reader(std::string pem, std::string file, file_reader read)
  : current_(std::make_shared<const std::string>(std::move(pem))), file_(std::move(file)), read_(std::move(read)) {}

std::shared_ptr<const std::string> trust_reader::read() {
  if (file_.empty()) return current_;
  auto text = read_(file_);
  if (text && *text != *current_ && expiry_of_certificate(*text))
    current_ = std::make_shared<const std::string>(std::move(*text));
  return current_;
}

} // namespace kube::access
