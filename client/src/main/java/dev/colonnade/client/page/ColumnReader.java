package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Int128;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.scan.ResultColumn;
import dev.colonnade.protocol.schema.WireKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One column of a page. An accessor that does not suit the column's type throws {@link
 * IllegalArgumentException}; integers are widened. Where the value is NULL, accessors of primitive
 * type give zero, and the others throw {@link IllegalStateException}.
 *
 * <p>Rows count from 0 to the page's row count. A reader is valid until its page is closed, and is
 * not thread-safe.
 */
public abstract class ColumnReader {
  private static final long NANOS_PER_MICRO = 1_000;

  private final ResultColumn column;

  protected ColumnReader(ResultColumn column) {
    this.column = requireNonNull(column, "column is null");
  }

  /** What this column is. */
  public final ResultColumn column() {
    return column;
  }

  public abstract boolean isNull(int row);

  /** A BOOLEAN. */
  public boolean booleanAt(int row) {
    throw mismatch("booleanAt");
  }

  /** A SMALLINT. */
  public short shortAt(int row) {
    throw mismatch("shortAt");
  }

  /** An INTEGER or SMALLINT, or a DATE in days since 1970-01-01. */
  public int intAt(int row) {
    throw mismatch("intAt");
  }

  /** An integer, a DATE in days, or a TIME, TIMESTAMP or TIMESTAMPTZ in microseconds. */
  public long longAt(int row) {
    throw mismatch("longAt");
  }

  /** A REAL. */
  public float floatAt(int row) {
    throw mismatch("floatAt");
  }

  /** A DOUBLE or REAL. */
  public double doubleAt(int row) {
    throw mismatch("doubleAt");
  }

  /** The upper half of a NUMERIC's value times 10^scale. */
  public long unscaledHighAt(int row) {
    throw mismatch("unscaledHighAt");
  }

  /** The lower half of a NUMERIC's value times 10^scale: all of it up to 18 digits. */
  public long unscaledLowAt(int row) {
    throw mismatch("unscaledLowAt");
  }

  /** The upper half of a UUID. */
  public long uuidMostSignificantAt(int row) {
    throw mismatch("uuidMostSignificantAt");
  }

  /** The lower half of a UUID. */
  public long uuidLeastSignificantAt(int row) {
    throw mismatch("uuidLeastSignificantAt");
  }

  /** The position of an ENUM's label in the list of its type. */
  public int ordinalAt(int row) {
    throw mismatch("ordinalAt");
  }

  /** How many bytes a text (as UTF-8) or BYTEA has; 0 for NULL. */
  public int byteLengthAt(int row) {
    throw mismatch("byteLengthAt");
  }

  /** Copies the bytes of a text (as UTF-8) or BYTEA. */
  public void copyBytesAt(int row, byte[] target, int targetOffset) {
    throw mismatch("copyBytesAt");
  }

  /** A NUMERIC. */
  public final BigDecimal decimalAt(int row) {
    long low = unscaledLowAt(row);
    long high = unscaledHighAt(row);
    requirePresent(row);
    int scale = column.type().scale();
    return high == low >> (Long.SIZE - 1)
        ? BigDecimal.valueOf(low, scale)
        : new BigDecimal(Int128.of(high, low), scale);
  }

  /** A UUID. */
  public final UUID uuidAt(int row) {
    UUID uuid = new UUID(uuidMostSignificantAt(row), uuidLeastSignificantAt(row));
    requirePresent(row);
    return uuid;
  }

  /** The bytes of a BYTEA, or a text as UTF-8. */
  public final byte[] bytesAt(int row) {
    byte[] bytes = new byte[byteLengthAt(row)];
    requirePresent(row);
    copyBytesAt(row, bytes, 0);
    return bytes;
  }

  /** A text, or the label of an ENUM. */
  public String textAt(int row) {
    if (!column.type().kind().isText()) {
      throw mismatch("textAt");
    }
    return new String(bytesAt(row), StandardCharsets.UTF_8);
  }

  /**
   * The value as an object: Boolean, Short, Integer, Long, Float, Double, BigDecimal, String, byte
   * array, LocalDate, LocalTime, LocalDateTime, Instant or UUID, or null.
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
      case NUMERIC -> decimalAt(row);
      case TEXT, VARCHAR, CHAR, ENUM -> textAt(row);
      case BYTEA -> bytesAt(row);
      case DATE -> LocalDate.ofEpochDay(intAt(row));
      case TIME -> LocalTime.ofNanoOfDay(Math.multiplyExact(longAt(row), NANOS_PER_MICRO));
      case TIMESTAMP -> LocalDateTime.ofInstant(instant(longAt(row)), ZoneOffset.UTC);
      case TIMESTAMPTZ -> instant(longAt(row));
      case UUID -> uuidAt(row);
    };
  }

  /** {@link #longAt} of {@code rowCount} rows from {@code fromRow} on. */
  public void copyLongs(int fromRow, int rowCount, long[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = longAt(fromRow + i);
    }
  }

  /** {@link #intAt} of {@code rowCount} rows from {@code fromRow} on. */
  public void copyInts(int fromRow, int rowCount, int[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = intAt(fromRow + i);
    }
  }

  /** {@link #doubleAt} of {@code rowCount} rows from {@code fromRow} on. */
  public void copyDoubles(int fromRow, int rowCount, double[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = doubleAt(fromRow + i);
    }
  }

  /** {@link #unscaledLowAt} of {@code rowCount} rows from {@code fromRow} on. */
  public void copyUnscaled(int fromRow, int rowCount, long[] target, int targetOffset) {
    for (int i = 0; i < rowCount; i++) {
      target[targetOffset + i] = unscaledLowAt(fromRow + i);
    }
  }

  /** Lets go of the page's memory: reading throws from here on. */
  protected abstract void detach();

  /** Lets go on behalf of a reader that this one is made of. */
  protected static void detachPart(ColumnReader part) {
    part.detach();
  }

  /** Refuses a NULL where no value can stand for it. */
  protected final void requirePresent(int row) {
    if (isNull(row)) {
      throw new IllegalStateException("value is NULL: column=" + column.name() + " row=" + row);
    }
  }

  private static Instant instant(long microseconds) {
    return Instant.EPOCH.plus(microseconds, ChronoUnit.MICROS);
  }

  /** Refuses an accessor. */
  protected final IllegalArgumentException mismatch(String accessor) {
    WireKind kind = column.type().kind();
    return new IllegalArgumentException(
        "accessor does not suit the column: accessor="
            + accessor
            + " column="
            + column.name()
            + " kind="
            + kind);
  }
}
