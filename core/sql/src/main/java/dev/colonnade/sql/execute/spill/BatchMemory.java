package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of the memory of rows. Bytes of arrays that belong to other rows do not count: what is
 * kept is copied without them.
 */
public final class BatchMemory {
  /** The most rows of a piece. */
  public static final int PIECE_ROWS_MAX = 2 * VectorBatch.ROWS;

  /** The most bytes of a piece that has more than one row. */
  public static final long PIECE_BYTES_MAX = 4L << 20;

  private static final int VECTOR_BYTES = 64;
  private static final int TEXT_ROW_BYTES = 2 * Integer.BYTES;
  private static final int REFERENCE_BYTES = 8;
  private static final int OBJECT_BYTES = 24;
  private static final int LARGE_OBJECT_BYTES = 48;
  private static final int LONG_DIGITS_MAX = 18;

  private BatchMemory() {}

  /** Returns the bytes of the rows of a batch. */
  public static long bytes(VectorBatch batch) {
    long bytes = VECTOR_BYTES;
    for (int i = 0; i < batch.width(); i++) {
      bytes += VECTOR_BYTES + bytes(batch.column(i), batch.rowCount());
    }
    return bytes;
  }

  private static long bytes(Vector column, int rowCount) {
    long nullBytes = column.nulls() == null ? 0 : rowCount;
    return nullBytes
        + switch (column) {
          case LongVector _, DoubleVector _ -> (long) rowCount * Long.BYTES;
          case BooleanVector _ -> rowCount;
          case TextVector texts -> (long) rowCount * TEXT_ROW_BYTES + textBytes(texts, rowCount);
          case ObjectVector objects -> objectBytes(objects, rowCount);
        };
  }

  private static long textBytes(TextVector texts, int rowCount) {
    long bytes = 0;
    for (int row = 0; row < rowCount; row++) {
      bytes += texts.length(row);
    }
    return bytes;
  }

  private static long objectBytes(ObjectVector objects, int rowCount) {
    long bytes = (long) rowCount * REFERENCE_BYTES;
    for (int row = 0; row < rowCount; row++) {
      bytes += valueBytes(objects.value(row));
    }
    return bytes;
  }

  /**
   * Returns the rows of a batch in pieces of at most {@link #PIECE_ROWS_MAX} rows and {@link
   * #PIECE_BYTES_MAX} bytes, but at least one row. An operator that charges memory for each piece
   * exceeds its share by no more than a piece, however large the batch is.
   */
  public static Iterable<VectorBatch> pieces(VectorBatch batch) {
    return () -> new Pieces(batch);
  }

  /** Iterator of the pieces of a batch: a range of rows, and of that as many as have few bytes. */
  private static final class Pieces implements Iterator<VectorBatch> {
    private final VectorBatch batch;
    private VectorBatch range = new VectorBatch(0);
    private int rangeEnd;
    private int position;

    Pieces(VectorBatch batch) {
      this.batch = batch;
    }

    @Override
    public boolean hasNext() {
      return position < range.rowCount() || rangeEnd < batch.rowCount();
    }

    @Override
    public VectorBatch next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      if (position == range.rowCount()) {
        int from = rangeEnd;
        rangeEnd = Math.min(batch.rowCount(), from + PIECE_ROWS_MAX);
        range = batch.slice(from, rangeEnd);
        position = 0;
      }
      boolean isSmall = position == 0 && bytes(range) <= PIECE_BYTES_MAX;
      int from = position;
      position = isSmall ? range.rowCount() : endOfPiece(from);
      return range.slice(from, position);
    }

    private int endOfPiece(int from) {
      long bytes = rowBytes(range, from);
      int end = from + 1;
      while (end < range.rowCount()) {
        bytes += rowBytes(range, end);
        if (bytes > PIECE_BYTES_MAX) {
          return end;
        }
        end++;
      }
      return end;
    }
  }

  /** Returns the bytes of one row of a batch. */
  static long rowBytes(VectorBatch batch, int row) {
    long bytes = 0;
    for (int i = 0; i < batch.width(); i++) {
      bytes +=
          switch (batch.column(i)) {
            case LongVector _, DoubleVector _ -> Long.BYTES;
            case BooleanVector _ -> 1;
            case TextVector texts -> TEXT_ROW_BYTES + (long) texts.length(row);
            case ObjectVector objects -> REFERENCE_BYTES + valueBytes(objects.value(row));
          };
    }
    return bytes;
  }

  /** Returns the bytes of a value in its internal representation; null is NULL. */
  public static long valueBytes(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case String text -> LARGE_OBJECT_BYTES + (long) text.length();
      case Bytes bytes -> LARGE_OBJECT_BYTES + (long) bytes.length();
      case BigDecimal number -> {
        int digits = number.precision();
        yield LARGE_OBJECT_BYTES + (digits > LONG_DIGITS_MAX ? LARGE_OBJECT_BYTES + digits / 2 : 0);
      }
      case List<?> array -> {
        long bytes = LARGE_OBJECT_BYTES;
        for (Object element : array) {
          bytes += REFERENCE_BYTES + valueBytes(element);
        }
        yield bytes;
      }
      default -> OBJECT_BYTES;
    };
  }
}
