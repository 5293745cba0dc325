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
 * Decoder of pages of raw KVs to Arrow columns, for consumers of the {@code KEY_VALUES} format. Not
 * thread-safe.
 */
public final class KeyValueDecoder {
  private static final long NO_ADDRESS = 0;

  private final RowFormat format;
  private final ReadColumns columns;
  private final BatchSchema schema;
  private final RowView row;

  /** By part, whether the current row has a KV for it. */
  private final boolean[] hasValue;

  /**
   * Creates a decoder of a scan's pages.
   *
   * @param columns columns that the scan reads; its projection is decoded
   */
  public KeyValueDecoder(RowFormat format, ReadColumns columns) {
    this.format = requireNonNull(format, "format is null");
    this.columns = requireNonNull(columns, "columns is null");
    this.schema = new BatchSchema(columns.projected());
    this.row = new RowView(format, columns);
    this.hasValue = new boolean[columns.partCount()];
  }

  /** Returns the schema of the decoded pages. */
  public BatchSchema schema() {
    return schema;
  }

  /**
   * Returns the rows of a page as columns; the returned page replaces {@code page}, which is
   * closed.
   */
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

  /** Assembler of rows from their KVs, which are adjacent. */
  private final class Rows implements KeyValuePage.KeyValueConsumer {
    private final BatchBuilder batch;
    private long rowKey = NO_ADDRESS;
    private int rowKeyLength;

    Rows(BatchBuilder batch) {
      this.batch = batch;
    }

    @Override
    public void accept(long keyAddress, int keyLength, long valueAddress, int valueLength) {
      int length = format.keyCodec().rowKeyLength(keyLength);
      boolean isOfRow =
          rowKey != NO_ADDRESS
              && length == rowKeyLength
              && length < keyLength
              && NativeMemory.mismatch(keyAddress, rowKey, length) < 0;
      if (!isOfRow) {
        end();
        rowKey = keyAddress;
        rowKeyLength = length;
        row.positionKey(keyAddress, keyLength);
      }
      int part = columns.partOfFamily(familyOf(keyAddress, keyLength, length));
      if (part >= 0) {
        row.positionValue(part, valueAddress, valueLength);
        hasValue[part] = true;
      }
    }

    /** Appends the current row, which is complete. */
    void end() {
      if (rowKey == NO_ADDRESS) {
        return;
      }
      for (int part = 0; part < hasValue.length; part++) {
        if (!hasValue[part]) {
          row.positionAbsentValue(part);
        }
        hasValue[part] = false;
      }
      batch.append(row);
      rowKey = NO_ADDRESS;
    }

    private static int familyOf(long keyAddress, int keyLength, int rowKeyLength) {
      return rowKeyLength == keyLength
          ? 0
          : Byte.toUnsignedInt(NativeMemory.getByte(keyAddress + keyLength - 1));
    }
  }
}
