package dev.colonnade.store.rocks.config;

import static java.util.Objects.requireNonNull;

/**
 * Configuration of the write-ahead log.
 *
 * @param bytesMax maximum size of the log, after which the oldest write buffer is flushed so that
 *     its log can be deleted, default 512 MiB: bounds the log replay after a crash
 * @param damage reaction to a damaged log, default {@link Damage#REFUSE}
 * @param isEnabled whether the store keeps a log, default true; false if a replicated log precedes
 *     it: writes are durable when they are flushed, all keyspaces together
 */
public record WalConfig(long bytesMax, Damage damage, boolean isEnabled) {
  public static final long BYTES_MIN = 64 * 1024;
  public static final long BYTES_MAX = 1L << 40;

  /** Reaction to a damaged log during recovery. */
  public enum Damage {
    /**
     * A truncated last record is the result of a crash and is dropped: it was never acknowledged as
     * durable. With any other damage, or a gap between logs, opening the store fails with
     * STORE_CORRUPT.
     */
    REFUSE,

    /**
     * Point-in-time recovery: all records before the first damaged one are restored and all records
     * after it are dropped, also acknowledged ones. For recovering as much as possible.
     */
    KEEP_WHAT_PRECEDES
  }

  /** Creates a configuration of a log that is enabled. */
  public WalConfig(long bytesMax, Damage damage) {
    this(bytesMax, damage, true);
  }

  public WalConfig {
    ConfigLimits.check("bytesMax", bytesMax, BYTES_MIN, BYTES_MAX);
    requireNonNull(damage, "damage is null");
  }

  public static WalConfig defaults() {
    return new WalConfig(512L * 1024 * 1024, Damage.REFUSE);
  }

  public WalConfig withDamage(Damage newDamage) {
    return new WalConfig(bytesMax, newDamage, isEnabled);
  }

  /** Returns a copy without a log. */
  public WalConfig disabled() {
    return new WalConfig(bytesMax, damage, false);
  }
}
