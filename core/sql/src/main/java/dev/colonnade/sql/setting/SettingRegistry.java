package dev.colonnade.sql.setting;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Registry of session settings, by their names in lower case. */
final class SettingRegistry {
  private static final SettingKind TEXT = new SettingKind.Text();
  private static final SettingKind FIXED = new SettingKind.Fixed();
  private static final SettingKind SWITCH = new SettingKind.Switch();
  private static final SettingKind TIME = new SettingKind.Duration();
  private static final SettingKind THRESHOLD = new SettingKind.Threshold();
  private static final SettingKind ISOLATION =
      new SettingKind.Choice(
          List.of("serializable", "repeatable read", "read committed", "read uncommitted"));

  /** Names of the settings that only superusers may set. */
  static final Set<String> FOR_SUPERUSERS =
      Set.of(
          "auto_explain.log_min_duration",
          "commit_delay",
          "deadlock_timeout",
          "lc_messages",
          "lo_compat_privileges",
          "log_min_duration_statement",
          "log_min_messages",
          "log_parameter_max_length",
          "log_statement",
          "max_stack_depth",
          "pg_stat_statements.track",
          "session_replication_role",
          "temp_file_limit",
          "track_activities",
          "track_counts",
          "track_functions",
          "track_io_timing",
          "track_wal_io_timing");

  static final Map<String, Setting> ALL =
      byName(
          Setting.reported("application_name", TEXT, ""),
          Setting.of("auto_explain.log_min_duration", THRESHOLD, "-1")
              .withDescription("Minimum execution time above which plans will be logged."),
          Setting.of("bytea_output", new SettingKind.Choice(List.of("escape", "hex")), "hex"),
          Setting.reported("client_encoding", new SettingKind.Encoding(), "UTF8"),
          Setting.of(
              "client_min_messages",
              new SettingKind.Choice(
                  List.of(
                      "debug5", "debug4", "debug3", "debug2", "debug1", "log", "notice", "warning",
                      "error")),
              "notice"),
          Setting.of("colonnade.traceparent", TEXT, "")
              .withDescription(
                  "Context of the trace that the session's statements belong to, as in W3C's"
                      + " header traceparent."),
          Setting.reported("DateStyle", new SettingKind.DateForm(), "ISO, MDY"),
          Setting.of("default_transaction_deferrable", SWITCH, "off"),
          Setting.of("default_transaction_isolation", ISOLATION, "serializable"),
          Setting.reported("default_transaction_read_only", SWITCH, "off"),
          Setting.of("enable_indexscan", SWITCH, "on"),
          Setting.of("extra_float_digits", new SettingKind.Whole(-15, 3), "1"),
          Setting.of("follower_read_staleness", THRESHOLD, "-1")
              .withDescription(
                  "Maximum age of what is read on a follower; 0 for linearizable reads, -1 for"
                      + " any."),
          Setting.of("idle_in_transaction_session_timeout", TIME, "0"),
          Setting.of("idle_session_timeout", TIME, "0"),
          Setting.reported("in_hot_standby", FIXED, "off"),
          Setting.reported("integer_datetimes", FIXED, "on"),
          Setting.reported(
              "IntervalStyle",
              new SettingKind.Choice(
                  List.of("postgres", "postgres_verbose", "sql_standard", "iso_8601")),
              "postgres"),
          Setting.reported("is_superuser", FIXED, "on"),
          Setting.of("lock_timeout", TIME, "0"),
          Setting.of("max_identifier_length", FIXED, "255"),
          Setting.of("log_min_duration_statement", THRESHOLD, "-1"),
          Setting.of("log_parameter_max_length", new SettingKind.Whole(-1, Integer.MAX_VALUE), "0")
              .withDescription(
                  "Maximum length in bytes of logged parameter values; -1 logs whole values."),
          // Workers of one query beside its own thread.
          Setting.of(
              "max_parallel_workers_per_gather",
              new SettingKind.Whole(0, 1024),
              Integer.toString(Runtime.getRuntime().availableProcessors())),
          // Estimated size of a scan from which on a query has workers.
          Setting.of(
              "min_parallel_table_scan_size",
              new SettingKind.Memory(0, Integer.MAX_VALUE),
              "512kB"),
          Setting.of("pg_stat_statements.max", FIXED, "2000")
              .withDescription("Maximum number of statements in pg_stat_statements."),
          Setting.of(
                  "pg_stat_statements.track",
                  new SettingKind.Choice(List.of("none", "top", "all")),
                  "top")
              .withDescription("Selects the statements in pg_stat_statements."),
          Setting.of("role", TEXT, "none"),
          Setting.of("search_path", TEXT, "\"$user\", public"),
          Setting.of(
              "sequence_cache_method",
              new SettingKind.Choice(List.of("server", "connection")),
              "server"),
          Setting.of("sequence_cache_min", new SettingKind.Whole(1, 1 << 30), "100"),
          Setting.of("sequence_range", new SettingKind.Whole(1, 1 << 30), "1000"),
          Setting.reported("server_encoding", FIXED, "UTF8"),
          Setting.reported("server_version", FIXED, "15.0"),
          Setting.of("server_version_num", FIXED, "150000"),
          Setting.reported("session_authorization", TEXT, ""),
          Setting.reported("standard_conforming_strings", new SettingKind.AlwaysOn(), "on"),
          Setting.of("statement_timeout", TIME, "0"),
          Setting.of("synchronous_commit", TEXT, "on"),
          // Size of the temporary files of one query; negative for no limit.
          Setting.of("temp_file_limit", new SettingKind.Memory(-1, Integer.MAX_VALUE), "-1"),
          Setting.reported("TimeZone", new SettingKind.Zone(), "UTC"),
          Setting.of("transaction_deferrable", SWITCH, "off"),
          Setting.of("transaction_isolation", ISOLATION, "serializable"),
          Setting.of("transaction_read_only", SWITCH, "off"),
          // Memory of one query for rows that it keeps, before it uses temporary files.
          Setting.of(
              "work_mem", new SettingKind.Memory(64, Integer.MAX_VALUE), MemorySize.ofHeap()));

  private SettingRegistry() {}

  private static Map<String, Setting> byName(Setting... settings) {
    Map<String, Setting> byName = new TreeMap<>(SettingsFile.read());
    for (Setting setting : settings) {
      String key = setting.name().toLowerCase(Locale.ROOT);
      Setting listed = byName.get(key);
      byName.put(key, listed == null ? setting : setting.withDescription(listed.description()));
    }
    return byName;
  }
}
