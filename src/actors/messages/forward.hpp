#pragma once

// Forward declarations of all messages, so that after a change of a message only its users are rebuilt.

namespace actors::messages {

struct execute_task;
struct task_outcome;

struct hook_wait_over;

struct claim_webhooks;
struct webhooks_claimed;
struct open_webhooks;
struct close_webhooks;
struct review_asked;
struct review_answered;
struct review_wait_over;
struct review_late;
struct make_review_context;
struct review_context_made;
struct review_room_due;
struct failures_due;
struct claim_conversions;
struct conversions_claimed;
struct conversion_asked;
struct conversion_answered;
struct jq_conversions_due;
struct offer_conversions;
struct conversions_offered;
struct certificate_changed;
struct drain_reviews;
struct reviews_drained;
struct drain_step_due;
struct know_registrar;
struct webhooks_wanted;
struct registration_due;

struct leadership_changed;
struct lease_answered;
struct lease_time_came;
struct give_lease_away;
struct lease_given_away;

struct objects_listed;
struct object_changed;

struct start_operator;
struct stop_operator;
struct open_watch;
struct watch_opened;
struct find_queue;
struct queue_found;
struct config_changed;
struct values_changed;
struct resources_absent;
struct drift_found;
struct api_server_returned;
struct run_wanted;
struct global_hook_put_off;
struct global_hook_ready;
struct release_changed_by_others;
struct look_at_held_reload;
struct reload_pause_over;
struct removal_grace_over;
struct module_state_changed;
struct note_removed_objects;
struct order_work;
struct work_ordered;
struct lasting_run_changed;
struct watch_state_changed;
struct describe_operator;
struct operator_description;
struct describe_status;
struct status_described;
struct describe_releases;
struct describe_answers;
struct answers_described;
struct describe_hook_runs;
struct describe_workloads;
struct workloads_described;
struct workloads_overdue;
struct hook_runs_described;
struct releases_described;

struct append_task;
struct withdraw_tasks;
struct leave_queue;
struct runs_left_out;
struct failures_repaired;
struct pause_queue;
struct drain_queue;
struct head_wait_over;

struct give_way;
struct set_enabled;
struct set_paused;
struct retry_due;
struct load_global_hooks;
struct global_hooks_loaded;
struct find_waiting_events;
struct waiting_events_found;
struct await_events;
struct events_seen;

struct apply_configuration;
struct configuration_applied;
struct read_values;
struct values_read;
struct read_helm_values;
struct helm_values_read;
struct note_doubted_modules;
struct note_held_release;
struct note_script_grounds;
struct know_hooks;
struct note_hook_end;
struct check_hook_output;
struct output_checked;
struct release_reservation;
struct reservation_over;
struct commit_hook_output;
struct output_committed;
struct read_flags;
struct flags_read;
struct modules_discovered;
struct drop_module_values;

struct read_configuration;
struct configuration_read;
struct write_section;
struct absence_over;
struct write_pause;
struct pause_written;
struct section_write_due;
struct section_write_slow;
struct section_written;

struct subscribe;
struct unsubscribe;
struct leave_watch;
struct watch_left;
struct await_list;
struct list_awaited;
struct read_snapshot;
struct snapshot_read;
struct stream_begun;
struct stream_lines;
struct stream_ended;
struct informer_wait_over;
struct retry_filters;
struct watch_room_changed;
struct watch_work_due;

struct await_kinds;
struct kinds_may_have_changed;
struct kinds_wait_over;

struct set_schedules;
struct begin_schedules;
struct alarm_rang;
struct schedule_fired;

struct run_hook;
struct hook_finished;
struct run_program;
struct ask_program;
struct program_answered;
struct program_finished;
struct find_hook_files;
struct hook_files_found;
struct process_wrote;
struct process_ended;
struct lasting_run_due;
struct operations_advanced;
struct time_limit_reached;
struct cluster_doubted;
struct end_startup;
struct stop_running;
struct stopped_running;

struct apply_release;
struct release_applied;
struct remove_release;
struct release_removed;
struct hold_removals;
struct note_flag_sources;
struct list_releases;
struct look_at_unfinished;
struct write_proofs;
struct sweep_leaving;
struct compare_kinds;
struct look_at_repairs;
struct releases_listed;
struct read_found_modules;
struct found_modules_read;
struct render_release;
struct release_rendered;

struct read_absent_resources;
struct absent_resources_read;
struct expect_resources;
struct forget_resources;

struct call_api;
struct api_answered;
struct resolve_kind;
struct kind_resolved;
struct describe_cluster;
struct cluster_described;
struct execute_object_operations;
struct install_definitions;
struct list_definitions;
struct object_operations_done;
struct definitions_installed;
struct definitions_listed;
struct open_stream;
struct stream_opened;
struct close_stream;
struct await_api_server;
struct api_server_awaited;
struct find_outage;
struct outage_found;
struct transfer_done;
struct operation_wait_over;

struct measure_metrics;
struct metrics_measured;
struct add_metric_source;
struct count_metric;
struct observe_metric;
struct set_metric;
struct update_metrics;
struct check_hook_metrics;
struct hook_metrics_checked;
struct apply_hook_metrics;
struct hook_metrics_applied;
struct forget_module_metrics;
struct render_metrics;
struct metrics_rendered;
struct metrics_page_due;

struct http_asked;
struct log_level_over;

struct find_hook_owner;
struct hook_owner_found;
struct describe_hooks;
struct hooks_described;
struct dump_snapshots;
struct snapshots_dumped;
struct describe_values;
struct values_described;
struct find_actors;
struct actors_found;
struct describe_queue;
struct queue_described;
struct describe_resources;
struct describe_webhooks;
struct webhooks_described;
struct describe_registration;
struct registration_described;
struct read_drift;
struct drift_read;
struct read_wanted_objects;
struct wanted_objects_read;
struct resources_described;

struct record_events;
struct read_trace;
struct trace_read;
struct write_trace;
struct end_trace_wait;
struct export_events;
struct send_export;
struct export_answered;
struct end_export;

} // namespace actors::messages
