#pragma once

// All interfaces between actors, on one page: `handle<answer(question), void(fact)>`. The fields of a message
// are in messages/, in a file named after the receiver or after the subject: values.hpp also has the messages
// of the CONFIG WATCHER, debug.hpp and status.hpp have the questions for users, and observation.hpp has the
// messages of METRICS, the HTTP SERVER and the trace. Each question gets an answer; a failure is a value in
// the answer.

#include "actors/framework/actor.hpp"
#include "actors/messages/forward.hpp"

namespace actors::messages {

// Each message has a line of its own, so that the interfaces fit on a page.
// clang-format off

/// Executes tasks of a queue: the SUPERVISOR, a MODULE, the GLOBAL HOOKS.
using executor_actor = framework::handle<
  task_outcome(execute_task)>; // runs a task to its end; a failure is an outcome, too

/// Observes objects: a MODULE, the GLOBAL HOOKS, the CONFIG WATCHER, HELM, the RELEASE WATCHER, the KIND
/// WATCHER, the WEBHOOK REGISTRAR.
using observer_actor = framework::handle<
  void(objects_listed),  // the watch knows all objects, for the first time or after a later list
  void(object_changed)>; // an object was added, changed or deleted, after the last snapshot that was read

/// Owns hooks: a MODULE, the GLOBAL HOOKS.
using hook_owner_actor = framework::handle<
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),
  review_answered(review_asked),      // past all queues
  conversion_answered(conversion_asked),
  void(review_wait_over),
  review_context_made(make_review_context),
  hooks_described(describe_hooks),    // for users
  snapshots_dumped(dump_snapshots)>;  // for users

/// Owns state that /metrics shows: a QUEUE, an INFORMER, a MODULE, the GLOBAL HOOKS, the LEADER, the
/// SUPERVISOR.
using metric_source_actor = framework::handle<
  metrics_measured(measure_metrics)>; // asked when a client reads /metrics

/// The SUPERVISOR owns the enabled set and turns changes into tasks. `running_operator` spawns METRICS, the
/// servers and the actors of the trace; the SUPERVISOR spawns all other actors, and stops the actors of
/// `operator_parts`.
using supervisor_actor = framework::handle<
  void(start_operator),
  void(stop_operator),                          // from SIGTERM: finishes running work, stops all actors
  void(leadership_changed),                     // from the LEADER
  task_outcome(execute_task),
  watch_opened(open_watch),                     // the INFORMER for a watch, spawned at the first request
  queue_found(find_queue),                      // the QUEUE with a name, spawned at the first request
  hook_owner_found(find_hook_owner),            // a MODULE or the GLOBAL HOOKS
  actors_found(find_actors),                    // for users: the existing actors; spawns no actor
  void(config_changed),                         // LIFECYCLE-STEPS 16
  void(values_changed),                         // LIFECYCLE-STEPS 13 and 14
  void(note_flag_sources),                      // from the values store, for HELM
  void(resources_absent),                       // LIFECYCLE-STEPS 15
  void(drift_found),                            // another client has changed objects of a release
  void(api_server_returned),                    // an outage is over, so failed tasks are tried at once
  void(run_wanted),                             // a module wants to be run again
  void(global_hook_put_off),                    // work goes on without a hook while its objects are unknown
  void(global_hook_ready),                      // the objects of a hook that was put off are known
  void(release_changed_by_others),              // another client has changed the operator's release
  void(look_at_held_reload),                    // INTERNAL: a held reload and a run may wait for each other
  void(reload_pause_over),                      // INTERNAL: reloads that make themselves necessary have pauses
  void(removal_grace_over),                     // INTERNAL: a release that was named may go
  void(module_state_changed),                   // a module can or cannot run, for readiness
  void(note_removed_objects),                   // news about objects of releases, for /readyz
  void(watch_state_changed),                    // an informer's watch is lost, works again, or is not needed
  work_ordered(order_work),                     // a person holds work, or lets it go on
  void(lasting_run_changed),                    // from the HOOK RUNNER, for people
  operator_description(describe_operator),      // for /readyz, /status/converge and the demo's summary
  status_described(describe_status),            // for people
  metrics_measured(measure_metrics)>;

/// A QUEUE runs its tasks in order. A task begins after the end of its predecessor.
using queue_actor = framework::handle<
  void(append_task),
  void(withdraw_tasks),                 // withdraws the waiting tasks of a reload that is planned again
  void(leave_queue),                    // a module is off
  void(runs_left_out),                  // the contexts of these runs are outdated
  void(failures_repaired),              // failures may be repaired, so a failed head is tried earlier
  void(pause_queue),                    // a person holds the queue, or lets it go on
  void(drain_queue),                    // part of the stop: no task begins any more
  metrics_measured(measure_metrics),
  queue_described(describe_queue),      // for users
  void(head_wait_over)>;                // INTERNAL: a wait of the head is over

/// A MODULE owns its hooks, the phase of its run and the state of its Synchronization.
using module_actor = framework::handle<
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),                 // INTERNAL: a hook's rate limit allows the next run
  review_answered(review_asked),        // a hook decides about a request to the API server, past all queues
  conversion_answered(conversion_asked), // a hook converts objects, also while the module is off
  hooks_asked_early(ask_hooks_early),   // on a standby
  conversions_offered(offer_conversions),
  void(review_wait_over),               // INTERNAL: a review has waited for objects until its deadline
  review_context_made(make_review_context), // from the HOOK RUNNER: the run of a review begins
  void(retry_due),                      // INTERNAL: a wait for hooks, objects or the release is over
  void(give_way),                       // a reload is wanted, so a run that only waits ends
  void(set_enabled),                    // while a module is disabled, its events are held
  void(set_paused),                     // while a module is paused, its events are held and its run ends
  hooks_described(describe_hooks),
  snapshots_dumped(dump_snapshots),
  metrics_measured(measure_metrics)>;

/// The GLOBAL HOOKS own all global hooks, as a MODULE owns the hooks of its module.
using global_hooks_actor = framework::handle<
  hooks_asked_early(ask_hooks_early),   // on a standby
  global_hooks_loaded(load_global_hooks),
  task_outcome(execute_task),
  void(objects_listed),
  void(object_changed),
  void(schedule_fired),
  void(hook_wait_over),                 // INTERNAL, as in a MODULE
  review_answered(review_asked),
  conversion_answered(conversion_asked),
  void(review_wait_over),               // INTERNAL, as in a MODULE
  review_context_made(make_review_context),
  void(retry_due),                      // INTERNAL: a wait for refused hooks or for objects is over
  waiting_events_found(find_waiting_events),
  events_seen(await_events),
  hooks_described(describe_hooks),
  snapshots_dumped(dump_snapshots),
  metrics_measured(measure_metrics)>;

/// The VALUES STORE is the single writer of values. Every commit has a cause and a revision.
using values_store_actor = framework::handle<
  configuration_applied(apply_configuration), // content of the ConfigMap; the answer lists the differences
  values_read(read_values),                   // the values files of a hook or an `enabled` script
  helm_values_read(read_helm_values),
  void(note_held_release),                    // its module runs again when the sources of its values change
  void(note_doubted_modules),                 // discovery runs again when their missing sources are back
  void(note_script_grounds),                  // for the labels of the module's release
  void(know_hooks),                           // of a module, or global hooks
  void(note_hook_end),                        // the first successful run shows which values the hook sets
  output_checked(check_hook_output),          // validates patches and reserves the section; applies no patch
  output_committed(commit_hook_output),       // applies patches, the ConfigMap first
  void(release_reservation),                  // there will not be a commit
  flags_read(read_flags),
  void(modules_discovered),                   // the list for `global.enabledModules`
  void(drop_module_values),                   // the module was deleted, so its patches are dropped
  values_described(describe_values),          // for users
  void(reservation_over)>;                    // INTERNAL: the time limit of a reservation is over

/// The CONFIG WATCHER owns the last valid configuration and is the only writer of the ConfigMap.
using config_watcher_actor = framework::handle<
  configuration_read(read_configuration),     // answered as soon as the ConfigMap (or its absence) is known
  configuration_read(lead_configuration),     // in an election, before the work begins
  section_written(write_section),
  pause_written(write_pause),
  void(objects_listed),
  void(object_changed),
  void(section_write_due),                    // INTERNAL: the next try of an overtaken write
  void(section_write_slow),                   // INTERNAL: a write is slow
  void(absence_over)>;                        // INTERNAL: an absent ConfigMap counts as deleted now

/// An INFORMER owns the objects of a watch as bytes, and the position of the watch.
using informer_actor = framework::handle<
  void(subscribe),
  void(unsubscribe),
  watch_left(leave_watch),                    // ends a subscription and returns its last objects
  list_awaited(await_list),                   // answered when the objects are known or refused
  snapshot_read(read_snapshot),               // the objects, and the revision after which events follow
  void(stream_begun),                         // from the transport
  void(stream_lines),                         // from the transport
  void(stream_ended),                         // from the transport
  metrics_measured(measure_metrics),
  void(informer_wait_over),                   // INTERNAL: tries again after a failure
  void(retry_filters),                        // INTERNAL: tries stopped filters again
  void(watch_room_changed),                   // INTERNAL: its objects have no room, or may have room again
  void(watch_work_due)>;                      // INTERNAL: work goes on after a pause for other actors

/// The KIND WATCHER reports when the served kinds may have changed: to INFORMERs that wait for a kind, and to
/// HELM for charts that use `.Capabilities`.
using kind_watcher_actor = framework::handle<
  kinds_may_have_changed(await_kinds),
  void(api_server_returned),                  // the address may now belong to a different server
  void(objects_listed),
  void(object_changed),
  void(kinds_wait_over)>;                     // INTERNAL: the next check is due

/// The SCHEDULER turns crontabs into ticks. (It is not CAF's scheduler of threads.)
using scheduler_actor = framework::handle<
  void(set_schedules),
  void(begin_schedules),                      // the first reload is done, so ticks count from now on
  void(alarm_rang)>;                          // INTERNAL: the alarm has rung

using schedule_observer_actor = framework::handle<
  void(schedule_fired)>;

/// The HOOK RUNNER owns running processes, their limits, timeouts and temporary files.
using hook_runner_actor = framework::handle<
  hook_finished(run_hook),                    // runs a hook, checks and applies its outputs
  program_finished(run_program),              // runs any program: `--config`, `enabled` scripts, Helm
  hook_files_found(find_hook_files),          // lists the files of a module's hooks
  program_answered(ask_program),              // asks a long-lived program: the Helm worker
  void(process_wrote),                        // from the reactor
  void(process_ended),                        // from the reactor
  void(time_limit_reached),                   // INTERNAL: a time limit or a grace period is over
  void(lasting_run_due),                      // INTERNAL: a run may have lasted for some time
  void(operations_advanced),                  // the operations on objects that a run has ordered
  void(review_room_due),                      // INTERNAL: a review has waited long enough for room in --tmp-dir
  void(failures_due),                         // INTERNAL: failures of reviews are counted in a line
  void(cluster_doubted),                      // hooks may not see all objects
  void(end_startup),                          // the first reload is done
  hook_runs_described(describe_hook_runs),    // for people
  stopped_running(stop_running)>;             // ends all processes within the grace period

/// HELM runs Helm, and knows the state of all releases. Works that change a release run one after the other.
using helm_actor = framework::handle<
  release_applied(apply_release),
  release_removed(remove_release),
  releases_listed(list_releases),
  releases_described(describe_releases),      // for people
  found_modules_read(read_found_modules),
  wanted_objects_read(read_wanted_objects),   // from the RELEASE WATCHER
  void(hold_removals),
  void(note_flag_sources),
  release_rendered(render_release),           // for users: the manifests that Helm would apply
  void(end_startup),                          // the first reload is done
  void(objects_listed),                       // release Secrets
  void(object_changed),
  void(look_at_unfinished),
  void(write_proofs),
  records_recalled(recall_records),           // in an election, before the work begins
  void(sweep_leaving),                        // INTERNAL: objects that upgrades have left may be due
  void(compare_kinds)>;

/// The RELEASE WATCHER knows the objects of all releases, and reports absent objects.
using release_watcher_actor = framework::handle<
  absent_resources_read(read_absent_resources), // sent before Helm runs; no reports until `expect_resources`
  void(expect_resources),
  void(forget_resources),
  resources_described(describe_resources),      // for users
  drift_read(read_drift),                       // for users
  workloads_described(describe_workloads),      // for people
  void(workloads_overdue),                      // INTERNAL: a person has waited long enough
  void(objects_listed),
  void(object_changed),
  void(look_at_repairs)>;

/// The KUBE CLIENT owns HTTP transfers, the request budget, and the known kinds of resources.
using kube_client_actor = framework::handle<
  api_answered(call_api),
  kind_resolved(resolve_kind),
  cluster_described(describe_cluster),               // version and API versions for charts
  object_operations_done(execute_object_operations), // KUBERNETES_PATCH_PATH, in order
  definitions_installed(install_definitions),        // CustomResourceDefinitions of a module
  definitions_listed(list_definitions),
  stream_opened(open_stream),                 // a watch; its lines go to the INFORMER that sent this
  void(close_stream),
  api_server_awaited(await_api_server),              // answered when another try is useful
  outage_found(find_outage),                  // whether the API server was away during a run
  answers_described(describe_answers),        // for people
  writes_ended(end_writes),                   // the last writes of a leader
  void(transfer_done),                        // from the transport
  void(stream_lines),                         // lines of a watch for a deletion or a definition
  void(stream_ended),
  void(operation_wait_over)>;                 // INTERNAL: a waiting operation tries again

/// The LEADER takes, renews and gives away the Lease of the replicas. Only with `--leader-election`.
using leader_actor = framework::handle<
  void(stream_begun),                         // the watch of the Lease, from a transport of its own
  void(stream_lines),
  void(stream_ended),
  void(lease_answered),                       // from that transport
  void(lease_time_came),                      // INTERNAL: a renewal or the end of the lead is due
  lease_given_away(give_lease_away),          // all work of the operator has ended
  metrics_measured(measure_metrics)>;

/// METRICS is the single writer of metrics.
using metrics_actor = framework::handle<
  void(count_metric),
  void(observe_metric),
  void(set_metric),
  void(update_metrics),                       // several updates at once
  void(add_metric_source),                    // this actor is asked at each read of /metrics until it ends
  hook_metrics_checked(check_hook_metrics),   // applies no metric
  hook_metrics_applied(apply_hook_metrics),
  void(forget_module_metrics),                // from a module that is off
  metrics_rendered(render_metrics)>;

/// The HTTP SERVER answers /, /healthz, /readyz, /metrics, /metrics/hooks, /status/converge.
using http_server_actor = framework::handle<
  void(http_asked),                           // from the listener
  void(metrics_page_due)>;                    // INTERNAL: a kept page has grown old

/// The WEBHOOK SERVER passes reviews of the API server to the owners of hooks, and answers each before its
/// deadline.
using webhook_server_actor = framework::handle<
  void(http_asked),                           // from the HTTPS listener
  webhooks_claimed(claim_webhooks),           // a path belongs to a single hook
  conversions_claimed(claim_conversions),
  void(open_webhooks),                        // the owner answers from now on
  void(close_webhooks),
  void(certificate_changed),                  // from the HTTPS listener
  reviews_drained(drain_reviews),             // the operator stops
  void(drain_step_due),                       // INTERNAL
  void(jq_conversions_due),                   // INTERNAL
  void(know_registrar),                       // gets the wanted webhooks from now on
  void(failures_due),                         // INTERNAL: failures are counted in a line
  webhooks_described(describe_webhooks),      // for people
  void(review_late)>;                         // INTERNAL: the deadline of a review is over

/// The WEBHOOK REGISTRAR keeps the configurations of webhooks in the API server, and their certificate.
using webhook_registrar_actor = framework::handle<
  void(webhooks_wanted),                      // from the WEBHOOK SERVER, after each change
  registration_described(describe_registration), // for people
  void(objects_listed),                       // the configurations, and the Secret of the certificate
  void(object_changed),
  void(registration_due)>;                    // INTERNAL: a retry, or the next step of a certificate

/// The DEBUG SERVER answers on the debug socket: /status, /hook/list, /queue/list, /queue/main, /config/list,
/// /global/list, /global/PART, /module/list, /module/resource-monitor, /module/drift, /module/NAME/PART,
/// /module/NAME/render, /module/NAME/drift, /trace. By POST it takes orders of users for a module, a queue or
/// the level of the log.
using debug_server_actor = framework::handle<
  void(http_asked),                           // from the listener
  void(log_level_over)>;                      // INTERNAL: another level of the log has had its time

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
