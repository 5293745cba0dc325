package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.ObjectNames;
import dev.colonnade.sql.function.References;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Functions about the session and the server. */
public final class SystemFunctions {
  /** How statements call these. */
  public static final List<String> SIGNATURES =
      List.of(
          "version() text",
          "pg_sleep(float8) void~!",
          "gen_random_uuid() uuid~",
          "pg_backend_pid() int4~",
          "txid_current() int8~",
          "pg_current_xact_id() int8~ = txidCurrent",
          "pg_typeof(anytypename) regtype! = typeNamed",
          "num_nulls(variadic any) int4!",
          "num_nonnulls(variadic any) int4!");

  private SystemFunctions() {}

  public static String version(FunctionContext context) {
    return "PostgreSQL " + context.setting("server_version") + " (Colonnade)";
  }

  public static long typeNamed(ObjectNames names, String type) {
    return References.textToRegtype(names, type);
  }

  public static @Nullable Object pgSleep(FunctionContext context, @Nullable Double seconds) {
    if (seconds != null) {
      context.sleep(seconds);
    }
    return null;
  }

  /** A random UUID of version 4. */
  public static UUID genRandomUuid(FunctionContext context) {
    long high = (bits(context) & ~0xF000L) | 0x4000L;
    long low = (bits(context) & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new UUID(high, low);
  }

  private static long bits(FunctionContext context) {
    long upper = (long) (context.random() * 0x1p32);
    return upper << Integer.SIZE | (long) (context.random() * 0x1p32);
  }

  /** The number that cancel requests name the session by. */
  public static int pgBackendPid(FunctionContext context) {
    return context.sessionNumber();
  }

  /** Transactions have no numbers: the time at which one began stands for it. */
  public static long txidCurrent(FunctionContext context) {
    return context.startMicros();
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
