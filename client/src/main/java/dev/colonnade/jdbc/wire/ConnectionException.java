package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.response.SqlResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Failure of a connection or a request. */
public final class ConnectionException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Kind of a failure. */
  public enum Kind {
    /** No server could be reached; nothing was sent. */
    NOT_CONNECTED,
    /** The authentication of the client or of the server failed; nothing was sent. */
    LOGIN_FAILED,
    /**
     * The server ended the session before this request and reported the reason; nothing was
     * executed.
     */
    ENDED,
    /** The connection was lost: the request may or may not have been executed. */
    LOST,
    /** The driver had closed the connection; nothing was sent. */
    CLOSED,
    /** The server violated the protocol; the connection is closed. */
    PROTOCOL,
    /** The request is longer than the server accepts; nothing was sent. */
    TOO_LONG,
    /** The server reported an error for the request; the connection stays open. */
    REFUSED
  }

  private final Kind kind;
  private final transient SqlResponse.@Nullable Failed response;

  ConnectionException(Kind kind, String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message is null"), cause);
    this.kind = requireNonNull(kind, "kind is null");
    this.response = null;
  }

  ConnectionException(SqlResponse.Failed response) {
    this(Kind.REFUSED, response);
  }

  ConnectionException(Kind kind, SqlResponse.Failed response) {
    super(response.error().message());
    this.kind = requireNonNull(kind, "kind is null");
    this.response = response;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the SQLSTATE of the server's error; 08006 if the connection has failed. */
  public String sqlState() {
    SqlResponse.Failed failed = response;
    return failed == null ? "08006" : failed.error().sqlState();
  }

  /**
   * Returns the error that the server reported, if it rejected the request or ended the session.
   */
  public SqlResponse.@Nullable Failed response() {
    return response;
  }
}
