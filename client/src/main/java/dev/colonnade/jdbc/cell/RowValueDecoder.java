package dev.colonnade.jdbc.cell;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.schema.WireKind;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlValueReader;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of short results, whose rows are encoded value by value. It checks each value against its
 * column's type.
 */
public final class RowValueDecoder {
  /** Largest number of bits of an unscaled decimal, without its sign: that of a 128-bit integer. */
  private static final int DECIMAL_BITS_MAX = 127;

  private final List<WireType> types;
  private final Class<?>[] classes;

  /**
   * Creates a decoder.
   *
   * @param types the types of the columns in a record batch
   */
  public RowValueDecoder(List<WireType> types) {
    this.types = List.copyOf(types);
    this.classes = this.types.stream().map(RowValueDecoder::classOf).toArray(Class<?>[]::new);
  }

  /**
   * Returns the values, for each column those of all rows.
   *
   * @throws ProtocolException if the rows are truncated or a value is not of its column's type
   */
  public List<List<@Nullable Object>> read(SqlRows rows) {
    int rowCount = rows.rowCount();
    if ((long) rowCount * classes.length > rows.payload().readableBytes()) {
      throw ProtocolException.malformed(
          "rows are truncated: rowCount="
              + rowCount
              + " columnCount="
              + classes.length
              + " bytes="
              + rows.payload().readableBytes());
    }
    List<List<@Nullable Object>> columns = new ArrayList<>(classes.length);
    for (int i = 0; i < classes.length; i++) {
      columns.add(Arrays.asList(new @Nullable Object[rowCount]));
    }
    SqlValueReader reader = new SqlValueReader(rows.payload().duplicate());
    for (int row = 0; row < rowCount; row++) {
      for (int i = 0; i < classes.length; i++) {
        columns.get(i).set(row, checked(reader.read(), i));
      }
    }
    reader.requireEnd();
    return columns;
  }

  private @Nullable Object checked(@Nullable Object value, int column) {
    if (value == null) {
      return null;
    }
    boolean isOfType =
        value instanceof BigDecimal number
            ? fits(number, types.get(column))
            : classes[column].isInstance(value) || isNaN(value, types.get(column));
    if (!isOfType) {
      throw ProtocolException.malformed(
          "value is not of its column's type: column="
              + column
              + " type="
              + types.get(column).kind()
              + " class="
              + value.getClass().getSimpleName());
    }
    return value;
  }

  private static boolean fits(BigDecimal number, WireType type) {
    return type.kind() == WireKind.NUMERIC
        && number.scale() == type.scale()
        && number.unscaledValue().bitLength() <= DECIMAL_BITS_MAX;
  }

  /** Returns whether a value is the NUMERIC that is no BigDecimal. */
  private static boolean isNaN(Object value, WireType type) {
    return type.kind() == WireKind.NUMERIC && value instanceof Double number && number.isNaN();
  }

  private static Class<?> classOf(WireType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.class;
      case SMALLINT -> Short.class;
      case INTEGER -> Integer.class;
      case BIGINT -> Long.class;
      case REAL -> Float.class;
      case DOUBLE -> Double.class;
      case NUMERIC -> BigDecimal.class;
      case TEXT, VARCHAR, CHAR, ENUM -> String.class;
      case BYTEA -> byte[].class;
      case DATE -> LocalDate.class;
      case TIME -> LocalTime.class;
      case TIMESTAMP -> LocalDateTime.class;
      case TIMESTAMPTZ -> Instant.class;
      case UUID -> UUID.class;
    };
  }
}
