package dev.colonnade.client.error;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.response.ErrorResponse;
import org.jspecify.annotations.Nullable;

/** A request failed: at the server, or on the way. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int number;
  private final String sqlState;
  private final ErrorCategory category;
  private final String detail;

  /** What the client found. */
  public ClientException(ClientError error, String message) {
    this(error, message, null);
  }

  /** What the client found, and why. */
  public ClientException(ClientError error, String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message is null"), cause);
    this.number = error.number();
    this.sqlState = error.sqlState();
    this.category = error.category();
    this.detail = "";
  }

  /** What the server said. */
  public ClientException(ErrorResponse error) {
    super(error.message());
    this.number = error.number();
    this.sqlState = error.sqlState();
    this.category = error.category();
    this.detail = error.detail();
  }

  /** The error's own number: of the server's list, of {@link ClientError}, of the protocol's. */
  public int number() {
    return number;
  }

  public String sqlState() {
    return sqlState;
  }

  public ErrorCategory category() {
    return category;
  }

  /** More than the message, or empty. */
  public String detail() {
    return detail;
  }

  /** Whether this is what the client found. */
  public boolean is(ClientError error) {
    return number == error.number();
  }
}
