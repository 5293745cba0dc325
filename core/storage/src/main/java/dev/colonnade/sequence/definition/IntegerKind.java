package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Locale;

/** The type of a sequence's values. */
public enum IntegerKind {
  SMALLINT(Short.MIN_VALUE, Short.MAX_VALUE),
  INTEGER(Integer.MIN_VALUE, Integer.MAX_VALUE),
  BIGINT(Long.MIN_VALUE, Long.MAX_VALUE);

  private final long min;
  private final long max;

  IntegerKind(long min, long max) {
    this.min = min;
    this.max = max;
  }

  /** The type of this name, as SQL writes it; INVALID_ARGUMENT if a sequence cannot have it. */
  public static IntegerKind of(String sqlName) {
    return switch (sqlName.toLowerCase(Locale.ROOT)) {
      case "smallint", "int2" -> SMALLINT;
      case "integer", "int", "int4" -> INTEGER;
      case "bigint", "int8" -> BIGINT;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "sequence type must be smallint, integer, or bigint");
    };
  }

  /** The smallest value. */
  public long min() {
    return min;
  }

  /** The greatest value. */
  public long max() {
    return max;
  }

  /** The name in SQL, in small letters as PostgreSQL's messages have it. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean holds(long value) {
    return value >= min && value <= max;
  }
}
