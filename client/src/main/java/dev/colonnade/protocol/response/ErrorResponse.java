package dev.colonnade.protocol.response;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolException;

/**
 * The request failed; on stream 0 the connection did, and is closed.
 *
 * @param number the error's own number, never reused, within 0 to {@link #NUMBER_MAX}
 * @param sqlState five characters
 * @param message what was expected and what came
 * @param detail more of it, or empty
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

  /** Tells a peer how it broke the protocol. */
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
