#include "support/release_secret.hpp"

#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

namespace test {

namespace {

std::string gzip(const std::string& text) {
  constexpr int with_gzip_header = 15 + 16;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, with_gzip_header, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("deflateInit2");
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string base64(const std::string& text) {
  std::string encoded((text.size() + 2) / 3 * 4 + 1, '\0');
  const auto length =
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(encoded.data()),
                    reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  encoded.resize(static_cast<std::size_t>(length));
  return encoded;
}

std::string ungzip(const std::string& packed) {
  constexpr int with_gzip_header = 15 + 16;
  z_stream stream{};
  if (inflateInit2(&stream, with_gzip_header) != Z_OK) throw std::runtime_error("inflateInit2");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string text;
  int state = Z_OK;
  while (state == Z_OK) {
    std::array<char, 4096> part{};
    stream.next_out = reinterpret_cast<Bytef*>(part.data());
    stream.avail_out = static_cast<uInt>(part.size());
    state = inflate(&stream, Z_NO_FLUSH);
    text.append(part.data(), part.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("this is not packed by gzip");
  return text;
}

std::string decoded(const std::string& base64) {
  std::string bytes(base64.size() / 4 * 3, '\0');
  const auto length =
    EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                    reinterpret_cast<const unsigned char*>(base64.data()), static_cast<int>(base64.size()));
  if (length < 0) throw std::runtime_error("this is not base64");
  // Padding is decoded as zero bytes.
  const auto padding = std::count(base64.end() - std::min<std::ptrdiff_t>(2, std::ssize(base64)), base64.end(), '=');
  bytes.resize(static_cast<std::size_t>(length - padding));
  return bytes;
}

text::json files_of(const std::map<std::string, std::string>& x) {
  text::json::array_type files;
  for (const auto& [path, text] : x) files.push_back(text::json::object({{"name", path}, {"data", base64(text)}}));
  return text::json::array(std::move(files));
}

} // namespace

std::string secret_name(const std::string& release, std::uint32_t revision) {
  return "sh.helm.release.v1." + release + ".v" + std::to_string(revision);
}

bool is_release(const text::json& object) {
  return object.find("metadata")->string_at("name").value_or("").starts_with("sh.helm.release.v1.");
}

release_secret read_secret(const text::json& secret) {
  release_secret x;
  const auto* metadata = secret.find("metadata");
  x.namespace_name = metadata->string_at("namespace").value();
  for (const auto& [key, value] : metadata->find("labels")->as_object()) x.labels[key] = value.as_string();
  x.name = x.labels.at("name");
  x.status = x.labels.at("status");
  for (const auto* own : {"owner", "name", "version", "status"}) x.labels.erase(own);
  x.kind = secret.string_at("kind").value_or(x.kind);
  const auto payload = secret.find("data")->string_at("release").value();
  const auto content = text::parse_json(ungzip(x.kind == "Secret" ? decoded(decoded(payload)) : decoded(payload)));
  if (!content) throw std::runtime_error(content.error().message);
  x.manifest = content->string_at("manifest").value();
  // As Helm does: the label is for its searches alone.
  x.revision = static_cast<std::uint32_t>(content->find("version")->as_int().value());
  for (const auto& file : content->find("chart")->find("files")->as_array())
    x.files[file.string_at("name").value()] = decoded(file.string_at("data").value());
  if (const auto* templates = content->find("chart")->find("templates"))
    for (const auto& file : templates->as_array())
      x.templates[file.string_at("name").value()] = decoded(file.string_at("data").value());
  x.values = *content->find("config");
  if (const auto* values = content->find("chart")->find("values")) x.chart_values = *values;
  if (const auto* chart_yaml = content->find("chart")->find("metadata")) x.metadata = *chart_yaml;
  return x;
}

text::json secret_of(const release_secret& x) {
  const auto content = text::json::object({{"name", x.name},
                                           {"version", std::int64_t{x.revision}},
                                           {"info", text::json::object({{"status", x.status}})},
                                           {"chart", text::json::object({{"files", files_of(x.files)},
                                                                         {"templates", files_of(x.templates)},
                                                                         {"values", x.chart_values},
                                                                         {"metadata", x.metadata}})},
                                           {"config", x.values},
                                           {"manifest", x.manifest}});
  text::json::object_type labels{
    {"owner", "helm"}, {"name", x.name}, {"status", x.status}, {"version", std::to_string(x.revision)}};
  for (const auto& [key, value] : x.labels) labels.emplace_back(key, value);
  const auto packed = base64(gzip(content.dump()));
  auto metadata = text::json::object({{"namespace", x.namespace_name},
                                      {"name", secret_name(x.name, x.revision)},
                                      {"labels", text::json::object(labels)}});
  if (!x.leaving.empty())
    metadata = metadata.with("annotations", text::json::object({{"addon-operator.io/leaving", text::json(x.leaving)}}));
  const auto object = text::json::object({{"apiVersion", "v1"}, {"kind", x.kind}, {"metadata", metadata}});
  if (x.kind != "Secret") return object.with("data", text::json::object({{"release", packed}}));
  return object.with("type", "helm.sh/release.v1").with("data", text::json::object({{"release", base64(packed)}}));
}

} // namespace test
