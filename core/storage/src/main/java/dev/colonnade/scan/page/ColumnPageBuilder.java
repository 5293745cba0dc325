package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.BatchBuilder;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.column.ColumnVectors;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowReader;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;

/**
 * Builder of pages of Arrow columns. Late materialization: the filter runs on the stored bytes, and
 * columns are decoded only for rows that it accepts.
 */
public final class ColumnPageBuilder implements PageBuilder {
  private final BatchSchema schema;
  private final RequestMemory memory;
  private final BatchBuilder batch;
  private final boolean needsKey;

  /** Bytes that variable-width column defaults can add to a row that is older than the columns. */
  private final long defaultBytes;

  /** Creates a builder of pages with the projection of {@code columns}. */
  public ColumnPageBuilder(
      ReadColumns columns, BatchSchema schema, BatchSizing sizing, RequestMemory memory) {
    this.schema = requireNonNull(schema, "schema is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.batch = new BatchBuilder(schema, memory, sizing);
    this.needsKey = columns.projectsKey();
    this.defaultBytes =
        columns.projected().stream().mapToLong(ColumnPageBuilder::defaultBytesOf).sum();
  }

  private static long defaultBytesOf(Column column) {
    Object value = column.defaultValue();
    if (value == null || !column.type().storage().isVariable()) {
      return 0;
    }
    return StoredForm.bytesOf(column.type(), value).length;
  }

  @Override
  public boolean needsKey() {
    return needsKey;
  }

  /**
   * {@inheritDoc}
   *
   * <p>An upper bound of the row's size, which needs no decoding, is checked first; the exact size
   * is computed only if the bound does not fit.
   */
  @Override
  public boolean fits(RowReader reader, long encodedBytesMax) {
    long rows = batch.rowCount() + 1L;
    if (!schema.hasVariable()) {
      return schema.encodedBytesBound(rows, 0) <= encodedBytesMax;
    }
    long before = batch.variableBytes();
    return schema.encodedBytesBound(rows, before + reader.rowBytes() + defaultBytes)
            <= encodedBytesMax
        || schema.encodedBytesBound(rows, before + batch.variableBytesOf(reader.row()))
            <= encodedBytesMax;
  }

  @Override
  public void append(RowReader reader) {
    batch.append(reader.row());
  }

  /**
   * Returns how many of the rows from {@code start}, included, to {@code end}, excluded, can be
   * appended before the page has more than {@code encodedBytesMax} bytes: the same number as by
   * checking one row after the other.
   */
  public int rowsThatFit(ColumnVectors from, int start, int end, long encodedBytesMax) {
    int low = 0;
    int high = end - start;
    int middle = high; // most parts fit as a whole
    while (low < high) {
      long variable = batch.variableBytes() + from.variableBytes(start, start + middle);
      if (schema.encodedBytesBound((long) batch.rowCount() + middle, variable) <= encodedBytesMax) {
        low = middle;
      } else {
        high = middle - 1;
      }
      middle = (low + high + 1) >>> 1;
    }
    return low;
  }

  /**
   * Adds rows from {@code start}, included, to {@code end}, excluded. After an error the page is
   * lost.
   */
  public void append(ColumnVectors from, int start, int end) {
    batch.append(from, start, end);
  }

  /**
   * Variant of {@link #rowsThatFit(ColumnVectors, int, int, long)} for the first {@code count} rows
   * of a selection vector.
   */
  public int rowsThatFit(ColumnVectors from, int[] rows, int count, long encodedBytesMax) {
    long before = batch.variableBytes();
    if (schema.encodedBytesBound(
            (long) batch.rowCount() + count, before + from.variableBytes(rows, 0, count))
        <= encodedBytesMax) {
      return count;
    }
    long variable = before;
    for (int i = 0; i < count; i++) {
      variable += from.variableBytes(rows[i], rows[i] + 1);
      if (schema.encodedBytesBound(batch.rowCount() + i + 1L, variable) > encodedBytesMax) {
        return i;
      }
    }
    return count;
  }

  /** Adds the first {@code count} rows of a selection vector. After an error the page is lost. */
  public void append(ColumnVectors from, int[] rows, int count) {
    batch.append(from, rows, 0, count);
  }

  @Override
  public int rowCount() {
    return batch.rowCount();
  }

  @Override
  public ColumnPage finish(Ending ending) {
    ColumnBatch finished = batch.finish();
    return new ColumnPage(finished, memory, ending.of(finished.encodedBytes()));
  }

  @Override
  public void close() {
    batch.close();
  }
}
