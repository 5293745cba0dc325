package dev.colonnade.flight.metadata;

import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Types of columns as ODBC and JDBC describe them. */
enum XdbcType {
  BOOLEAN("boolean", Types.BIT, 1, false),
  SMALLINT("smallint", Types.SMALLINT, 5, true),
  INTEGER("integer", Types.INTEGER, 10, true),
  BIGINT("bigint", Types.BIGINT, 19, true),
  REAL("real", Types.REAL, 7, true),
  DOUBLE("double precision", Types.DOUBLE, 15, true),
  NUMERIC("numeric", Types.NUMERIC, 38, true),
  TEXT("text", Types.LONGVARCHAR, null, false),
  VARCHAR("character varying", Types.VARCHAR, 10_485_760, false),
  CHAR("character", Types.CHAR, 10_485_760, false),
  BYTEA("bytea", Types.LONGVARBINARY, null, false),
  DATE("date", Types.DATE, 10, false),
  TIME("time", Types.TIME, 15, false),
  TIMESTAMP("timestamp", Types.TIMESTAMP, 26, false),
  TIMESTAMPTZ("timestamp with time zone", Types.TIMESTAMP_WITH_TIMEZONE, 32, false),
  UUID("uuid", Types.BINARY, 16, false);

  /** Value of a column without restrictions of the search: all comparisons and LIKE. */
  private static final int SEARCHABLE = 3;

  private static final int NULLABLE = 1;
  private static final int DECIMAL_RADIX = 10;
  private static final int NUMERIC_SCALE_MAX = 38;

  private final String sqlName;
  private final int number;
  private final @Nullable Integer size;
  private final boolean isNumber;

  XdbcType(String sqlName, int number, @Nullable Integer size, boolean isNumber) {
    this.sqlName = sqlName;
    this.number = number;
    this.size = size;
    this.isNumber = isNumber;
  }

  /** Returns the number of the type in ODBC, which is the one in JDBC. */
  int number() {
    return number;
  }

  /** Returns the row of the type in the order of Flight SQL's columns. */
  List<@Nullable Object> row() {
    boolean isText = this == TEXT || this == VARCHAR || this == CHAR;
    String quote = isNumber || this == BOOLEAN ? null : "'";
    Integer scaleMax = this == NUMERIC ? (Integer) NUMERIC_SCALE_MAX : null;
    return Arrays.asList(
        sqlName,
        number,
        size,
        quote,
        quote,
        parameters(),
        NULLABLE,
        isText,
        SEARCHABLE,
        isNumber ? false : null,
        false,
        null,
        sqlName,
        scaleMax == null ? null : 0,
        scaleMax,
        number,
        null,
        isNumber ? DECIMAL_RADIX : null,
        null);
  }

  private @Nullable List<String> parameters() {
    return switch (this) {
      case NUMERIC -> List.of("precision", "scale");
      case VARCHAR, CHAR -> List.of("length");
      default -> null;
    };
  }
}
