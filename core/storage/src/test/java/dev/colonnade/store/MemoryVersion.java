package dev.colonnade.store;

import org.jspecify.annotations.Nullable;

/**
 * Version of a key from a sequence number on, and a link to the older version; a null value is a
 * tombstone.
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record MemoryVersion(long sequence, byte @Nullable [] value, @Nullable MemoryVersion older) {

  /** Returns the value at the sequence number {@code at}, or null if there was none. */
  byte @Nullable [] valueAt(long at) {
    MemoryVersion version = this;
    while (version != null && version.sequence > at) {
      version = version.older;
    }
    return version == null ? null : version.value;
  }
}
