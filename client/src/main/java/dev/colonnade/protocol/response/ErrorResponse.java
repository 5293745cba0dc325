package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ResponseType;

/**
 * Failure of a request. On stream 0 it is the failure of the connection, which is closed.
 *
 * @param number the error's own number, never reused, within 0 to {@link #NUMBER_MAX}
 * @param sqlState five characters
 * @param message the expected and the actual input or state
 * @param detail further details, or empty
 */
public record ErrorResponse(
    int number, String sqlState, ErrorCategory category, String message, String detail)
    implements Response {
  public static final int NUMBER_MAX = 0xFFFF;
  public static final int SQL_STATE_LENGTH = 5;

  public ErrorResponse {
    requireNonNull(sqlState, "sqlState is null");
    requireNonNull(category, "category is null");
    requireNonNull(message, "message is null");
    requireNonNull(detail, "detail is null");
    if (number < 0 || number > NUMBER_MAX || sqlState.length() != SQL_STATE_LENGTH) {
      throw new IllegalArgumentException(
          "number or SQLSTATE is out of range: number=" + number + " sqlState=" + sqlState);
    }
  }

  /** Returns the response that reports a protocol violation to the peer. */
  public static ErrorResponse of(ProtocolException problem) {
    return new ErrorResponse(
        problem.error().number(),
        problem.error().sqlState(),
        ErrorCategory.USER,
        String.valueOf(problem.getMessage()),
        "");
  }

  @Override
  public ResponseType type() {
    return ResponseType.ERROR;
  }
}
