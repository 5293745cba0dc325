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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Estimates of the memory of rows. Bytes of arrays that belong to other rows do not count: what is
 * kept is copied without them.
 */
public final class BatchMemory {
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
