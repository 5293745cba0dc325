package dev.colonnade.jdbc.error;

import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.SqlResponse;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;

/**
 * Factory of JDBC's exceptions. The SQLSTATE determines the class, the vendor code is the error's
 * number, and the cause of an error that the server reported is a {@link ServerError}.
 */
public final class SqlFailures {
  /** Number of the server's error for a deadline that has passed. */
  private static final int DEADLINE_EXCEEDED = 1018;

  private static final String QUERY_CANCELED = "57014";
  private static final int CLASS_LENGTH = 2;

  private SqlFailures() {}

  /**
   * Returns the exception of a failed request.
   *
   * @param mayHaveTakenEffect whether the request is a change that can be committed although its
   *     response is missing
   */
  public static SQLException of(ConnectionException failure, boolean mayHaveTakenEffect) {
    SqlResponse.Failed response = failure.response();
    if (response != null) {
      return failure.kind() == ConnectionException.Kind.ENDED
          ? sessionEnded(response)
          : of(response);
    }
    String message = String.valueOf(failure.getMessage());
    return switch (failure.kind()) {
      case NOT_CONNECTED -> new SQLTransientConnectionException(message, "08001", failure);
      case LOST ->
          mayHaveTakenEffect
              ? new SQLNonTransientConnectionException(
                  message + " (the change may have taken effect)", "08007", failure)
              : new SQLNonTransientConnectionException(message, "08006", failure);
      case CLOSED -> new SQLNonTransientConnectionException(message, "08003", failure);
      case PROTOCOL -> new SQLNonTransientConnectionException(message, "08P01", failure);
      case TOO_LONG -> new SQLNonTransientException(message, "54000", failure);
      case LOGIN_FAILED -> new SQLInvalidAuthorizationSpecException(message, "28P01", failure);
      case REFUSED, ENDED -> new SQLNonTransientException(message, "XX000", failure);
    };
  }

  /** Returns the exception for a session that the server has ended with a reason. */
  private static SQLException sessionEnded(SqlResponse.Failed response) {
    ErrorResponse error = response.error();
    SQLException exception =
        new SQLNonTransientConnectionException(error.message(), error.sqlState(), error.number());
    exception.initCause(new ServerError(response));
    return exception;
  }

  /** Returns the exception for an error that the server reported. */
  public static SQLException of(SqlResponse.Failed response) {
    ErrorResponse error = response.error();
    ServerError cause = new ServerError(response);
    String text = text(error, cause);
    String state = error.sqlState();
    SQLException exception =
        switch (state.substring(0, CLASS_LENGTH)) {
          case "08" -> new SQLNonTransientConnectionException(text, state, error.number());
          case "0A" -> new SQLFeatureNotSupportedException(text, state, error.number());
          case "22" -> new SQLDataException(text, state, error.number());
          case "23" -> new SQLIntegrityConstraintViolationException(text, state, error.number());
          case "28" -> new SQLInvalidAuthorizationSpecException(text, state, error.number());
          case "40" -> new SQLTransactionRollbackException(text, state, error.number());
          case "2B", "3D", "3F", "42" -> new SQLSyntaxErrorException(text, state, error.number());
          default -> other(text, error);
        };
    exception.initCause(cause);
    return exception;
  }

  /** Returns the exception for a feature that the driver does not support. */
  public static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", "0A000");
  }

  /** Returns the exception for an invalid argument. */
  public static SQLException badArgument(String message) {
    return new SQLNonTransientException(message, "22023");
  }

  /** Returns the exception for a statement without rows that was run as a query. */
  public static SQLException noRows() {
    return new SQLNonTransientException("the statement returned no rows", "02000");
  }

  /** Returns the exception for a statement with rows that was run as an update. */
  public static SQLException unwantedRows() {
    return new SQLNonTransientException("the statement returned rows", "0100E");
  }

  /** Returns the exception for an invalid cursor state. */
  public static SQLException badCursor(String message) {
    return new SQLNonTransientException(message, "24000");
  }

  /** Returns the exception for a transaction operation in auto-commit mode. */
  public static SQLException noTransaction(String message) {
    return new SQLNonTransientException(message, "25P01");
  }

  /** Returns the exception for a column label that the result does not have. */
  public static SQLException noColumn(String name) {
    return new SQLSyntaxErrorException("there is no such column: column=" + name, "42703");
  }

  /** Returns the exception for a call that is not allowed in the object's state. */
  public static SQLException badState(String message) {
    return new SQLNonTransientException(message, "55000");
  }

  /** Returns the exception for a closed connection. */
  public static SQLException closed() {
    return new SQLNonTransientConnectionException("this connection has been closed", "08003");
  }

  /** Returns the exception for rows that cannot be decoded. */
  public static SQLException malformed(ProtocolException cause) {
    return new SQLNonTransientConnectionException(
        "the server sent rows that cannot be decoded: " + cause.getMessage(), "08P01", cause);
  }

  /** Returns the exception for a value that cannot be converted to the requested type. */
  public static SQLException badConversion(String message) {
    return new SQLDataException(message, "42846");
  }

  /** Returns the exception for a number that is out of the requested type's range. */
  public static SQLException outOfRange(String message) {
    return new SQLDataException(message, "22003");
  }

  /** Returns the exception for a date or time that is out of the requested type's range. */
  public static SQLException dateTimeOutOfRange(String message) {
    return new SQLDataException(message, "22008");
  }

  private static SQLException other(String text, ErrorResponse error) {
    String state = error.sqlState();
    if (state.equals(QUERY_CANCELED)) {
      boolean isTimeout = error.number() == DEADLINE_EXCEEDED || text.contains("timeout");
      return isTimeout
          ? new SQLTimeoutException(text, state, error.number())
          : new SQLNonTransientException(text, state, error.number());
    }
    return error.category() == ErrorCategory.RETRY
        ? new SQLTransientException(text, state, error.number())
        : new SQLNonTransientException(text, state, error.number());
  }

  private static String text(ErrorResponse error, ServerError parts) {
    StringBuilder text = new StringBuilder(error.message());
    parts.detail().ifPresent(detail -> text.append("\n  Detail: ").append(detail));
    parts.hint().ifPresent(hint -> text.append("\n  Hint: ").append(hint));
    if (parts.position() > 0) {
      text.append("\n  Position: ").append(parts.position());
    }
    return text.toString();
  }
}
