package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

/**
 * What a key held.
 *
 * @param timestamp when it was committed
 * @param value the bytes, header included; the caller's own
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record Version(long timestamp, byte[] value) {
  public Version {
    requireNonNull(value, "value is null");
  }
}
