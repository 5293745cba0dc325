package dev.colonnade.sql.block.tree;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Error condition of an exception handler: one SQLSTATE, a class of them, or OTHERS.
 *
 * @param sqlState five characters; empty for OTHERS
 */
public record ErrorCondition(String sqlState) {
  /** All errors except QUERY_CANCELED and ASSERT_FAILURE. */
  public static final ErrorCondition OTHERS = new ErrorCondition("");

  private static final String QUERY_CANCELED = "57014";
  private static final String ASSERT_FAILURE = "P0004";

  public ErrorCondition {
    requireNonNull(sqlState, "sqlState is null");
  }

  /**
   * Returns the SQLSTATE for a text that is an SQLSTATE or a condition name.
   *
   * @throws ColonnadeException UNKNOWN_OBJECT if it is neither
   */
  public static String stateOf(String text) {
    String state = ErrorConditionNames.stateOf(text);
    if (state == null && !text.matches("[0-9A-Z]{5}")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "unrecognized exception condition \"%s\"".formatted(text));
    }
    return state == null ? text : state;
  }

  /** Returns whether the condition matches an error with this SQLSTATE. */
  public boolean matches(String other) {
    if (sqlState.isEmpty()) {
      return !other.equals(QUERY_CANCELED) && !other.equals(ASSERT_FAILURE);
    }
    boolean isOfClass = sqlState.endsWith("000") && other.startsWith(sqlState.substring(0, 2));
    return isOfClass || sqlState.equals(other);
  }
}
