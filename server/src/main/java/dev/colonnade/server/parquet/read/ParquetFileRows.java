package dev.colonnade.server.parquet.read;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.sql.file.FileColumns;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.server.sql.file.FileValues;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.type.SqlType;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a Parquet file for a COPY FROM. Columns are found by their names: the file has exactly
 * the columns of the statement, in any order. In memory are a page and the dictionary of each
 * column.
 */
public final class ParquetFileRows implements FileRows {
  /** Bytes of values after which a batch of rows ends. */
  private static final long BATCH_BYTES = 4L << 20;

  private static final long MEMORY_MAX = 1L << 30;
  private static final int HEAP_PART = 4;

  private final CopyDescription terms;
  private final FileInput file;
  private final ReadMemory memory;

  private @Nullable FooterReader footer;
  private int[] positions = {};
  private List<ColumnReader> columns = List.of();
  private long rowsLeft;

  /**
   * Creates a reader. Nothing is read before the first rows are.
   *
   * @param channel content; the caller closes it
   */
  public ParquetFileRows(CopyDescription terms, SeekableByteChannel channel) {
    this(terms, channel, Math.min(MEMORY_MAX, Runtime.getRuntime().maxMemory() / HEAP_PART));
  }

  /**
   * Creates a reader with its own limit.
   *
   * @param memoryMax bytes of the pages and dictionaries of all columns
   */
  ParquetFileRows(CopyDescription terms, SeekableByteChannel channel, long memoryMax) {
    this.terms = terms;
    this.file = new FileInput(channel);
    this.memory = new ReadMemory(memoryMax);
  }

  @Override
  public @Nullable CopyValueRows next(int countMax) {
    try {
      return read(countMax);
    } catch (ColonnadeException e) {
      throw e;
    } catch (RuntimeException e) { // of decoders, for bytes that are no values
      ColonnadeException failure = ParquetErrors.malformed("a page or the footer is damaged");
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private @Nullable CopyValueRows read(int countMax) {
    FooterReader known = footer;
    if (known == null) {
      known = open();
    }
    while (rowsLeft == 0) {
      if (!beginGroup(known)) {
        return null;
      }
    }
    memory.beginRows();
    List<@Nullable Object[]> rows = new ArrayList<>();
    while (rowsLeft > 0 && rows.size() < countMax && memory.rowBytes() < BATCH_BYTES) {
      rows.add(readRow());
      rowsLeft--;
    }
    return values(rows);
  }

  private FooterReader open() {
    FooterReader opened = new FooterReader(file, memory);
    positions =
        FileColumns.positions(
            terms, opened.columns().stream().map(LeafColumn::name).toList(), "Parquet");
    opened.columns().forEach(StoredValues::of); // types that are not read, before any row
    footer = opened;
    return opened;
  }

  private boolean beginGroup(FooterReader known) {
    columns.forEach(ColumnReader::close);
    columns = List.of();
    FooterReader.Group group = known.nextGroup();
    if (group == null) {
      return false;
    }
    List<ColumnReader> opened = new ArrayList<>();
    for (int i = 0; i < group.chunks().size(); i++) {
      opened.add(new ColumnReader(known.columns().get(i), group.chunks().get(i), file, memory));
    }
    columns = opened;
    rowsLeft = group.rowCount();
    return true;
  }

  private @Nullable Object[] readRow() {
    @Nullable Object[] row = new @Nullable Object[positions.length];
    for (int i = 0; i < row.length; i++) {
      Object value = columns.get(positions[i]).next();
      SqlType type = terms.columnTypes().get(i);
      row[i] = value == null ? null : FileValues.adapted(value, type.kind());
    }
    return row;
  }

  @SuppressWarnings(
      "NullAway") // it does not read nullness of array elements in lists from class files
  private static CopyValueRows values(List<@Nullable Object[]> rows) {
    return new CopyValueRows(rows);
  }

  @Override
  public long bytesRead() {
    return file.bytesRead();
  }

  @Override
  public void close() {
    columns.forEach(ColumnReader::close);
    columns = List.of();
  }
}
