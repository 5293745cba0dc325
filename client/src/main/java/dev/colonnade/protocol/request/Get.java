package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.result.ScanFormat;
import dev.colonnade.protocol.scan.ReadMode;
import dev.colonnade.protocol.schema.TableVersion;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Request for the rows of given primary keys. The response is {@code Rows}, in the order of the
 * keys and without keys that have no row.
 *
 * @param selection columns, snapshot timestamp and format
 * @param keyCount tuples in {@code keys}
 * @param keys tuples of all key columns in key order
 */
public record Get(TableVersion table, Selection selection, int keyCount, ByteBuf keys)
    implements Request {
  public Get {
    requireNonNull(table, "table is null");
    requireNonNull(selection, "selection is null");
    requireNonNull(keys, "keys is null");
    if (keyCount < 0) {
      throw new IllegalArgumentException("keyCount=" + keyCount + " is below 0");
    }
  }

  /**
   * Columns, snapshot and format of the returned rows.
   *
   * @param columnIds in the requested order; an empty list means all columns
   */
  public record Selection(List<Integer> columnIds, ReadMode read, ScanFormat format) {
    public Selection {
      columnIds = List.copyOf(columnIds);
      requireNonNull(read, "read is null");
      requireNonNull(format, "format is null");
    }
  }

  @Override
  public RequestType type() {
    return RequestType.GET;
  }

  @Override
  public void release() {
    keys.release();
  }
}
