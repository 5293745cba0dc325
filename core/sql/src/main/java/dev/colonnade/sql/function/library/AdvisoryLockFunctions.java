package dev.colonnade.sql.function.library;

import static dev.colonnade.advisory.AdvisoryLockMode.EXCLUSIVE;
import static dev.colonnade.advisory.AdvisoryLockMode.SHARED;
import static dev.colonnade.advisory.AdvisoryLockScope.SESSION;
import static dev.colonnade.advisory.AdvisoryLockScope.TRANSACTION;

import dev.colonnade.sql.function.AdvisoryLockService;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Advisory lock functions: locks on numbers or pairs of numbers, owned by the session until
 * released, or by the transaction until it ends.
 */
public final class AdvisoryLockFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "pg_advisory_lock(int8) void~ = lock",
          "pg_try_advisory_lock(int8) bool~ = tryLock",
          "pg_advisory_lock(int4, int4) void~ = lock",
          "pg_try_advisory_lock(int4, int4) bool~ = tryLock",
          "pg_advisory_lock_shared(int8) void~ = lockShared",
          "pg_try_advisory_lock_shared(int8) bool~ = tryLockShared",
          "pg_advisory_lock_shared(int4, int4) void~ = lockShared",
          "pg_try_advisory_lock_shared(int4, int4) bool~ = tryLockShared",
          "pg_advisory_xact_lock(int8) void~ = xactLock",
          "pg_try_advisory_xact_lock(int8) bool~ = tryXactLock",
          "pg_advisory_xact_lock(int4, int4) void~ = xactLock",
          "pg_try_advisory_xact_lock(int4, int4) bool~ = tryXactLock",
          "pg_advisory_xact_lock_shared(int8) void~ = xactLockShared",
          "pg_try_advisory_xact_lock_shared(int8) bool~ = tryXactLockShared",
          "pg_advisory_xact_lock_shared(int4, int4) void~ = xactLockShared",
          "pg_try_advisory_xact_lock_shared(int4, int4) bool~ = tryXactLockShared",
          "pg_advisory_unlock(int8) bool~ = unlock",
          "pg_advisory_unlock(int4, int4) bool~ = unlock",
          "pg_advisory_unlock_shared(int8) bool~ = unlockShared",
          "pg_advisory_unlock_shared(int4, int4) bool~ = unlockShared",
          "pg_advisory_unlock_all() void~! = unlockAll");

  private AdvisoryLockFunctions() {}

  public static @Nullable Object lock(AdvisoryLockService calls, long value) {
    calls.lock(calls.key(value), EXCLUSIVE, SESSION);
    return null;
  }

  public static @Nullable Object lock(AdvisoryLockService calls, int first, int second) {
    calls.lock(calls.key(first, second), EXCLUSIVE, SESSION);
    return null;
  }

  public static boolean tryLock(AdvisoryLockService calls, long value) {
    return calls.tryLock(calls.key(value), EXCLUSIVE, SESSION);
  }

  public static boolean tryLock(AdvisoryLockService calls, int first, int second) {
    return calls.tryLock(calls.key(first, second), EXCLUSIVE, SESSION);
  }

  public static @Nullable Object lockShared(AdvisoryLockService calls, long value) {
    calls.lock(calls.key(value), SHARED, SESSION);
    return null;
  }

  public static @Nullable Object lockShared(AdvisoryLockService calls, int first, int second) {
    calls.lock(calls.key(first, second), SHARED, SESSION);
    return null;
  }

  public static boolean tryLockShared(AdvisoryLockService calls, long value) {
    return calls.tryLock(calls.key(value), SHARED, SESSION);
  }

  public static boolean tryLockShared(AdvisoryLockService calls, int first, int second) {
    return calls.tryLock(calls.key(first, second), SHARED, SESSION);
  }

  public static @Nullable Object xactLock(AdvisoryLockService calls, long value) {
    calls.lock(calls.key(value), EXCLUSIVE, TRANSACTION);
    return null;
  }

  public static @Nullable Object xactLock(AdvisoryLockService calls, int first, int second) {
    calls.lock(calls.key(first, second), EXCLUSIVE, TRANSACTION);
    return null;
  }

  public static boolean tryXactLock(AdvisoryLockService calls, long value) {
    return calls.tryLock(calls.key(value), EXCLUSIVE, TRANSACTION);
  }

  public static boolean tryXactLock(AdvisoryLockService calls, int first, int second) {
    return calls.tryLock(calls.key(first, second), EXCLUSIVE, TRANSACTION);
  }

  public static @Nullable Object xactLockShared(AdvisoryLockService calls, long value) {
    calls.lock(calls.key(value), SHARED, TRANSACTION);
    return null;
  }

  public static @Nullable Object xactLockShared(AdvisoryLockService calls, int first, int second) {
    calls.lock(calls.key(first, second), SHARED, TRANSACTION);
    return null;
  }

  public static boolean tryXactLockShared(AdvisoryLockService calls, long value) {
    return calls.tryLock(calls.key(value), SHARED, TRANSACTION);
  }

  public static boolean tryXactLockShared(AdvisoryLockService calls, int first, int second) {
    return calls.tryLock(calls.key(first, second), SHARED, TRANSACTION);
  }

  public static boolean unlock(AdvisoryLockService calls, long value) {
    return calls.unlock(calls.key(value), EXCLUSIVE);
  }

  public static boolean unlock(AdvisoryLockService calls, int first, int second) {
    return calls.unlock(calls.key(first, second), EXCLUSIVE);
  }

  public static boolean unlockShared(AdvisoryLockService calls, long value) {
    return calls.unlock(calls.key(value), SHARED);
  }

  public static boolean unlockShared(AdvisoryLockService calls, int first, int second) {
    return calls.unlock(calls.key(first, second), SHARED);
  }

  public static @Nullable Object unlockAll(AdvisoryLockService calls) {
    calls.unlockAll();
    return null;
  }
}
