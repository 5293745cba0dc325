package dev.colonnade.store;

import org.jspecify.annotations.Nullable;

/** A value of a key from a batch on, and what was before; a null value is a deletion. */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record MemoryVersion(long sequence, byte @Nullable [] value, @Nullable MemoryVersion older) {

  /** The value after the batch {@code at}, or null if there was none. */
  byte @Nullable [] valueAt(long at) {
    MemoryVersion version = this;
    while (version != null && version.sequence > at) {
      version = version.older;
    }
    return version == null ? null : version.value;
  }
}
