package dev.colonnade.server.auth;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Throttle of password checks after failed ones. Failures are counted by source address, and by
 * source address and user; after a number of free failures each check of that source waits for a
 * time slot, and the distance of slots doubles with each failure. Checks of one source are
 * therefore serialized, however many connections it opens. The throttle computes delays; callers
 * wait by a timer of their event loop. Thread-safe.
 */
final class LoginThrottle {
  /** Failures of one user from one source that are not slowed. */
  static final int USER_FREE = 3;

  /** Failures of one source that are not slowed: several people may share an address. */
  static final int SOURCE_FREE = 20;

  static final long DELAY_MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  static final long USER_DELAY_MAX_NANOS = TimeUnit.SECONDS.toNanos(4);

  /** Lower than that of a user, so that one wrong client does not lock out its neighbours. */
  static final long SOURCE_DELAY_MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Longest wait for a slot; a check beyond it fails at once, without looking at the password. */
  static final long WAIT_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Time after the last failure at which a source is forgotten. */
  static final long MEMORY_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** Maximum number of entries; the one that was used least recently is forgotten. */
  static final int ENTRIES_MAX = 10_000;

  /** Bytes of an IPv6 address that identify its network. */
  private static final int NETWORK_BYTES = 8;

  private static final class Failures {
    private int failures;
    private long lastNanos;
    private long slotNanos;
  }

  private final NanoTicker ticker;

  /** Guarded by this. */
  private final Map<String, Failures> entries =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
          return size() > ENTRIES_MAX;
        }
      };

  LoginThrottle(NanoTicker ticker) {
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /**
   * Reserves a slot for a password check, and returns the time until then; a negative number if the
   * check must be refused.
   */
  synchronized long reserveNanos(@Nullable InetAddress address, String user) {
    long now = ticker.nanos();
    String source = source(address);
    long wait =
        Math.max(
            waitNanos(source, SOURCE_FREE, now), waitNanos(pair(source, user), USER_FREE, now));
    if (wait > WAIT_MAX_NANOS) {
      return -1;
    }
    take(source, SOURCE_FREE, SOURCE_DELAY_MAX_NANOS, now);
    take(pair(source, user), USER_FREE, USER_DELAY_MAX_NANOS, now);
    return wait;
  }

  private long waitNanos(String key, int free, long now) {
    Failures entry = find(key, now);
    return entry == null || entry.failures < free ? 0 : Math.max(0, entry.slotNanos - now);
  }

  private void take(String key, int free, long delayMaxNanos, long now) {
    Failures entry = find(key, now);
    if (entry != null && entry.failures >= free) {
      entry.slotNanos =
          Math.max(now, entry.slotNanos) + delayNanos(entry.failures - free, delayMaxNanos);
    }
  }

  private static long delayNanos(int beyondFree, long maxNanos) {
    return Math.min(maxNanos, DELAY_MIN_NANOS << Math.min(beyondFree, 10));
  }

  private @Nullable Failures find(String key, long now) {
    Failures entry = entries.get(key);
    if (entry != null && now - entry.lastNanos > MEMORY_NANOS) {
      entries.remove(key);
      return null;
    }
    return entry;
  }

  /** Counts a failed password check. */
  synchronized void failed(@Nullable InetAddress address, String user) {
    String source = source(address);
    count(source, SOURCE_FREE);
    count(pair(source, user), USER_FREE);
  }

  private void count(String key, int free) {
    long now = ticker.nanos();
    Failures entry = find(key, now);
    if (entry == null) {
      entry = new Failures();
      entry.slotNanos = now;
      entries.put(key, entry);
    }
    entry.failures++;
    entry.lastNanos = now;
    if (entry.failures == free) {
      entry.slotNanos = now + DELAY_MIN_NANOS;
    }
  }

  /** Forgets the failures of a user from this source; those of the source itself stay. */
  synchronized void succeeded(@Nullable InetAddress address, String user) {
    entries.remove(pair(source(address), user));
  }

  private static String pair(String source, String user) {
    return source + '/' + user;
  }

  /** Returns the address, or the network of 64 bits of an IPv6 address. */
  private static String source(@Nullable InetAddress address) {
    if (address == null) {
      return "";
    }
    byte[] bytes = address.getAddress();
    return HexFormat.of()
        .formatHex(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }
}
