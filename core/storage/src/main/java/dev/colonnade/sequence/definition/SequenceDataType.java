package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Locale;

/** Data type of a sequence: an integer type of SQL. */
public enum SequenceDataType {
  SMALLINT(Short.MIN_VALUE, Short.MAX_VALUE),
  INTEGER(Integer.MIN_VALUE, Integer.MAX_VALUE),
  BIGINT(Long.MIN_VALUE, Long.MAX_VALUE);

  private final long min;
  private final long max;

  SequenceDataType(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /** Returns the type with this SQL name. Throws INVALID_ARGUMENT if a sequence cannot have it. */
  public static SequenceDataType of(String sqlName) {
    return switch (sqlName.toLowerCase(Locale.ROOT)) {
      case "smallint", "int2" -> SMALLINT;
      case "integer", "int", "int4" -> INTEGER;
      case "bigint", "int8" -> BIGINT;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "sequence type must be smallint, integer, or bigint");
    };
  }

  /** Returns the smallest value. */
  public long min() {
    return min;
  }

  /** Returns the greatest value. */
  public long max() {
    return max;
  }

  /** Returns the SQL name in lower case, as in PostgreSQL's messages. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean contains(long value) {
    return value >= min && value <= max;
  }
}
