package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.BatchBuilder;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowView;
import dev.colonnade.type.row.RowFormat;

/**
 * Makes columns of raw KVs, as who asks for {@code KEY_VALUES} has to do before the values can be
 * used. Not safe for use by several threads.
 */
public final class PairDecoder {
  private static final long NOWHERE = 0;

  private final RowFormat format;
  private final ReadColumns columns;
  private final BatchSchema schema;
  private final RowView row;

  /** By part, whether the present row has a KV for it. */
  private final boolean[] shown;

  /**
   * A decoder of a scan's pages.
   *
   * @param columns those that the scan reads; its projection is decoded
   */
  public PairDecoder(RowFormat format, ReadColumns columns) {
    this.format = requireNonNull(format, "format is null");
    this.columns = requireNonNull(columns, "columns is null");
    this.schema = new BatchSchema(columns.projected());
    this.row = new RowView(format, columns);
    this.shown = new boolean[columns.partCount()];
  }

  /** The columns of the pages that come out. */
  public BatchSchema schema() {
    return schema;
  }

  /** The rows of a page as columns; takes the place of the page, which is closed. */
  public ColumnPage decode(KeyValuePage page) {
    RequestMemory memory = page.requestMemory();
    BatchSizing sizing = new BatchSizing(schema, page.rowCount(), Integer.MAX_VALUE);
    try (page;
        BatchBuilder batch = new BatchBuilder(schema, memory, sizing)) {
      Rows rows = new Rows(batch);
      page.forEach(rows);
      rows.end();
      return new ColumnPage(batch.finish(), memory, page.end());
    }
  }

  /** Collects the KVs of a row, which stand next to each other. */
  private final class Rows implements KeyValuePage.KeyValueConsumer {
    private final BatchBuilder batch;
    private long rowKey = NOWHERE;
    private int rowKeyLength;

    Rows(BatchBuilder batch) {
      this.batch = batch;
    }

    @Override
    public void accept(long keyAddress, int keyLength, long valueAddress, int valueLength) {
      int length = format.keyCodec().rowKeyLength(keyLength);
      boolean isOfRow =
          rowKey != NOWHERE
              && length == rowKeyLength
              && length < keyLength
              && NativeMemory.mismatch(keyAddress, rowKey, length) < 0;
      if (!isOfRow) {
        end();
        rowKey = keyAddress;
        rowKeyLength = length;
        row.showKey(keyAddress, keyLength);
      }
      int part = columns.partOfFamily(familyOf(keyAddress, keyLength, length));
      if (part >= 0) {
        row.showValue(part, valueAddress, valueLength);
        shown[part] = true;
      }
    }

    /** The last row is complete. */
    void end() {
      if (rowKey == NOWHERE) {
        return;
      }
      for (int part = 0; part < shown.length; part++) {
        if (!shown[part]) {
          row.showNothing(part);
        }
        shown[part] = false;
      }
      batch.append(row);
      rowKey = NOWHERE;
    }

    private static int familyOf(long keyAddress, int keyLength, int rowKeyLength) {
      return rowKeyLength == keyLength
          ? 0
          : Byte.toUnsignedInt(NativeMemory.getByte(keyAddress + keyLength - 1));
    }
  }
}
