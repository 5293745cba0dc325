package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.schema.TableVersion;

/** Request that concerns ranges. */
public sealed interface RangeRequest extends Request {

  /**
   * Request for the ranges of a table, or of all tables if the name is empty. The response is
   * {@code RangeList}.
   */
  record ListAll(String table) implements RangeRequest {
    public ListAll {
      requireNonNull(table, "table is null");
    }

    @Override
    public RequestType type() {
      return RequestType.RANGES;
    }
  }

  /**
   * Request to split the ranges of a table at given split keys. The response is {@code RangeList}
   * with the resulting ranges of the table. A key at which a range already starts has no effect.
   *
   * @param columnCount number of leading key columns in each tuple
   * @param keyCount tuples in {@code keys}
   */
  record SplitAt(TableVersion table, int columnCount, int keyCount, Bytes keys)
      implements RangeRequest {
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
}
