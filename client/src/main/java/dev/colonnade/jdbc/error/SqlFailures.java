package dev.colonnade.jdbc.error;

import dev.colonnade.jdbc.wire.LinkException;
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
 * Makes JDBC's exceptions: the class follows the SQLSTATE, the vendor code is the error's number,
 * and the cause of what a server said is a {@link ServerError}.
 */
public final class SqlFailures {
  /** The server's number for a deadline that has passed. */
  private static final int DEADLINE_EXCEEDED = 1018;

  private static final String QUERY_CANCELED = "57014";
  private static final int CLASS_LENGTH = 2;

  private SqlFailures() {}

  /**
   * What became of a request.
   *
   * @param mayHaveHappened whether it is a change that could stand although its answer is missing
   */
  public static SQLException of(LinkException failure, boolean mayHaveHappened) {
    SqlResponse.Failed answer = failure.answer();
    if (answer != null) {
      return failure.kind() == LinkException.Kind.ENDED ? ended(answer) : of(answer);
    }
    String message = String.valueOf(failure.getMessage());
    return switch (failure.kind()) {
      case NOT_CONNECTED -> new SQLTransientConnectionException(message, "08001", failure);
      case LOST ->
          mayHaveHappened
              ? new SQLNonTransientConnectionException(
                  message + " (the change may have happened)", "08007", failure)
              : new SQLNonTransientConnectionException(message, "08006", failure);
      case CLOSED -> new SQLNonTransientConnectionException(message, "08003", failure);
      case PROTOCOL -> new SQLNonTransientConnectionException(message, "08P01", failure);
      case TOO_LONG -> new SQLNonTransientException(message, "54000", failure);
      case LOGIN_FAILED -> new SQLInvalidAuthorizationSpecException(message, "28P01", failure);
      case REFUSED, ENDED -> new SQLNonTransientException(message, "XX000", failure);
    };
  }

  /** The server ended the connection, and said why. */
  private static SQLException ended(SqlResponse.Failed answer) {
    ErrorResponse error = answer.error();
    SQLException made =
        new SQLNonTransientConnectionException(error.message(), error.sqlState(), error.number());
    made.initCause(new ServerError(answer));
    return made;
  }

  /** What the server said. */
  public static SQLException of(SqlResponse.Failed answer) {
    ErrorResponse error = answer.error();
    ServerError cause = new ServerError(answer);
    String text = text(error, cause);
    String state = error.sqlState();
    SQLException made =
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
    made.initCause(cause);
    return made;
  }

  /** Something that the driver does not do. */
  public static SQLFeatureNotSupportedException unsupported(String what) {
    return new SQLFeatureNotSupportedException(what + " is not supported", "0A000");
  }

  /** An argument that cannot be. */
  public static SQLException badArgument(String message) {
    return new SQLNonTransientException(message, "22023");
  }

  /** A statement returned no rows where rows were asked for. */
  public static SQLException noRows() {
    return new SQLNonTransientException("the statement returned no rows", "02000");
  }

  /** A statement returned rows where a count was asked for. */
  public static SQLException unwantedRows() {
    return new SQLNonTransientException("the statement returned rows", "0100E");
  }

  /** There is no row to read, or none that way. */
  public static SQLException badCursor(String message) {
    return new SQLNonTransientException(message, "24000");
  }

  /** Something of transactions while each statement is one of its own. */
  public static SQLException noTransaction(String message) {
    return new SQLNonTransientException(message, "25P01");
  }

  /** A column that the result does not have. */
  public static SQLException noColumn(String name) {
    return new SQLSyntaxErrorException("there is no such column: column=" + name, "42703");
  }

  /** Something is called when it may not be. */
  public static SQLException badState(String message) {
    return new SQLNonTransientException(message, "55000");
  }

  /** The connection is closed. */
  public static SQLException closed() {
    return new SQLNonTransientConnectionException("this connection has been closed", "08003");
  }

  /** The server sent rows that cannot be read. */
  public static SQLException malformed(ProtocolException cause) {
    return new SQLNonTransientConnectionException(
        "the server sent rows that cannot be read: " + cause.getMessage(), "08P01", cause);
  }

  /** A value cannot be had as what it is asked for. */
  public static SQLException badConversion(String message) {
    return new SQLDataException(message, "42846");
  }

  /** A number does not fit what it is asked for as. */
  public static SQLException outOfRange(String message) {
    return new SQLDataException(message, "22003");
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
