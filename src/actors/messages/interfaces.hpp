#pragma once

// Every interface between actors, on one page. `handle<answer(question), void(fact)>`. The fields of the
// messages stand in messages/, in a file named after the receiver. An answer is always given; failures are
// values in it.

#include "actors/framework/actor.hpp"
#include "actors/messages/forward.hpp"

namespace actors::messages {

// Each message has a line of its own, so that the interfaces fit on a page.
// clang-format off

/// Carries out tasks of a queue: the SUPERVISOR, a MODULE, the GLOBAL HOOKS.
using executor_actor = framework::handle<
  task_outcome(execute_task)>; // runs one task to its end; a failed task is an outcome

/// Learns of objects: a MODULE, the GLOBAL HOOKS, the CONFIG WATCHER, HELM, the RELEASE WATCHER, the
/// KIND WATCHER.
using observer_actor = framework::handle<
  void(objects_listed),  // the watch knows all objects for the first time
  void(object_changed)>; // an object has appeared, changed or gone, after the snapshot that was read before

/// Owns hooks: a MODULE, the GLOBAL HOOKS.
using hook_owner_actor = framework::handle<
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),
  hooks_described(describe_hooks),    // for people, like the next question
  snapshots_dumped(dump_snapshots)>;

/// Owns a state that /metrics shows: a QUEUE, an INFORMER, a MODULE, the GLOBAL HOOKS, the SUPERVISOR.
using metric_source_actor = framework::handle<
  metrics_measured(measure_metrics)>; // asked when a client reads /metrics

/// The SUPERVISOR owns the enabled set and turns changes into tasks; it spawns and stops all other actors.
using supervisor_actor = framework::handle<
  void(start_operator),
  void(stop_operator),                          // from SIGTERM: begins nothing more, lets running work finish, stops all
  task_outcome(execute_task),
  watch_opened(open_watch),                     // the INFORMER for a watch, spawned if it is the first to ask
  queue_found(find_queue),                      // the QUEUE of that name, spawned if it is the first to ask
  hook_owner_found(find_hook_owner),            // a MODULE or the GLOBAL HOOKS
  actors_found(find_actors),                    // for people: the actors that exist, none is spawned
  void(config_changed),                         // LIFECYCLE-STEPS 16
  void(values_changed),                         // 13 and 14
  void(note_flag_sources),                      // from the values store, for HELM
  void(resources_absent),                       // 15
  void(api_server_returned),                    // ends the waits of failed tasks: an outage is over
  void(run_wanted),                             // a module wants to be run again
  void(global_hook_put_off),                    // its objects cannot be known for now: work goes on without the hook
  void(global_hook_ready),                      // the objects of such a hook are known now
  void(release_changed_by_others),              // another client has released over the operator's release
  void(look_at_held_reload),                    // INTERNAL: a reload may wait for a run that needs the reload
  void(module_state_changed),                   // a module can or cannot run, for readiness
  void(watch_state_changed),                    // an informer has lost its watch, has it back, or is not needed
  work_ordered(order_work),                     // a person holds work, or lets it go on
  void(lasting_run_changed),                    // from the HOOK RUNNER, for people
  operator_description(describe_operator),      // for /readyz, /status/converge and the demo's summary
  metrics_measured(measure_metrics)>;

/// A QUEUE runs its tasks in order, each after the end of the task before.
using queue_actor = framework::handle<
  void(append_task),
  void(withdraw_tasks),                 // takes back tasks of a reload that is planned anew, unless they have begun
  void(leave_queue),                    // a module is off
  void(runs_left_out),                  // their contexts are outdated
  void(failures_repaired),              // the wait of a failed head ends earlier if this may have repaired its failure
  void(pause_queue),                    // a person holds the queue, or lets it go on
  void(drain_queue),                    // INTERNAL to the stop: no task begins any more
  metrics_measured(measure_metrics),
  queue_described(describe_queue),      // for people
  void(head_wait_over)>;                // INTERNAL: a wait of the head is over

/// A MODULE owns its hooks, the phase of its run, its Synchronization state.
using module_actor = framework::handle<
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),                 // INTERNAL: a hook's own rate limit allows the next run
  void(retry_due),                      // INTERNAL: a wait for hooks, objects or the release is over
  void(give_way),                       // a reload is wanted: a run that only waits ends
  void(set_enabled),                    // while a module is not enabled, its events wait
  void(set_paused),                     // while it is paused, too, and its run ends
  hooks_described(describe_hooks),
  snapshots_dumped(dump_snapshots),
  metrics_measured(measure_metrics)>;

/// The GLOBAL HOOKS own the hooks of the global values, as a MODULE owns the hooks of its own values.
using global_hooks_actor = framework::handle<
  global_hooks_loaded(load_global_hooks),
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),                 // INTERNAL, as in a MODULE
  void(retry_due),                      // INTERNAL: hooks that did not configure are asked again
  hooks_described(describe_hooks),
  snapshots_dumped(dump_snapshots),
  metrics_measured(measure_metrics)>;

/// The VALUES STORE is the single writer of values. Every commit has a cause and a revision.
using values_store_actor = framework::handle<
  configuration_applied(apply_configuration), // ConfigMap content; the answer lists the differences
  values_read(read_values),                   // the values files of a hook or an `enabled` script
  helm_values_read(read_helm_values),
  void(note_held_release),                    // runs its module again when the values come from other sources
  void(note_doubted_modules),                 // discovers modules again when their missing places are back
  void(note_script_grounds),                  // for the labels of its module's release
  void(know_hooks),                           // of a module, or global hooks
  void(note_hook_end),                        // the first successful run shows which values the hook sets
  output_checked(check_hook_output),          // validates patches and reserves the section; applies no patch
  output_committed(commit_hook_output),       // applies them, the ConfigMap first
  void(release_reservation),                  // there will be no commit
  flags_read(read_flags),
  void(modules_discovered),                   // the list for `global.enabledModules`
  void(drop_module_values),                   // the module was deleted: its patches are forgotten
  values_described(describe_values),          // for people
  void(reservation_over)>;                    // INTERNAL: other changes have waited for a reservation long enough

/// The CONFIG WATCHER owns the last valid configuration and is the only writer of the ConfigMap.
using config_watcher_actor = framework::handle<
  configuration_read(read_configuration),     // answered as soon as the ConfigMap (or its absence) is known
  section_written(write_section),
  pause_written(write_pause),
  void(objects_listed),
  void(object_changed),
  void(section_write_due),                    // INTERNAL: a write that was overtaken is tried again
  void(section_write_slow),                   // INTERNAL: a write takes long
  void(absence_over)>;                        // INTERNAL: the ConfigMap has been away long enough to count as deleted

/// An INFORMER owns the objects of one watch as bytes, and the position in it.
using informer_actor = framework::handle<
  void(subscribe),
  void(unsubscribe),
  watch_left(leave_watch),                    // ends a subscription and hands out the objects that it has shown
  list_awaited(await_list),                   // when the objects are known, or why they are not
  snapshot_read(read_snapshot),               // objects and the revision after which events follow, in one answer
  void(stream_begun),                         // from the transport
  void(stream_lines),                         // from the transport
  void(stream_ended),                         // from the transport
  metrics_measured(measure_metrics),
  void(informer_wait_over),                   // INTERNAL: tries again after a failure
  void(retry_filters),                        // INTERNAL: filters that were stopped are tried again
  void(watch_work_due)>;                      // INTERNAL: other actors had their turn: work goes on

/// The KIND WATCHER says when another look at the served kinds is worthwhile: to INFORMERs that wait for a
/// kind, and to HELM for charts that ask for `.Capabilities`.
using kind_watcher_actor = framework::handle<
  kinds_may_have_changed(await_kinds),
  void(api_server_returned),                  // another server may be behind the address
  void(objects_listed),
  void(object_changed),
  void(kinds_wait_over)>;                     // INTERNAL: the time of a look has come

/// The SCHEDULER turns crontabs into ticks. (Not CAF's scheduler of threads.)
using scheduler_actor = framework::handle<
  void(set_schedules),
  void(begin_schedules),                      // the first reload is done: from now on ticks count
  void(alarm_rang)>;                          // INTERNAL: the alarm has rung

using schedule_observer_actor = framework::handle<
  void(schedule_fired)>;

/// The HOOK RUNNER owns running processes, their limits, timeouts and temporary files.
using hook_runner_actor = framework::handle<
  hook_finished(run_hook),                    // a hook by the whole contract: values in, outputs checked and applied
  program_finished(run_program),              // any process: `--config`, `enabled` scripts, helm
  program_answered(ask_program),              // a program that stays: the warm helm
  void(process_wrote),                        // from the reactor
  void(process_ended),                        // from the reactor
  void(time_limit_reached),                   // INTERNAL: a time limit or a grace period is over
  void(lasting_run_due),                      // INTERNAL: a run may have lasted for some time
  void(end_startup),                          // the first reload is done
  stopped_running(stop_running)>;             // ends all processes within the grace period

/// HELM runs helm, never twice at a time for a release, and knows the released state.
using helm_actor = framework::handle<
  release_applied(apply_release),
  release_removed(remove_release),
  releases_listed(list_releases),
  found_modules_read(read_found_modules),
  void(hold_removals),
  void(note_flag_sources),
  release_rendered(render_release),           // for people: the manifests that helm would apply, with no effect
  void(end_startup),                          // the first reload is done
  void(objects_listed),                       // release Secrets
  void(object_changed),
  void(look_at_unfinished),
  void(write_proofs),
  void(compare_kinds)>;

/// The RELEASE WATCHER knows which objects releases must have, and reports absent objects.
using release_watcher_actor = framework::handle<
  absent_resources_read(read_absent_resources), // asked before a helm run; reports pause until `expect_resources`
  void(expect_resources),
  void(forget_resources),
  resources_described(describe_resources),      // for people
  void(objects_listed),
  void(object_changed),
  void(look_at_repairs)>;

/// The KUBE CLIENT owns HTTP transfers, the request budget, and the known kinds of resources.
using kube_client_actor = framework::handle<
  api_answered(call_api),
  kind_resolved(resolve_kind),
  cluster_described(describe_cluster),               // version and API versions, as charts see them
  object_operations_done(execute_object_operations), // KUBERNETES_PATCH_PATH, in order
  definitions_installed(install_definitions),        // CustomResourceDefinitions of a module
  stream_opened(open_stream),                 // a watch; its lines go to the asking INFORMER
  void(close_stream),
  api_server_awaited(await_api_server),              // answered when another try makes sense
  void(transfer_done),                        // from the transport
  void(stream_lines),                         // of a watch for a deletion or a definition
  void(stream_ended),
  void(operation_wait_over)>;                 // INTERNAL: an operation that waits tries again

/// METRICS is the single writer of metrics.
using metrics_actor = framework::handle<
  void(count_metric),
  void(observe_metric),
  void(set_metric),
  void(update_metrics),                       // several updates at once
  void(add_metric_source),                    // asked at each read of /metrics from now on, until it ends
  hook_metrics_checked(check_hook_metrics),   // applies no metric
  hook_metrics_applied(apply_hook_metrics),
  void(forget_module_metrics),                // from the module, which is off
  metrics_rendered(render_metrics)>;

/// The HTTP SERVER answers /healthz, /readyz, /metrics, /status/converge.
using http_server_actor = framework::handle<
  void(http_asked)>;                          // from the listener

/// The DEBUG SERVER answers on the debug socket: /queue/list, /queue/main, /config/list, /global/list,
/// /global/PART, /module/list, /module/resource-monitor, /module/NAME/PART, /module/NAME/render.
using debug_server_actor = framework::handle<
  void(http_asked)>;                          // from the listener

/// The TRACE RECORDER keeps the last events in memory, and writes all of them to a trace file if a file is
/// configured.
using trace_recorder_actor = framework::handle<
  void(record_events),
  trace_read(read_trace),
  void(write_trace),
  void(end_trace_wait)>;

/// The TRACE EXPORTER sends the events to an OpenTelemetry collector, if its address is configured.
using trace_exporter_actor = framework::handle<
  void(export_events),   // from the TRACE RECORDER
  void(send_export),     // to itself
  void(export_answered), // from the transport
  void(end_export)>;

} // namespace actors::messages
