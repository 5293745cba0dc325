package dev.colonnade.flight.ingest;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.flight.type.ArrowValues;
import dev.colonnade.flight.type.Vectors;
import dev.colonnade.server.sql.file.FileColumns;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyValueRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an Arrow file or stream for a COPY FROM. Columns are found by their names: the data have
 * exactly the columns of the statement, in any order.
 */
final class ArrowFileRows implements FileRows {
  /** Memory for the vectors of a batch. */
  private static final long BATCH_BYTES_MAX = 1L << 30;

  private static final byte[] FILE_START = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STREAM_START = {-1, -1, -1, -1};

  private final CopyDescription terms;
  private final SeekableByteChannel file;
  private final BufferAllocator allocator = new RootAllocator(BATCH_BYTES_MAX);
  private final ArrowReader reader;

  private @Nullable Vectors batch;
  private List<ArrowValues> columns = List.of();
  private int rowCount;
  private int next;

  ArrowFileRows(CopyDescription terms, SeekableByteChannel file) {
    this.terms = terms;
    this.file = file;
    boolean isFile = terms.options().format() == CopyFormat.ARROW;
    requireStart(file, isFile ? FILE_START : STREAM_START);
    reader = isFile ? new ArrowFileReader(file, allocator) : new ArrowStreamReader(file, allocator);
  }

  /** The library reads a length from the first bytes, and allocates memory of that length. */
  private static void requireStart(SeekableByteChannel file, byte[] expected) {
    ByteBuffer start = ByteBuffer.allocate(expected.length);
    try {
      while (start.hasRemaining() && file.read(start) >= 0) {
        // until the bytes are read
      }
      file.position(0);
    } catch (IOException e) {
      throw invalid(e);
    }
    if (!Arrays.equals(start.array(), expected)) {
      throw new ColonnadeException(
          ErrorCode.BAD_COPY_DATA,
          "the file is not Arrow data of this format",
          ErrorFields.NONE.withHint(
              "The format of a file is \"arrow\", that of a stream \"arrow_stream\"."));
    }
  }

  @Override
  public @Nullable CopyValueRows next(int countMax) {
    while (next == rowCount) {
      if (!loadBatch()) {
        return null;
      }
    }
    int end = Math.min(rowCount, next + countMax);
    List<@Nullable Object[]> rows = new ArrayList<>(end - next);
    for (; next < end; next++) {
      @Nullable Object[] row = new @Nullable Object[columns.size()];
      for (int i = 0; i < row.length; i++) {
        row[i] = columns.get(i).read(next);
      }
      rows.add(row);
    }
    return values(rows);
  }

  @SuppressWarnings(
      "NullAway") // it does not read nullness of array elements in lists from class files
  private static CopyValueRows values(List<@Nullable Object[]> rows) {
    return new CopyValueRows(rows);
  }

  private boolean loadBatch() {
    closeBatch();
    try {
      if (!reader.loadNextBatch()) {
        requireColumns(reader.getVectorSchemaRoot().getFieldVectors());
        return false;
      }
      List<FieldVector> sent = reader.getVectorSchemaRoot().getFieldVectors();
      int[] positions = requireColumns(sent);
      Vectors plain = Vectors.decoded(sent, reader);
      batch = plain;
      List<ArrowValues> found = new ArrayList<>();
      for (int i = 0; i < terms.columnNames().size(); i++) {
        found.add(ArrowValues.of(plain.vectors().get(positions[i]), terms.columnTypes().get(i)));
      }
      columns = found;
      rowCount = reader.getVectorSchemaRoot().getRowCount();
      next = 0;
      return true;
    } catch (ColonnadeException e) {
      throw e;
    } catch (OutOfMemoryException e) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "a batch of the Arrow file is too large, write smaller ones: bytesMax=" + BATCH_BYTES_MAX,
          e);
    } catch (IOException | RuntimeException e) { // the library's, for bytes that are not Arrow data
      throw invalid(e);
    }
  }

  /** Returns the position of each column of the statement. */
  private int[] requireColumns(List<FieldVector> vectors) {
    return FileColumns.positions(
        terms, vectors.stream().map(FieldVector::getName).toList(), "Arrow");
  }

  private static ColonnadeException invalid(Exception cause) {
    boolean isCompressed = String.valueOf(cause.getMessage()).contains("ompress");
    return new ColonnadeException(
        isCompressed ? ErrorCode.UNSUPPORTED : ErrorCode.BAD_COPY_DATA,
        isCompressed
            ? "compressed Arrow data cannot be read, write the file without compression"
            : "the file is not Arrow data of this format: " + cause.getMessage(),
        cause);
  }

  @Override
  public long bytesRead() {
    try {
      return file.position();
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  private void closeBatch() {
    Vectors open = batch;
    batch = null;
    rowCount = 0;
    next = 0;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() {
    closeBatch();
    try {
      reader.close(false);
    } catch (IOException e) {
      throw invalid(e);
    } finally {
      allocator.close();
    }
  }
}
