package dev.colonnade.jdbc.value;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlKind;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of some rows.
 *
 * <p>A value is a Boolean, Short, Integer, Long, Float, Double, BigDecimal, String, byte array,
 * LocalDate, LocalTime, LocalDateTime, Instant or UUID; what has no such class, an interval, an
 * array or another type, is text as PostgreSQL writes it.
 */
public interface Cells {
  SqlTypeInfo type();

  boolean isNull(int row);

  /** A value that is not NULL. */
  Object valueAt(int row);

  /** A value of an integer type that is not NULL; only to be called if {@link #isInteger()}. */
  long longAt(int row);

  /** A value of type DOUBLE or REAL that is not NULL; only if {@link #isFloating()}. */
  double doubleAt(int row);

  /** Whether values can be had as long without an object. */
  boolean isInteger();

  /** Whether values can be had as double without an object. */
  boolean isFloating();

  /** Cells of a page. */
  static Cells of(SqlTypeInfo type, ColumnReader reader) {
    return new BatchCells(type, reader);
  }

  /** Cells that are there as objects. */
  static Cells of(SqlTypeInfo type, List<@Nullable Object> values) {
    return new ListCells(type, values);
  }

  /**
   * Cells that are read in place.
   *
   * @param isInteger whether the reader has longs
   */
  record BatchCells(SqlTypeInfo type, ColumnReader reader, boolean isInteger, boolean isFloating)
      implements Cells {
    private BatchCells(SqlTypeInfo type, ColumnReader reader) {
      this(
          type,
          reader,
          !type.isArray()
              && switch (type.kind()) {
                case SMALLINT, INTEGER, BIGINT -> true;
                default -> false;
              },
          !type.isArray() && (type.kind() == SqlKind.DOUBLE || type.kind() == SqlKind.REAL));
    }

    @Override
    public boolean isNull(int row) {
      return reader.isNull(row);
    }

    @Override
    public Object valueAt(int row) {
      Object value = reader.objectAt(row);
      if (value == null) {
        throw new IllegalStateException("value is NULL: row=" + row);
      }
      boolean isNumberAsText =
          type.kind() == SqlKind.NUMERIC && !type.isArray() && value instanceof String;
      return isNumberAsText ? number((String) value) : value;
    }

    @Override
    public long longAt(int row) {
      return reader.longAt(row);
    }

    @Override
    public double doubleAt(int row) {
      return reader.doubleAt(row);
    }

    /** A number without limits; what BigDecimal does not know (NaN) stays as it is. */
    private static Object number(String text) {
      try {
        return new BigDecimal(text);
      } catch (NumberFormatException notFinite) {
        return Double.valueOf(text);
      }
    }
  }

  /** Cells that are objects. */
  record ListCells(SqlTypeInfo type, List<@Nullable Object> values) implements Cells {
    @Override
    public boolean isNull(int row) {
      return values.get(row) == null;
    }

    @Override
    public Object valueAt(int row) {
      Object value = values.get(row);
      if (value == null) {
        throw new IllegalStateException("value is NULL: row=" + row);
      }
      return value;
    }

    @Override
    public long longAt(int row) {
      throw new IllegalStateException("values are objects: row=" + row);
    }

    @Override
    public double doubleAt(int row) {
      throw new IllegalStateException("values are objects: row=" + row);
    }

    @Override
    public boolean isInteger() {
      return false;
    }

    @Override
    public boolean isFloating() {
      return false;
    }
  }
}
