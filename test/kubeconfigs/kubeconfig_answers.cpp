#include "kube/access/kubeconfig.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

base::result<std::string> read_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) return base::fail(base::error_code::not_found, path + ": no such file");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string without_blanks_at_end(std::string x) {
  while (!x.empty() && (x.back() == '\n' || x.back() == ' ')) x.pop_back();
  return x;
}

/// The text of a file, if there is one: a file counts before a text.
std::string text_of(const std::string& file, const std::string& text) {
  if (file.empty()) return text;
  return read_file(file).value_or("not read: " + file);
}

std::string way_of(const kube::access::cluster& x) {
  const auto& by = x.identity;
  const auto plugin =
    by.plugin ? fmt::format("{} {}", by.plugin->command, fmt::join(by.plugin->arguments, " ")) : std::string();
  return fmt::format("server={}\tproxy={}\tname={}\tunchecked={}\tauthority={}\tcertificate={}\tkey={}\ttoken={}\t"
                     "plugin={}\tnamespace={}",
                     x.address, x.proxy ? url_of(*x.proxy) : "", x.tls_server_name, x.skip_tls_verify,
                     text_of(x.ca_file, x.ca_pem), text_of(by.client_certificate_file, by.client_certificate_pem),
                     text_of(by.client_key_file, by.client_key_pem),
                     without_blanks_at_end(text_of(by.token_file, by.token)), plugin, x.default_namespace);
}

std::string on_one_line(std::string x) {
  for (auto& each : x)
    if (each == '\n') each = '|';
  return x;
}

} // namespace

/// Reads lines, paths of kubeconfigs (separated by colons), a tab and a context, and writes for each line the
/// way to the server. main.go does the same by client-go.
int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto tab = line.find('\t');
    const auto found = kube::access::load_kubeconfig({.paths = kube::access::split_path_list(line.substr(0, tab)),
                                                      .context = line.substr(tab + 1),
                                                      .now = std::chrono::system_clock::now()},
                                                     read_file);
    std::cout << on_one_line(found ? way_of(*found) : "refused: " + found.error().message) << '\n';
  }
}
