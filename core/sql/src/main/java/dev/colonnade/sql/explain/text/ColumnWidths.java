package dev.colonnade.sql.explain.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;

/**
 * Estimated widths of rows in bytes: those of PostgreSQL for columns without statistics, which are
 * the lengths of types of a fixed length and 32 for all others.
 */
public final class ColumnWidths {
  private static final int VARIABLE = 32;

  private ColumnWidths() {}

  /** Returns the width of rows with such columns. */
  public static int of(List<PlanColumn> columns) {
    return columns.stream().mapToInt(column -> of(column.type().kind())).sum();
  }

  private static int of(TypeKind kind) {
    if (kind.isOid()) {
      return 4;
    }
    return switch (kind) {
      case BOOLEAN, BYTE_CHAR -> 1;
      case SMALLINT -> 2;
      case INTEGER, REAL, DATE, VOID -> 4;
      case BIGINT, DOUBLE, TIME, TIMESTAMP, TIMESTAMPTZ -> 8;
      case UUID, INTERVAL -> 16;
      case INT4RANGE,
          INT8RANGE,
          NUMRANGE,
          TSRANGE,
          TSTZRANGE,
          DATERANGE,
          INT4MULTIRANGE,
          INT8MULTIRANGE,
          NUMMULTIRANGE,
          TSMULTIRANGE,
          TSTZMULTIRANGE,
          DATEMULTIRANGE ->
          VARIABLE;
      case NAME -> 64;
      case TIMETZ -> 12;
      case NUMERIC, TEXT, VARCHAR, CHAR, BYTEA, JSON, JSONB, ARRAY, UNKNOWN -> VARIABLE;
      case BIT, VARBIT -> VARIABLE;
      default -> {
        int size = requireNonNull(kind.base(), "kind has no base type").size();
        yield size < 0 ? VARIABLE : size;
      }
    };
  }
}
