package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one column of a page. An accessor that does not match the column's type throws {@link
 * IllegalArgumentException}; integers are widened. If the value is NULL, accessors of primitive
 * type return zero, and all other accessors throw {@link IllegalStateException}.
 *
 * <p>Rows are numbered from 0 to the page's row count (exclusive). A reader is valid until its page
 * is closed, and is not thread-safe.
 */
public abstract class ColumnReader {
  private final ResultColumn column;

  /** Creates the reader of a column. */
  protected ColumnReader(ResultColumn column) {
    this.column = requireNonNull(column, "column is null");
  }

  /** Returns the metadata of this column. */
  public final ResultColumn column() {
    return column;
  }

  /** Returns whether the value of a row is NULL. */
  public abstract boolean isNull(int row);

  /** Returns a BOOLEAN. */
  public boolean booleanAt(int row) {
    throw mismatch("booleanAt");
  }

  /** Returns a SMALLINT. */
  public short shortAt(int row) {
    throw mismatch("shortAt");
  }

  /** Returns an INTEGER or SMALLINT, or a DATE in days since 1970-01-01. */
  public int intAt(int row) {
    throw mismatch("intAt");
  }

  /** Returns an integer, a DATE in days, or a TIME, TIMESTAMP or TIMESTAMPTZ in microseconds. */
  public long longAt(int row) {
    throw mismatch("longAt");
  }

  /** Returns a REAL. */
  public float floatAt(int row) {
    throw mismatch("floatAt");
  }

  /** Returns a DOUBLE or REAL. */
  public double doubleAt(int row) {
    throw mismatch("doubleAt");
  }

  /** Returns the upper 64 bits of a NUMERIC's value times 10^scale. */
  public long unscaledHighAt(int row) {
    throw mismatch("unscaledHighAt");
  }

  /**
   * Returns the lower 64 bits of a NUMERIC's value times 10^scale, which is all of it for up to 18
   * digits.
   */
  public long unscaledLowAt(int row) {
    throw mismatch("unscaledLowAt");
  }

  /** Returns the upper 64 bits of a UUID. */
  public long uuidMostSignificantAt(int row) {
    throw mismatch("uuidMostSignificantAt");
  }

  /** Returns the lower 64 bits of a UUID. */
  public long uuidLeastSignificantAt(int row) {
    throw mismatch("uuidLeastSignificantAt");
  }

  /** Returns the position of an ENUM's label in the type's list of labels. */
  public int ordinalAt(int row) {
    throw mismatch("ordinalAt");
  }

  /** Returns the length of a text (as UTF-8) or BYTEA in bytes; 0 for NULL. */
  public int byteLengthAt(int row) {
    throw mismatch("byteLengthAt");
  }

  /** Copies the bytes of a text (as UTF-8) or BYTEA. */
  public void copyBytesAt(int row, byte[] target, int targetOffset) {
    throw mismatch("copyBytesAt");
  }

  /** Returns whether a NUMERIC is NaN, which no BigDecimal is; false for NULL. */
  public final boolean isNaNAt(int row) {
    return column.type().isNaN(unscaledHighAt(row), unscaledLowAt(row)) && !isNull(row);
  }

  /**
   * Returns a NUMERIC.
   *
   * @throws ArithmeticException if it is NaN
   */
  public final BigDecimal decimalAt(int row) {
    long low = unscaledLowAt(row);
    long high = unscaledHighAt(row);
    requirePresent(row);
    if (column.type().isNaN(high, low)) {
      throw new ArithmeticException(
          "NaN is not a BigDecimal: column=" + column.name() + " row=" + row);
    }
    int scale = column.type().scale();
    return high == low >> (Long.SIZE - 1)
        ? BigDecimal.valueOf(low, scale)
        : new BigDecimal(Int128.of(high, low), scale);
  }

  /** Returns a UUID. */
  public final UUID uuidAt(int row) {
    UUID uuid = new UUID(uuidMostSignificantAt(row), uuidLeastSignificantAt(row));
    requirePresent(row);
    return uuid;
  }

  /** Returns the bytes of a BYTEA, or of a text as UTF-8. */
  public final byte[] bytesAt(int row) {
    byte[] bytes = new byte[byteLengthAt(row)];
    requirePresent(row);
    copyBytesAt(row, bytes, 0);
    return bytes;
  }

  /** Returns a text, or the label of an ENUM. */
  public String textAt(int row) {
    if (!column.type().kind().isText()) {
      throw mismatch("textAt");
    }
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  /**
   * Returns the value as an object: Boolean, Short, Integer, Long, Float, Double, BigDecimal,
   * String, byte array, LocalDate, LocalTime, LocalDateTime, Instant or UUID, or null. A NUMERIC
   * that is NaN is a Double; infinite dates and timestamps are {@code MAX} and {@code MIN} of their
   * class.
   */
  public final @Nullable Object objectAt(int row) {
    if (isNull(row)) {
      return null;
    }
    try {
      return presentAt(row);
    } catch (ArithmeticException | DateTimeException outOfRange) {
      throw ProtocolException.malformed(
          "value is out of the range of its type: column=" + column.name() + " row=" + row);
    }
  }

  private Object presentAt(int row) {
    return switch (column.type().kind()) {
      case BOOLEAN -> booleanAt(row);
      case SMALLINT -> shortAt(row);
      case INTEGER -> intAt(row);
      case BIGINT -> longAt(row);
      case REAL -> floatAt(row);
      case DOUBLE -> doubleAt(row);
      case NUMERIC -> isNaNAt(row) ? (Object) Double.NaN : decimalAt(row);
      case TEXT, VARCHAR, CHAR, ENUM -> textAt(row);
      case BYTEA -> bytesAt(row);
      case DATE -> EpochTime.date(intAt(row));
      case TIME -> EpochTime.localTime(longAt(row));
      case TIMESTAMP -> EpochTime.localDateTime(longAt(row));
      case TIMESTAMPTZ -> EpochTime.instant(longAt(row));
      case UUID -> uuidAt(row);
    };
  }

  /** Copies the {@link #longAt} of {@code rowCount} rows that start at {@code fromRow}. */
  public void copyLongs(int fromRow, int rowCount, long[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = longAt(fromRow + i);
    }
  }

  /** Copies the {@link #intAt} of {@code rowCount} rows that start at {@code fromRow}. */
  public void copyInts(int fromRow, int rowCount, int[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = intAt(fromRow + i);
    }
  }

  /** Copies the {@link #doubleAt} of {@code rowCount} rows that start at {@code fromRow}. */
  public void copyDoubles(int fromRow, int rowCount, double[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = doubleAt(fromRow + i);
    }
  }

  /** Copies the {@link #unscaledLowAt} of {@code rowCount} rows that start at {@code fromRow}. */
  public void copyUnscaled(int fromRow, int rowCount, long[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = unscaledLowAt(fromRow + i);
    }
  }

  /** Drops the reference to the page's memory: subsequent reads throw. */
  protected abstract void detach();

  /** Detaches a reader that is a component of this one. */
  protected static void detachPart(ColumnReader part) {
    part.detach();
  }

  /** Throws {@link IllegalStateException} if the value is NULL. */
  protected final void requirePresent(int row) {
    if (isNull(row)) {
      throw new IllegalStateException("value is NULL: column=" + column.name() + " row=" + row);
    }
  }

  /** Returns the exception for an accessor that does not match the column's type. */
  protected final IllegalArgumentException mismatch(String accessor) {
    WireKind kind = column.type().kind();
    return new IllegalArgumentException(
        "accessor does not match the column: accessor="
            + accessor
            + " column="
            + column.name()
            + " kind="
            + kind);
  }
}
