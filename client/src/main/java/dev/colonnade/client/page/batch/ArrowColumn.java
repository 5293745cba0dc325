package dev.colonnade.client.page.batch;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.column.BitColumn;
import dev.colonnade.client.page.column.DenseBytesColumn;
import dev.colonnade.client.page.column.EnumColumn;
import dev.colonnade.client.page.column.FixedColumns;
import dev.colonnade.client.page.column.NullMask;
import dev.colonnade.client.page.column.ValueSlots;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Layout of a column in the batches of a result: its buffers and their contents.
 *
 * @param firstBuffer index of its validity bitmap; the remaining buffers follow
 * @param widthBytes width of a value or of a dictionary index
 * @param dictionary the labels that the indexes refer to; empty without a dictionary
 */
record ArrowColumn(
    ResultColumn column, Form form, int firstBuffer, int widthBytes, List<String> dictionary) {

  /** Content of the buffers after the validity bitmap. */
  enum Form {
    BITS(1),
    FIXED(1),
    WIDE_NUMERIC(1),
    DICTIONARY(1),
    BYTES(2);

    private final int bufferCount;

    Form(int bufferCount) {
      this.bufferCount = bufferCount;
    }
  }

  /** Returns the first buffer of the next column. */
  int nextBuffer() {
    return firstBuffer + 1 + form.bufferCount;
  }

  /**
   * Returns the reader of this column in a batch.
   *
   * @throws ProtocolException if its buffers are too short or contain invalid offsets
   */
  ColumnReader open(BatchBuffers buffers, int node) {
    int rowCount = buffers.rowCount();
    NullMask nulls =
        buffers.hasNulls(node)
            ? NullMask.validity(buffers.buffer(firstBuffer, (rowCount + 7L) / 8))
            : NullMask.none();
    return switch (form) {
      case BITS ->
          new BitColumn(column, buffers.buffer(firstBuffer + 1, (rowCount + 7L) / 8), nulls);
      case FIXED -> FixedColumns.open(column, slots(buffers), nulls);
      case WIDE_NUMERIC -> FixedColumns.wideNumeric(column, slots(buffers), nulls);
      case DICTIONARY ->
          EnumColumn.ofDictionary(column, slots(buffers), nulls, widthBytes, dictionary);
      case BYTES -> openBytes(buffers, nulls);
    };
  }

  private ValueSlots slots(BatchBuffers buffers) {
    long bytesMin = (long) buffers.rowCount() * widthBytes;
    return ValueSlots.dense(buffers.buffer(firstBuffer + 1, bytesMin), widthBytes);
  }

  private ColumnReader openBytes(BatchBuffers buffers, NullMask nulls) {
    int rowCount = buffers.rowCount();
    long bytesMin = rowCount == 0 ? 0 : (rowCount + 1L) * Integer.BYTES;
    ByteBuffer offsets = buffers.buffer(firstBuffer + 1, bytesMin);
    ByteBuffer data = buffers.buffer(firstBuffer + 2, 0);
    return new DenseBytesColumn(column, offsets, data, nulls, rowCount);
  }
}
