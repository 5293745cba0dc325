package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.ObjectNameService;
import dev.colonnade.sql.function.StatementStatisticsService;
import dev.colonnade.sql.function.library.temporal.TemporalFunctions;
import dev.colonnade.sql.function.value.OidCasts;
import dev.colonnade.sql.function.value.SnapshotIdentifier;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions on the session and the server. */
public final class SystemFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "version() text",
          "pg_sleep(float8) void~!",
          "pg_sleep_for(interval) void~!",
          "pg_sleep_until(timestamptz) void~!",
          "pg_size_bytes(text) int8",
          "gen_random_uuid() uuid~",
          "uuid_generate_v4() uuid~ = genRandomUuid",
          "pg_backend_pid() int4~",
          "pg_cancel_backend(int4) bool~",
          "pg_terminate_backend(int4, int8) bool~",
          "txid_current() int8~",
          "pg_current_xact_id() int8~ = txidCurrent",
          "pg_export_snapshot() text~!",
          "cluster_status() text~",
          "cluster_transfer(text) bool~",
          "cluster_add(text) bool~",
          "cluster_remove(text) bool~",
          "pg_stat_statements_reset(oid, oid, int8) void~",
          "pg_typeof(anytypename) regtype! = typeNamed",
          "num_nulls(variadic any) int4!",
          "num_nonnulls(variadic any) int4!");

  private static final double MICROS_PER_SECOND = 1e6;

  /** Interval in which a termination is awaited. */
  private static final long WAIT_MILLIS = 100;

  private static final Pattern SIZE = Pattern.compile("\\s*(-?\\d+(?:\\.\\d*)?)\\s*(\\w*)\\s*");
  private static final List<String> SIZE_UNITS = List.of("bytes", "kb", "mb", "gb", "tb", "pb");

  private SystemFunctions() {}

  public static String version(FunctionContext context) {
    return "PostgreSQL " + context.setting("server_version") + " (Colonnade)";
  }

  public static long typeNamed(ObjectNameService names, String type) {
    return OidCasts.textToRegtype(names, type);
  }

  public static @Nullable Object pgSleep(FunctionContext context, @Nullable Double seconds) {
    if (seconds != null) {
      context.sleep(seconds);
    }
    return null;
  }

  public static @Nullable Object pgSleepFor(FunctionContext context, @Nullable Interval time) {
    return pgSleep(
        context, time == null ? null : TemporalFunctions.datePartInterval("epoch", time));
  }

  public static @Nullable Object pgSleepUntil(FunctionContext context, @Nullable Long micros) {
    return pgSleep(
        context, micros == null ? null : (micros - context.clockMicros()) / MICROS_PER_SECOND);
  }

  /** Returns the number of bytes of a text like {@code 10 kB}. */
  public static long pgSizeBytes(String text) {
    Matcher matcher = SIZE.matcher(text);
    String unit = matcher.matches() ? matcher.group(2).toLowerCase(Locale.ROOT) : "?";
    int power = unit.isEmpty() || unit.equals("b") ? 0 : SIZE_UNITS.indexOf(unit);
    if (power < 0) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "invalid size: \"" + text + "\"");
    }
    return new BigDecimal(matcher.group(1))
        .multiply(BigDecimal.valueOf(1024).pow(power))
        .setScale(0, RoundingMode.HALF_UP)
        .longValue();
  }

  /** Returns a random UUID of version 4. */
  public static UUID genRandomUuid(FunctionContext context) {
    long high = (bits(context) & ~0xF000L) | 0x4000L;
    long low = (bits(context) & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private static long bits(FunctionContext context) {
    long upper = (long) (context.random() * 0x1p32);
    return upper << Integer.SIZE | (long) (context.random() * 0x1p32);
  }

  /** Returns the session number, by which cancel requests identify the session. */
  public static int pgBackendPid(FunctionContext context) {
    return context.sessionNumber();
  }

  /** Cancels the statement of a session. */
  public static boolean pgCancelBackend(FunctionContext context, int number) {
    return context.cancelSession(number);
  }

  /**
   * Ends a session; returns whether it was open. With a timeout it waits until the session has
   * ended, and returns whether it has.
   *
   * @param timeoutMillis 0 for not waiting
   */
  public static boolean pgTerminateBackend(
      FunctionContext context, int number, long timeoutMillis) {
    if (timeoutMillis < 0) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "\"timeout\" must not be negative");
    }
    if (!context.terminateSession(number)) {
      return false;
    }
    for (long waited = 0; waited < timeoutMillis; waited += WAIT_MILLIS) {
      if (!context.isOpen(number)) {
        return true;
      }
      context.sleep(WAIT_MILLIS / 1e3);
    }
    if (timeoutMillis > 0 && context.isOpen(number)) {
      context.warn(
          "backend with PID %d did not terminate within %d milliseconds"
              .formatted(number, timeoutMillis));
      return false;
    }
    return true;
  }

  /** Returns the state of the cluster; superusers only, as the functions that follow. */
  public static String clusterStatus(ClusterService cluster) {
    return cluster.status();
  }

  /** Makes another member the leader. */
  public static boolean clusterTransfer(ClusterService cluster, String member) {
    cluster.transferTo(member);
    return true;
  }

  /** Adds a member, {@code name=host:port}. */
  public static boolean clusterAdd(ClusterService cluster, String member) {
    cluster.add(member);
    return true;
  }

  /** Removes a member. */
  public static boolean clusterRemove(ClusterService cluster, String member) {
    cluster.remove(member);
    return true;
  }

  /** Discards the statistics of statements; 0 stands for all users, databases or statements. */
  public static @Nullable Object pgStatStatementsReset(
      StatementStatisticsService statistics, long roleOid, long databaseOid, long shapeId) {
    statistics.reset(roleOid, databaseOid, shapeId);
    return null;
  }

  /** Returns the start time of the transaction, because transactions have no numbers. */
  public static long txidCurrent(FunctionContext context) {
    return context.startMicros();
  }

  /**
   * Exports the snapshot: returns the identifier for SET TRANSACTION SNAPSHOT in another session.
   */
  public static String pgExportSnapshot(FunctionContext context) {
    return SnapshotIdentifier.of(context.readTimestamp());
  }

  public static int numNulls(@Nullable Object... values) {
    int count = 0;
    for (Object value : values) {
      count += value == null ? 1 : 0;
    }
    return count;
  }

  public static int numNonnulls(@Nullable Object... values) {
    return values.length - numNulls(values);
  }
}
