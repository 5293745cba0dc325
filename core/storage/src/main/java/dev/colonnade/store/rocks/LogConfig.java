package dev.colonnade.store.rocks;

import static java.util.Objects.requireNonNull;

/**
 * How the write-ahead log is kept.
 *
 * @param bytesMax log that is kept before the oldest write buffer is flushed to let it go, default
 *     512 MiB: bounds what is replayed after a crash
 * @param damage what to do about a damaged log, default {@link Damage#REFUSE}
 */
public record LogConfig(long bytesMax, Damage damage) {
  public static final long BYTES_MIN = 64 * 1024;
  public static final long BYTES_MAX = 1L << 40;

  /** What to do when the log is damaged. */
  public enum Damage {
    /**
     * A last record that was cut short is what a crash leaves, and is dropped: it was never
     * acknowledged as durable. Any other damage, and a gap between logs, refuses to open the store
     * with STORE_CORRUPT.
     */
    REFUSE,

    /**
     * Everything before the first damaged record is restored and everything behind it dropped, also
     * what was acknowledged. For an operator who wants what can be had.
     */
    KEEP_WHAT_PRECEDES
  }

  public LogConfig {
    Limits.check("bytesMax", bytesMax, BYTES_MIN, BYTES_MAX);
    requireNonNull(damage, "damage is null");
  }

  public static LogConfig defaults() {
    return new LogConfig(512L * 1024 * 1024, Damage.REFUSE);
  }

  public LogConfig withDamage(Damage newDamage) {
    return new LogConfig(bytesMax, newDamage);
  }
}
