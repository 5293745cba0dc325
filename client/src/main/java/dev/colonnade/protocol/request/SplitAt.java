package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;

/**
 * Splits the ranges of a table at given keys; answered by {@code RangeList} with the ranges of the
 * table as they are afterwards. A key where a range starts already is passed over.
 *
 * @param columnCount how many of the first key columns each tuple holds
 * @param keyCount tuples in {@code keys}
 */
public record SplitAt(TableVersion table, int columnCount, int keyCount, Bytes keys)
    implements Request {
  public SplitAt {
    requireNonNull(table, "table is null");
    requireNonNull(keys, "keys is null");
    if (columnCount < 1 || keyCount < 0) {
      throw new IllegalArgumentException(
          "out of range: columnCount=" + columnCount + " keyCount=" + keyCount);
    }
  }

  @Override
  public RequestType type() {
    return RequestType.SPLIT_AT;
  }
}
