package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.cache.block.RowIndex;
import dev.colonnade.scan.cache.block.RowIndexBuilder;
import dev.colonnade.scan.column.BatchBuilder;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowReader;
import dev.colonnade.scan.row.RowReader.Position;
import dev.colonnade.scan.row.RowView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of some columns of the rows of cached blocks, one block after the other. Not thread-safe.
 */
final class ColumnDecoder implements AutoCloseable {
  private static final int ROWS_BETWEEN_CHECKS = 1024;

  /** Most bytes of decoded columns, as a multiple of the bytes of the stored rows. */
  private static final int DECODED_TIMES_MAX = 4;

  private final CachedScan scan;
  private final CachedScan.Reading reading;
  private final ReadColumns columns;
  private final RowView row;
  private final BatchBuilder batch;
  private final BlockColumns.Builder blocks;
  private final int blockRowsMax;

  ColumnDecoder(CachedScan scan, CachedScan.Reading reading, ReadColumns columns) {
    this.scan = scan;
    this.reading = reading;
    this.columns = columns;
    this.row = new RowView(scan.target().format(), columns);
    ColumnCacheOptions options = scan.cache().options();
    BatchSchema schema = BatchSchema.stored(columns.projected());
    long bytesMax = (long) DECODED_TIMES_MAX * options.blockBytesMax();
    long wanted = scan.terms().expectedRows();
    long rowsMax = wanted == 0 ? options.blockRowsMax() : Math.min(wanted, options.blockRowsMax());
    this.blockRowsMax = (int) Math.max(1, Math.min(rowsMax, schema.rowsWithin(bytesMax)));
    BatchSizing sizing = new BatchSizing(schema, blockRowsMax, bytesMax);
    this.batch = new BatchBuilder(schema, scan.cache().memory(), sizing);
    this.blocks = new BlockColumns.Builder(schema, scan.cache().memory());
  }

  /**
   * Decoded block.
   *
   * @param end exclusive end of the block's span
   * @param isPure whether no key that was read had a version newer than the read timestamp
   */
  record Decoded(RowIndex index, BlockColumns columns, Key end, boolean isPure) {}

  /**
   * Decodes a block of rows from the start of a span on; null if the reader pauses before the first
   * row.
   *
   * @param isReload whether the rows have been decoded before and may be again
   */
  @Nullable Decoded decodeBlock(KeySpan span, RowIndexBuilder index, boolean isReload) {
    index.clear();
    try (RowReader reader = open(span, isReload)) {
      Key end = readRows(reader, span, index);
      if (end == null) {
        batch.close();
        return null;
      }
      boolean isPure = reader.versionsLookedUp() == 0;
      BlockColumns columnsRead = finish();
      try {
        return new Decoded(index.build(scan.cache().memory()), columnsRead, end, isPure);
      } catch (RuntimeException | Error e) {
        columnsRead.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      batch.close();
      throw e;
    }
  }

  /** Returns the exclusive end of the rows; null if the reader paused before the first one. */
  private @Nullable Key readRows(RowReader reader, KeySpan span, RowIndexBuilder index) {
    long bytesMax = scan.cache().options().blockBytesMax();
    while (true) {
      Position at = reader.advance();
      int rows = index.rowCount();
      if (at == Position.END) {
        index.endBefore(reader);
        return span.end();
      }
      if (at == Position.PAUSED) {
        return rows == 0 ? null : endBehindLast(index, rows);
      }
      if (rows == blockRowsMax || (rows > 0 && reader.scannedBytesBefore() >= bytesMax)) {
        index.endBefore(reader);
        return rowKey(reader);
      }
      append(reader, rows);
      index.add(reader);
    }
  }

  private Key endBehindLast(RowIndexBuilder index, int rows) {
    index.endBehindLast();
    Key last = index.rowKey(rows - 1);
    return hasFamilies() ? last.prefixEnd() : last.successor();
  }

  private Key rowKey(RowReader reader) {
    int length = reader.storedKeyLength() - (hasFamilies() ? KeyLayout.FAMILY_BYTES : 0);
    return Key.wrap(NativeMemory.bytes(reader.storedKeyAddress(), length));
  }

  private boolean hasFamilies() {
    return scan.target().schema().hasFamilyByte();
  }

  private void append(RowReader reader, int rows) {
    if (columns.projectsKey()) {
      reader.positionKey();
    }
    batch.append(reader.row());
    if (rows % ROWS_BETWEEN_CHECKS == 0) {
      reading.cancellation().check();
    }
  }

  /**
   * Decodes the columns of all rows of a block that was loaded before; null if its span has been
   * cleared meanwhile, so that its rows are different.
   */
  @Nullable BlockColumns decodeColumns(CachedBlock block) {
    int rows = 0;
    try (RowReader reader = open(new KeySpan(block.start(), block.end()), false)) {
      for (Position at = reader.advance(); at != Position.END; at = reader.advance()) {
        if (at == Position.ROW) {
          append(reader, rows++);
        }
      }
      if (rows != block.rowCount()) {
        batch.close();
        return null;
      }
      return finish();
    } catch (RuntimeException | Error e) {
      batch.close();
      throw e;
    }
  }

  private BlockColumns finish() {
    try (ColumnBatch decoded = batch.finish()) {
      return blocks.build(decoded);
    }
  }

  private RowReader open(KeySpan span, boolean fillsCache) {
    return RowReader.open(
        scan.target().format(),
        row,
        reading.view(),
        new RowReader.Route(List.of(span), false, fillsCache),
        reading.memory());
  }

  /** Returns whether this decoder decodes exactly these columns. */
  boolean reads(List<Integer> columnIds) {
    return columns.projected().stream().map(column -> column.id()).toList().equals(columnIds);
  }

  @Override
  public void close() {
    batch.close();
  }
}
