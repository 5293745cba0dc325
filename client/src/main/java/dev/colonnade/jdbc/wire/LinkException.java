package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.response.SqlResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A request has no answer that it could go on with. */
public final class LinkException extends IOException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    /** No server could be reached; nothing was sent. */
    NOT_CONNECTED,
    /** Who connects could not be shown, or who the server is; nothing was sent. */
    LOGIN_FAILED,
    /** The server ended the connection before this request, and said why; nothing was done. */
    ENDED,
    /** The connection is gone: what was sent may have happened, or not. */
    LOST,
    /** The connection was closed before. */
    CLOSED,
    /** The server answered what it may not; the connection is closed. */
    PROTOCOL,
    /** The request is longer than the server takes; nothing was sent. */
    TOO_LONG,
    /** The server refused the request; the connection goes on. */
    REFUSED
  }

  private final Kind kind;
  private final transient SqlResponse.@Nullable Failed answer;

  LinkException(Kind kind, String message, @Nullable Throwable cause) {
    super(requireNonNull(message, "message is null"), cause);
    this.kind = requireNonNull(kind, "kind is null");
    this.answer = null;
  }

  LinkException(SqlResponse.Failed answer) {
    this(Kind.REFUSED, answer);
  }

  LinkException(Kind kind, SqlResponse.Failed answer) {
    super(answer.error().message());
    this.kind = requireNonNull(kind, "kind is null");
    this.answer = answer;
  }

  public Kind kind() {
    return kind;
  }

  /** What the server said, if it refused or ended the connection. */
  public SqlResponse.@Nullable Failed answer() {
    return answer;
  }
}
