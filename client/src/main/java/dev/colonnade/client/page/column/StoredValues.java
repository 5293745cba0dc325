package dev.colonnade.client.page.column;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

/**
 * The stored values of one family in a page: where each row's starts, and how long it is. The
 * arrays are shared, not copied.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; it only keeps the three together
public record StoredValues(ByteBuffer memory, int[] starts, int[] lengths) {
  /** The start of a row that has no value for the family. */
  public static final int ABSENT = -1;

  public StoredValues {
    requireNonNull(memory, "memory is null");
    requireNonNull(starts, "starts is null");
    requireNonNull(lengths, "lengths is null");
  }
}
