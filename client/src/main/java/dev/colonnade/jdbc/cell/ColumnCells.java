package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of one column of a page.
 *
 * <p>A value is a Boolean, Short, Integer, Long, Float, Double, BigDecimal, String, byte array,
 * LocalDate, LocalTime, LocalDateTime, Instant or UUID. A NUMERIC that is no number is a Double,
 * and infinite dates and timestamps are {@code MAX} and {@code MIN} of their class. Intervals,
 * arrays and values of other types are strings in PostgreSQL's text format.
 */
public sealed interface ColumnCells permits ReaderCells, ListCells {
  SqlTypeInfo type();

  boolean isNull(int row);

  /** Returns the value of a row that is not NULL. */
  Object valueAt(int row);

  /** Returns the values of a column that is read in place. */
  static ColumnCells of(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    return ReaderCells.of(type, reader, rowCount);
  }

  /** Returns the values of a column that are objects already. */
  static ColumnCells of(SqlTypeInfo type, List<@Nullable Object> values) {
    return new ListCells(type, values);
  }
}
