#pragma once

#include "trace/event.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trace::formats {

/// The source of exported spans: attributes of the resource (OpenTelemetry semantic conventions).
struct otlp_resource {
  std::string version;  ///< `service.version`
  std::string instance; ///< `service.instance.id`, the name of the Pod
  std::string location; ///< `k8s.namespace.name`
};

/// Makes spans of OpenTelemetry from events, as they come: each task, run of a hook, of an `enabled` script
/// or of Helm, review, discovery, commit of values, request and operation on an object is a span, and so is
/// each event from outside; messages between them only link spans. Each event from outside (see
/// `is_from_outside`) begins a new trace. The id of a span is the id of its event in trace files. For a task,
/// a run of a hook and a review, it is the id of the message that asked for it.
///
/// Source: OTLP 1.x, JSON over HTTP (opentelemetry.io/docs/specs/otlp).
class otlp_spans {
public:
  explicit otlp_spans(otlp_resource resource) : resource_(std::move(resource)) {}

  /// Takes the next event of the run. It is without secrets already.
  void add(const event& x);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return spans_.size(); }
  /// Hands out the spans as the body of a request, and forgets them. @pre size() > 0
  [[nodiscard]] std::string take();
  /// Forgets the spans; later spans still know their parents.
  void drop();

private:
  /// The position of an event in its trace.
  struct place {
    std::uint64_t trace = 0; ///< id of the event that began it
    std::uint64_t span = 0;  ///< the nearest span; 0: no span
  };
  /// A span that has not ended.
  struct begun {
    place parent;
    std::vector<std::uint64_t> also;
  };

  [[nodiscard]] place place_of(std::uint64_t id) const;
  void remember(std::uint64_t id, place at);
  void begin(const event& x);
  void end_begun(const event& x);
  void append(const event& x, std::uint64_t id, place parent, const std::vector<std::uint64_t>& also);

  otlp_resource resource_;
  std::uint64_t run_ = 0; ///< the first half of all ids of traces: the first id of the run
  std::string spans_;     ///< JSON, with commas between them
  std::size_t size_ = 0;
  /// The places of the last events; their number is bounded. An event that refers to an older event begins a
  /// new trace.
  std::unordered_map<std::uint64_t, place> places_;
  std::deque<std::uint64_t> order_;
  std::unordered_map<std::uint64_t, begun> begun_;
};

} // namespace trace::formats
