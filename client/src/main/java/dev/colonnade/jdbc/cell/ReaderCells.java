package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.math.BigDecimal;

/** Column of values that are read in place from an Arrow record batch. */
abstract sealed class ReaderCells implements ColumnCells
    permits IntegerCells, FloatingCells, DecimalCells, TextCells, DateCells, OtherCells {
  private final SqlTypeInfo type;
  private final ColumnReader reader;

  ReaderCells(SqlTypeInfo type, ColumnReader reader) {
    this.type = type;
    this.reader = reader;
  }

  static ReaderCells of(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    if (type.isArray()) {
      return new OtherCells(type, reader);
    }
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT -> new IntegerCells(type, reader, rowCount);
      case REAL, DOUBLE -> new FloatingCells(type, reader);
      case DATE -> new DateCells(type, reader, rowCount);
      case TEXT, VARCHAR, CHAR -> new TextCells(type, reader);
      case NUMERIC ->
          reader.column().type().kind().isText()
              ? new OtherCells(type, reader)
              : new DecimalCells(type, reader, rowCount);
      case BOOLEAN, BYTEA, TIME, TIMESTAMP, TIMESTAMPTZ, UUID, INTERVAL, UNKNOWN, OTHER ->
          new OtherCells(type, reader);
    };
  }

  @Override
  public final SqlTypeInfo type() {
    return type;
  }

  final ColumnReader reader() {
    return reader;
  }

  @Override
  public final boolean isNull(int row) {
    return reader.isNull(row);
  }

  @Override
  public final Object valueAt(int row) {
    Object value = reader.objectAt(row);
    if (value == null) {
      throw new IllegalStateException("value is NULL: row=" + row);
    }
    return converted(type, value);
  }

  /**
   * Returns the value of a column; a NUMERIC without a precision, which is encoded as text, becomes
   * a number.
   */
  static Object converted(SqlTypeInfo type, Object value) {
    return type.kind() == SqlTypeKind.NUMERIC && !type.isArray() && value instanceof String text
        ? number(text)
        : value;
  }

  /**
   * Returns a BigDecimal, or a Double for the values that BigDecimal does not have, such as NaN.
   */
  private static Object number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException notFinite) {
      return Double.valueOf(text);
    }
  }
}
