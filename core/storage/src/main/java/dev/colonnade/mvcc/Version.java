package dev.colonnade.mvcc;

import static java.util.Objects.requireNonNull;

/**
 * Version of a key.
 *
 * @param timestamp commit timestamp; 0 for an uncommitted write of the reading transaction
 * @param value the bytes, header included; owned by the caller
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record Version(long timestamp, byte[] value) {
  public Version {
    requireNonNull(value, "value is null");
  }
}
