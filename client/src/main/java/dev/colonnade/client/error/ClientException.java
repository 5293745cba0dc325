package dev.colonnade.client.error;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.ErrorResponse;
import org.jspecify.annotations.Nullable;

/** Failure of a request, at the server or on the way. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final String sqlState;
  private final ErrorCategory category;
  private final String detail;

  /** Creates the exception for an error that the client detected. */
  public ClientException(ClientError error, String message) {
    this(error, message, null);
  }

  /** Creates the exception for an error that the client detected, with its cause. */
  public ClientException(ClientError error, String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message is null"), cause);
    this.number = error.number();
    this.sqlState = error.sqlState();
    this.category = error.category();
    this.detail = "";
  }

  /** Creates the exception for an error that the server reported. */
  public ClientException(ErrorResponse error) {
    super(error.message());
    this.number = error.number();
    this.sqlState = error.sqlState();
    this.category = error.category();
    this.detail = error.detail();
  }

  /**
   * Returns the error number: of the server, of {@link ClientError} or of {@code ProtocolError}.
   */
  public int number() {
    return number;
  }

  /** Returns the SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** Returns the category, which states whether a retry may help. */
  public ErrorCategory category() {
    return category;
  }

  /** Returns further details, or an empty text. */
  public String detail() {
    return detail;
  }

  /** Returns whether the client detected this error. */
  public boolean is(ClientError error) {
    return number == error.number();
  }
}
