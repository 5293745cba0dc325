package dev.colonnade.client.page.column;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

/**
 * Stored values of one family in a page: the start and length of each row's value. The arrays are
 * shared, not copied.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredValues(ByteBuffer memory, int[] starts, int[] lengths) {
  /** Start of a row that has no value for the family. */
  public static final int ABSENT = -1;

  public StoredValues {
    requireNonNull(memory, "memory is null");
    requireNonNull(starts, "starts is null");
    requireNonNull(lengths, "lengths is null");
  }
}
