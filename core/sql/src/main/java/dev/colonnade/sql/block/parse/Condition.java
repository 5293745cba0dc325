package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Errors that a handler takes: of one SQLSTATE, of a class of them, or nearly all.
 *
 * @param sqlState five characters; empty for OTHERS
 */
public record Condition(String sqlState) {
  /** All but those that nobody shall take. */
  static final Condition OTHERS = new Condition("");

  private static final String QUERY_CANCELED = "57014";
  private static final String ASSERT_FAILURE = "P0004";

  public Condition {
    requireNonNull(sqlState, "sqlState is null");
  }

  /**
   * The SQLSTATE that a text is, or is a name of.
   *
   * @throws ColonnadeException UNKNOWN_OBJECT if it is neither
   */
  public static String stateOf(String text) {
    String state = ConditionNames.stateOf(text);
    if (state == null && !text.matches("[0-9A-Z]{5}")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "unrecognized exception condition \"%s\"".formatted(text));
    }
    return state == null ? text : state;
  }

  /** Whether it takes an error of this SQLSTATE. */
  public boolean takes(String other) {
    if (sqlState.isEmpty()) {
      return !other.equals(QUERY_CANCELED) && !other.equals(ASSERT_FAILURE);
    }
    boolean isOfClass = sqlState.endsWith("000") && other.startsWith(sqlState.substring(0, 2));
    return isOfClass || sqlState.equals(other);
  }
}
