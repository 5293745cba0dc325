package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of one column of some rows.
 *
 * <p>A value is a Boolean, Short, Integer, Long, Float, Double, BigDecimal, String, byte array,
 * LocalDate, LocalTime, LocalDateTime, Instant or UUID; what has no such class, an interval, an
 * array or another type, is text as PostgreSQL writes it.
 */
public sealed interface Cells permits ReaderCells, ListCells {
  SqlTypeInfo type();

  boolean isNull(int row);

  /** A value that is not NULL. */
  Object valueAt(int row);

  /** Cells of a page with so many rows. */
  static Cells of(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    return ReaderCells.of(type, reader, rowCount);
  }

  /** Cells that are there as objects. */
  static Cells of(SqlTypeInfo type, List<@Nullable Object> values) {
    return new ListCells(type, values);
  }
}
