package dev.colonnade.client.table;

import dev.colonnade.protocol.EpochTime;
import dev.colonnade.protocol.schema.WireEnumLabel;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.protocol.tuple.TupleWriter;
import io.netty.buffer.ByteBuf;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Builder of rows. The values are put column by column in order, and {@link #end} ends the row. A
 * value that does not fit its column is rejected with {@link IllegalArgumentException}, after which
 * the caller may put another value. One builder is reused for all rows of its batch. Not
 * thread-safe.
 */
public final class RowBuilder {
  private final TupleSchema shape;
  private final TupleWriter writer;
  private final Runnable onEnd;

  /** Creates a builder that appends rows of this shape. */
  public RowBuilder(TupleSchema shape, ByteBuf out, Runnable onEnd) {
    this.shape = shape;
    this.writer = new TupleWriter(shape, out);
    this.onEnd = onEnd;
  }

  /** Adds NULL for the next column. */
  public RowBuilder putNull() {
    writer.putNull();
    return this;
  }

  /** Adds the value of the next column, of type BOOLEAN. */
  public RowBuilder putBoolean(boolean value) {
    writer.putBoolean(value);
    return this;
  }

  /** Adds the value of the next column, of type SMALLINT. */
  public RowBuilder putShort(short value) {
    writer.putShort(value);
    return this;
  }

  /** Puts an INTEGER, or a DATE in days since 1970-01-01. */
  public RowBuilder putInt(int value) {
    writer.putInt(value);
    return this;
  }

  /** Puts a BIGINT, or a TIME, TIMESTAMP or TIMESTAMPTZ in microseconds. */
  public RowBuilder putLong(long value) {
    writer.putLong(value);
    return this;
  }

  /** Adds the value of the next column, of type REAL. */
  public RowBuilder putFloat(float value) {
    writer.putFloat(value);
    return this;
  }

  /** Adds the value of the next column, of type DOUBLE PRECISION. */
  public RowBuilder putDouble(double value) {
    writer.putDouble(value);
    return this;
  }

  /** Puts a NUMERIC as its value times 10^scale. */
  public RowBuilder putUnscaled(long unscaled) {
    writer.putUnscaled(unscaled);
    return this;
  }

  /** Puts a NUMERIC. */
  public RowBuilder putDecimal(BigDecimal value) {
    writer.putDecimal(value);
    return this;
  }

  /** Puts the NUMERIC that is not a number. */
  public RowBuilder putNaN() {
    WireType type = shape.type(column());
    writer.putUnscaled(type.nanHigh(), type.nanLow());
    return this;
  }

  private static boolean isNaN(Object value) {
    return value instanceof Double number && number.isNaN();
  }

  /** Puts a TEXT, VARCHAR or CHAR. */
  public RowBuilder putText(CharSequence value) {
    writer.putText(value);
    return this;
  }

  /** Puts a TEXT, VARCHAR or CHAR that is encoded as UTF-8. */
  public RowBuilder putUtf8(byte[] utf8) {
    writer.putUtf8(utf8);
    return this;
  }

  /** Puts a BYTEA. */
  public RowBuilder putBytes(byte[] value) {
    writer.putBytes(value);
    return this;
  }

  /** Adds the value of the next column, of type UUID. */
  public RowBuilder putUuid(UUID value) {
    writer.putUuid(value.getMostSignificantBits(), value.getLeastSignificantBits());
    return this;
  }

  /** Puts an ENUM by its label. */
  public RowBuilder putLabel(String label) {
    writer.putOrdinal(ordinal(shape.type(column()), label));
    return this;
  }

  /** Puts a DATE; {@link LocalDate#MAX} and {@code MIN} are infinity and -infinity. */
  public RowBuilder putDate(LocalDate value) {
    writer.putInt(EpochTime.days(value));
    return this;
  }

  /** Adds the value of the next column, of type TIME. */
  public RowBuilder putTime(LocalTime value) {
    writer.putLong(EpochTime.microsOfDay(value));
    return this;
  }

  /** Puts a TIMESTAMP; {@link LocalDateTime#MAX} and {@code MIN} are infinity and -infinity. */
  public RowBuilder putTimestamp(LocalDateTime value) {
    writer.putLong(EpochTime.micros(value));
    return this;
  }

  /** Puts a TIMESTAMPTZ; {@link Instant#MAX} and {@code MIN} are infinity and -infinity. */
  public RowBuilder putTimestamp(Instant value) {
    writer.putLong(EpochTime.micros(value));
    return this;
  }

  /** Puts a value of the Java class of the column, as {@link ColumnRef} lists them, or null. */
  public RowBuilder put(@Nullable Object value) {
    if (value == null) {
      return putNull();
    }
    return switch (shape.type(column()).kind()) {
      case BOOLEAN -> putBoolean(as(Boolean.class, value));
      case SMALLINT -> putShort(as(Short.class, value));
      case INTEGER -> putInt(as(Integer.class, value));
      case BIGINT -> putLong(as(Number.class, value).longValue());
      case REAL -> putFloat(as(Float.class, value));
      case DOUBLE -> putDouble(as(Number.class, value).doubleValue());
      case NUMERIC -> isNaN(value) ? putNaN() : putDecimal(as(BigDecimal.class, value));
      case TEXT, VARCHAR, CHAR -> putText(as(CharSequence.class, value));
      case BYTEA -> putBytes(as(byte[].class, value));
      case DATE -> putDate(as(LocalDate.class, value));
      case TIME -> putTime(as(LocalTime.class, value));
      case TIMESTAMP -> putTimestamp(as(LocalDateTime.class, value));
      case TIMESTAMPTZ -> putTimestamp(as(Instant.class, value));
      case UUID -> putUuid(as(UUID.class, value));
      case ENUM -> putLabel(as(String.class, value));
    };
  }

  /** Puts the values of all columns, in order, with {@link #put}. */
  public RowBuilder putAll(@Nullable Object... values) {
    for (Object value : values) {
      put(value);
    }
    return this;
  }

  /** Ends the row, all columns of which must have been put. */
  public void end() {
    writer.endTuple();
    onEnd.run();
  }

  void begin() {
    writer.beginTuple();
  }

  boolean isInRow() {
    return writer.isInTuple();
  }

  void abandon() {
    writer.abandonTuple();
  }

  private int column() {
    int column = writer.column();
    if (column < 0 || column >= shape.columnCount()) {
      throw new IllegalStateException("no column to put: column=" + column);
    }
    return column;
  }

  private <T> T as(Class<T> type, Object value) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "value has another class than its column: column="
              + column()
              + " type="
              + shape.type(column())
              + " class="
              + value.getClass().getName());
    }
    return type.cast(value);
  }

  private int ordinal(WireType type, String label) {
    List<WireEnumLabel> labels = type.kind() == WireKind.ENUM ? type.labels() : List.of();
    for (int ordinal = 0; ordinal < labels.size(); ordinal++) {
      if (labels.get(ordinal).label().equals(label)) {
        return ordinal;
      }
    }
    throw new IllegalArgumentException(
        "column has no such label: column=" + column() + " type=" + type + " label=" + label);
  }
}
