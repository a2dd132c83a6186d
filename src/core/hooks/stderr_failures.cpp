#include "core/hooks/stderr_failures.hpp"

#include "base/excerpt.hpp"
#include "core/hooks/logger_line.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace core::hooks {

namespace {

using words_view = std::string_view;

/// Failures at the end of a line, as sh, bash, the system and programs in Go write them. The first match is
/// shown. The first letter may be small or large.
constexpr auto at_end = std::to_array<words_view>(
  {// shells
   "command not found", "required file not found", "applet not found", "not found", "unbound variable",
   "parameter not set", "parameter null or not set", "syntax error", "unexpected end of file", "bad substitution",
   "unary operator expected", "binary operator expected", "integer expression expected", "too many arguments",
   "ambiguous redirect", "cannot execute binary file", "invalid option", "not a valid identifier",
   "numeric argument required", "bad number",
   // files and memory
   "no such file or directory", "permission denied", "operation not permitted", "is a directory", "not a directory",
   "no space left on device", "read-only file system", "disk quota exceeded", "file too large", "input/output error",
   "stale file handle", "transport endpoint is not connected", "too many open files", "cannot allocate memory",
   "out of memory", "function not implemented", "resource temporarily unavailable", "exec format error",
   "argument list too long", "text file busy",
   // the network
   "connection refused", "connection reset by peer", "connection timed out", "operation timed out",
   "network is unreachable", "no route to host", "host is down", "name or service not known",
   "temporary failure in name resolution", "no such host", "i/o timeout", "TLS handshake timeout",
   "context deadline exceeded", "certificate signed by unknown authority", "host key verification failed",
   "no servers could be reached", "client.timeout exceeded while awaiting headers", "server misbehaving",
   "unexpected EOF", "500 Internal Server Error", "502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout",
   "504 Gateway Time-out",
   // rights and accounts
   "access denied", "access Denied", "401 Unauthorized", "403 Forbidden", "authentication failed",
   "authentication required", "invalid credentials", "token has expired", "not logged in", "no secret key",
   // programs
   "could not be found", "executable file not found in $PATH", "cannot open shared object file", "invalid input"});

/// Failures at the beginning of a line, or after `: `. The first match is shown, without the punctuation at
/// its end.
constexpr auto at_begin = std::to_array<words_view>(
  {// kubectl and Helm
   "Unable to connect to the server", "The connection to the server", "error: You must be logged in to the server",
   "error: the server doesn't have a resource type",
   // dig, Vault, jq 1.6
   ";; communications error to ", "Error making API request", "parse error: ",
   // Python, node, Java, Go
   "Traceback (most recent call last)", "Uncaught ", "Exception in thread ", "panic: ", "fatal error: ",
   // options that a program does not have
   "unrecognized option", "unrecognized: -", "invalid option -- ", "illegal option -- ", "unknown option",
   "unknown predicate", "unknown flag", "unknown shorthand flag", "flag provided but not defined", "curl: option ",
   "option requires an argument", "Illegal number", "No module named ",
   // other tools, by their names
   "jq: error", "jq: parse error", "jq: Unknown", "jq: invalid", "curl: (", "wget: unable to resolve host address",
   "bad address '", "wget: can't connect", "wget: download timed out", "ssh: connect to host", "sed: -e expression",
   "awk: cmd. line", "gzip: stdin", "tar: Error", "decryption failed", "Unexpected response code",
   "server returned error", "date: invalid date", "FATAL:  ", "ERROR 1045 (", "ERROR 2002 (", "ERROR 2003 (",
   "ERROR 2005 (", "ERROR: (gcloud", "Unable to locate credentials", "Cannot connect to the Docker daemon",
   // openssl, perl
   "unable to load ", "Could not open file", "Could not read ", "Error opening ", "Error loading ", "Can't open ",
   "Can't locate ", "Can't exec ",
   // the client of Kubernetes for Python
   "Reason: Forbidden", "Reason: Unauthorized", "Reason: Service Unavailable"});

/// Failures anywhere in a line.
constexpr auto anywhere = std::to_array<words_view>({"error while loading shared libraries",
                                                     "syntax error near unexpected token",
                                                     "Could not resolve host",
                                                     "Permission denied (publickey",
                                                     "Max retries exceeded",
                                                     "x509: ",
                                                     "couldn't get current server API group list",
                                                     "Cannot find module ",
                                                     "Access denied for user",
                                                     "Please run 'az login'",
                                                     "gcloud auth login",
                                                     "aws sso login",
                                                     "PEM routines:",
                                                     "SSL routines:",
                                                     "rsa routines:",
                                                     "digital envelope routines:",
                                                     "asn1 encoding routines:",
                                                     "parser error : ",
                                                     "Vault is sealed",
                                                     "ERROR 401: ",
                                                     "ERROR 403: ",
                                                     "ERROR 500: ",
                                                     "ERROR 502: ",
                                                     "ERROR 503: ",
                                                     "ERROR 504: "});

/// Two words by which programs say that they could not reach or read something: `Cannot contact`. The first
/// letter of `inabilities` may be small or large. `find` is not among the verbs, because a search without a
/// result may be an answer.
constexpr std::array<words_view, 7> inabilities{"failed to ", "unable to ", "could not ", "couldn't ",
                                                "cannot ",    "can't ",     "can not "};
constexpr auto verbs = std::to_array<words_view>(
  {"access", "allocate", "authenticate", "authorize", "communicate", "connect", "contact", "decrypt",  "download",
   "dial",   "execute",  "fetch",        "get",       "list",        "load",    "obtain",  "open",     "read",
   "reach",  "resolve",  "retrieve",     "run",       "start",       "stat",    "talk",    "unmarshal"});

/// The beginning of the last line of most programs that fail. The rest of the line may be the answer to a
/// query of the hook, for example `not found`.
constexpr std::array<words_view, 5> last_words{"error: ", "Error: ", "ERROR: ", "fatal: ", "Error from server: "};
constexpr std::array<words_view, 3> answers{"not found", "already exists", "no matching resources found"};

constexpr words_view server_error = "Error from server (";
/// Reasons of the API server that a hook may have expected when it asked for an object. They are no failure.
constexpr std::array<words_view, 3> server_answers{"NotFound", "AlreadyExists", "Conflict"};
constexpr words_view cloud_error = "An error occurred (";

constexpr std::array<words_view, 5> signals{"Killed", "Aborted", "Segmentation fault", "Bus error",
                                            "Illegal instruction"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool ends_with_words(words_view line, words_view words) {
  if (line.size() < words.size()) return false;
  const auto end = line.substr(line.size() - words.size());
  return small(end.front()) == small(words.front()) && end.substr(1) == words.substr(1);
}

/// Removes the sequences that colour a text (ECMA-48, SGR).
std::string without_colours(words_view line) {
  std::string plain;
  while (!line.empty()) {
    const auto begin = line.find("\x1b[");
    plain += line.substr(0, begin);
    if (begin == line.npos) break;
    const auto end = line.find_first_not_of("0123456789;", begin + 2);
    line.remove_prefix(std::min(end == line.npos ? line.size() : end + 1, line.size()));
  }
  return plain;
}

/// Removes the place that perl adds: ` at FILE line 3.`
words_view without_place(words_view line) {
  const auto number = line.rfind(" line ");
  if (!line.ends_with('.') || number == line.npos) return line;
  const auto digits = line.substr(number + 6, line.size() - number - 7);
  const auto at = line.rfind(" at ", number);
  return digits.empty() || at == line.npos || !std::all_of(digits.begin(), digits.end(), is_digit) ? line
                                                                                                   : line.substr(0, at);
}

std::string shown(words_view words) {
  const auto end = words.find_last_not_of(" :(");
  return std::string(words.substr(0, end + 1));
}

/// The first word of `all` for which `fits` is true; empty if there is no such word.
template <class Fits>
words_view first_of(std::span<const words_view> all, const Fits& fits) {
  const auto known = std::find_if(all.begin(), all.end(), fits);
  return known == all.end() ? words_view() : *known;
}

bool is_one_of(std::span<const words_view> all, words_view x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}

/// The signal that has ended a command, as bash names it: `a.sh: line 3: 123 Killed jq .`. dash writes only
/// `Killed`. `Terminated` is not a failure, because scripts end their background jobs with SIGTERM.
std::string signal_of(words_view line, words_view number) {
  auto rest = line;
  if (!number.empty()) {
    // `number` points into the line, so its end is a position in the line.
    rest.remove_prefix(static_cast<std::size_t>(number.data() - line.data()) + number.size());
    const auto process = rest.find_first_not_of(": ");
    if (process == rest.npos || !rest.starts_with(": ")) return {};
    rest.remove_prefix(process);
    const auto end = rest.find_first_not_of("0123456789");
    if (end == 0 || end == rest.npos) return {};
    rest.remove_prefix(std::min(rest.find_first_not_of(' ', end), rest.size()));
  }
  return std::string(first_of(signals, [&](words_view x) {
    return number.empty() ? rest == x || rest == std::string(x) + " (core dumped)" : rest.starts_with(x);
  }));
}

/// The reason in kubectl's `Error from server (Forbidden): …`; empty for an answer about an object, and for
/// other text.
std::string server_failure_of(words_view line) {
  const auto reason = line.substr(server_error.size(), std::min(line.find(')'), line.size()) - server_error.size());
  const bool is_word = std::all_of(reason.begin(), reason.end(), is_letter);
  return is_word && !is_one_of(server_answers, reason) ? std::string(server_error) + std::string(reason) + ")"
                                                       : std::string();
}

/// The failure in `An error occurred (AccessDenied) when calling …`, as programs for AWS write it; empty for
/// an answer about an object.
std::string cloud_failure_of(words_view line) {
  const auto reason = line.substr(cloud_error.size(), std::min(line.find(')'), line.size()) - cloud_error.size());
  const bool is_answer = reason == "404" || reason.find("NotFound") != reason.npos || reason.starts_with("NoSuch")
                         || reason.find("AlreadyExists") != reason.npos;
  return is_answer ? std::string() : shown(cloud_error);
}

/// The exception's name in `requests.exceptions.ConnectionError: …`, as Python, node and Java write it.
std::string exception_of(words_view line) {
  const auto end = std::min(line.find(':'), line.size());
  auto name = line.substr(0, end);
  name.remove_prefix(name.rfind('.') == name.npos ? 0 : name.rfind('.') + 1);
  const auto is_in_name = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; };
  const bool is_name = std::all_of(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(end), is_in_name);
  const bool is_exception =
    (name.ends_with("Error") && name != "Error") || (name.ends_with("Exception") && name != "Exception");
  return is_name && is_exception && is_letter(name.front()) && small(name.front()) != name.front() ? std::string(name)
                                                                                                   : std::string();
}

/// `Failed to get` at the beginning of a line; empty: it begins otherwise.
std::string inability_from(words_view line) {
  const auto no = first_of(inabilities, [&](words_view x) {
    return line.size() > x.size() && small(line.front()) == x.front() && line.substr(1).starts_with(x.substr(1));
  });
  if (no.empty()) return {};
  const auto verb = line.substr(no.size(), std::min(line.find_first_of(" .:,", no.size()), line.size()) - no.size());
  return is_one_of(verbs, verb) ? std::string(line.substr(0, no.size() + verb.size())) : std::string();
}

bool is_about_answer(words_view line) {
  return !first_of(answers, [&](words_view x) { return line.ends_with(x); }).empty();
}

/// The failure that a part of a line names. `is_answer`: the part names an answer to a query, which is not a
/// failure.
struct named_failure {
  std::string words;
  bool is_answer = false;
};

named_failure failure_from(words_view line) {
  if (line.starts_with(server_error)) {
    auto words = server_failure_of(line);
    return {words, words.empty()};
  }
  if (line.starts_with(cloud_error)) {
    auto words = cloud_failure_of(line);
    return {words, words.empty()};
  }
  const auto begins = [&](words_view x) { return line.starts_with(x); };
  if (const auto known = first_of(at_begin, begins); !known.empty()) return {shown(known)};
  if (const auto known = first_of(last_words, begins); !known.empty())
    return is_about_answer(line) ? named_failure{{}, true} : named_failure{shown(known)};
  return {exception_of(line)};
}

/// A program or a logger may write its name before a failure: `hook a.sh: Error from server (Forbidden)`.
named_failure failure_after_prefix(words_view line) {
  for (std::size_t at = 0; at != line.npos;) {
    if (auto found = failure_from(line.substr(at)); found.is_answer || !found.words.empty()) return found;
    const auto next = line.find(": ", at);
    at = next == line.npos ? next : next + 2;
  }
  // Without a colon before it: `2024-01-01T00:00:00Z ERROR Error from server (Forbidden)`
  const auto server = line.find(server_error);
  if (server != line.npos && server > 0 && !is_letter(line[server - 1])) return failure_from(line.substr(server));
  return {};
}

/// `Failed to get` at the beginning of a line or after `: `; empty: there are no such words.
std::string inability_in(words_view line) {
  for (std::size_t at = 0; at != line.npos;) {
    if (auto found = inability_from(line.substr(at)); !found.empty()) return found;
    const auto next = line.find(": ", at);
    at = next == line.npos ? next : next + 2;
  }
  return {};
}

/// The level of a line of a logger; empty: the line is not of a logger, or its message is the answer to a
/// query.
std::string level_in(words_view line) {
  const auto found = failure_of_logger(line);
  if (!found) return {};
  auto message = found->message;
  message = message.substr(0, message.find_last_not_of("\"}. ") + 1);
  // wget names the page that is not there after a date, too.
  const bool is_answer = is_about_answer(message) || message.starts_with("404");
  return is_answer ? std::string() : std::string(found->level);
}

std::string words_of_failure(words_view line) {
  if (auto found = failure_after_prefix(line); found.is_answer || !found.words.empty()) return found.words;
  const auto inside = first_of(anywhere, [&](words_view x) { return line.find(x) != line.npos; });
  if (!inside.empty()) return shown(inside);
  const auto failure = failure_at_end(line);
  // dash writes `sh: 3: jq: not found` for a missing command. Without the colon, `not found` may be about
  // anything.
  if (failure == "not found") return line.ends_with(": not found") ? failure : std::string();
  if (!failure.empty() || is_about_answer(line)) return failure;
  auto words = inability_in(line);
  return words.empty() ? level_in(line) : words;
}

} // namespace

bool is_shown_command(std::string_view line) {
  const auto end = line.find_first_not_of('+');
  return end > 0 && end != line.npos && (line[end] == ' ' || line[end] == '(');
}

std::string_view line_number(std::string_view line, std::string_view script) {
  const auto at = line.find(script);
  if (at == line.npos || script.empty()) return {};
  line.remove_prefix(at + script.size());
  for (const std::string_view before : {": line ", "\", line ", ": "}) {
    if (!line.starts_with(before)) continue;
    const auto rest = line.substr(before.size());
    const auto end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    if (end > 0) return rest.substr(0, end);
  }
  return {};
}

std::string failure_at_end(std::string_view line) {
  line = without_place(base::trimmed(line));
  while (line.ends_with('.') || line.ends_with(')')) line.remove_suffix(1);
  const auto known = first_of(at_end, [&](words_view x) { return ends_with_words(line, x); });
  return std::string(line.substr(line.size() - known.size()));
}

std::string failure_in_line(std::string_view line, std::string_view script) {
  const auto plain = without_colours(line);
  const auto text = base::trimmed(plain);
  if (text.empty() || is_shown_command(text)) return {};
  const auto number = line_number(text, script);
  auto failure = words_of_failure(text);
  if (failure.empty()) failure = signal_of(text, number);
  if (failure.empty()) return {};
  return (number.empty() ? std::string() : "line " + std::string(number) + ": ") + failure;
}

} // namespace core::hooks
