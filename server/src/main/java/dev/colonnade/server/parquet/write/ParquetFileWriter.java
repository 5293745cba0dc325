package dev.colonnade.server.parquet.write;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.sql.file.FileRowWriter;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writer of rows as a Parquet file. Its memory is that of one row group: pages are compressed as
 * they fill. One thread.
 */
public final class ParquetFileWriter implements FileRowWriter {
  private static final byte[] MAGIC = "PAR1".getBytes(US_ASCII);
  private static final int GROUP_ROWS = 131_072;
  private static final long GROUP_BYTES = 16L << 20;

  /** Rows between two computations of the memory in use. */
  private static final int CHECKED_ROWS = 256;

  private final List<ColumnWriter> columns = new ArrayList<>();
  private final List<RowGroup> groups = new ArrayList<>();
  private long position;
  private int rowCount;

  /**
   * Creates a writer.
   *
   * @param sqlColumns at least one
   */
  public ParquetFileWriter(List<SqlColumn> sqlColumns) {
    if (sqlColumns.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "rows without columns cannot be written in the format parquet");
    }
    for (SqlColumn column : sqlColumns) {
      SqlType element = column.type().element();
      ValueWriter type = ValueWriter.of(column.name(), element == null ? column.type() : element);
      columns.add(new ColumnWriter(type, element != null));
    }
  }

  @Override
  public void writeStart(ByteBuf out) {
    out.writeBytes(MAGIC);
    position += MAGIC.length;
  }

  /** Adds a row, and appends a row group if the rows are enough for one. */
  @Override
  public void writeRow(ByteBuf out, @Nullable Object[] row) {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).add(row[i]);
    }
    rowCount++;
    if (rowCount == GROUP_ROWS || (rowCount % CHECKED_ROWS == 0 && byteCount() >= GROUP_BYTES)) {
      writeGroup(out);
    }
  }

  private long byteCount() {
    return columns.stream().mapToLong(ColumnWriter::byteCount).sum();
  }

  private void writeGroup(ByteBuf out) {
    List<ColumnChunk> chunks = new ArrayList<>();
    for (ColumnWriter column : columns) {
      ColumnChunk chunk = column.take(out, position);
      position += chunk.bytes();
      chunks.add(chunk);
    }
    groups.add(new RowGroup(chunks, rowCount));
    rowCount = 0;
  }

  @Override
  public void writeEnd(ByteBuf out) {
    if (rowCount > 0) {
      writeGroup(out);
    }
    byte[] footer = FooterWriter.write(columns, groups);
    out.writeBytes(footer).writeIntLE(footer.length).writeBytes(MAGIC);
  }
}
