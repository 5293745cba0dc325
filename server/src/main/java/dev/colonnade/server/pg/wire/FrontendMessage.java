package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Message of a client. */
@SuppressWarnings("ArrayRecordComponent") // read once, and never compared
public sealed interface FrontendMessage {
  /** Returns the approximate memory that the message occupies while it is queued, in bytes. */
  default int retainedBytes() {
    return RETAINED_BYTES_MIN;
  }

  /** Releases the buffers of a message that is discarded unread. */
  default void release() {}

  /** Memory of a message without content, in bytes. */
  int RETAINED_BYTES_MIN = 64;

  /**
   * First message of a session.
   *
   * @param minorVersion minor protocol version that the client requests
   */
  record Startup(int minorVersion, Map<String, String> parameters) implements FrontendMessage {
    public Startup {
      parameters = Map.copyOf(parameters);
    }
  }

  /** Request for TLS encryption. */
  record SslRequest() implements FrontendMessage {}

  /** Request for GSSAPI encryption. */
  record GssEncRequest() implements FrontendMessage {}

  /** Request to cancel the statement of another connection. */
  record CancelRequest(int processId, int secretKey) implements FrontendMessage {}

  /** Password or SASL message; the state of the connection determines which. */
  record Password(byte[] content) implements FrontendMessage {}

  /** Simple query: a text of any number of statements. */
  record Query(String sql) implements FrontendMessage {
    public Query {
      requireNonNull(sql, "sql is null");
    }

    @Override
    public int retainedBytes() {
      return RETAINED_BYTES_MIN + sql.length();
    }
  }

  /** Creates a prepared statement. Type OID 0 means that the server infers the type. */
  record Parse(String statement, String sql, int[] typeOids) implements FrontendMessage {
    @Override
    public int retainedBytes() {
      return RETAINED_BYTES_MIN + sql.length() + typeOids.length * Integer.BYTES;
    }
  }

  /**
   * Creates a portal: binds parameters to a statement.
   *
   * @param formats format codes of the values: none for text, one for all of them, or one for each
   * @param values encoded values; null for NULL
   * @param resultFormats format codes of the result columns, with the same rule
   */
  record Bind(
      String portal,
      String statement,
      short[] formats,
      byte[] @Nullable [] values,
      short[] resultFormats)
      implements FrontendMessage {
    @Override
    public int retainedBytes() {
      long bytes = RETAINED_BYTES_MIN;
      for (byte[] value : values) {
        bytes += value == null ? 0 : value.length + RETAINED_BYTES_MIN / 4;
      }
      return (int) Math.min(bytes, Integer.MAX_VALUE);
    }
  }

  /** Requests the parameter and column types of a statement. */
  record DescribeStatement(String statement) implements FrontendMessage {}

  /** Requests the column types of a portal. */
  record DescribePortal(String portal) implements FrontendMessage {}

  /**
   * Executes a portal.
   *
   * @param rowsMax number of rows after which the portal is suspended; 0 for no limit
   */
  record Execute(String portal, int rowsMax) implements FrontendMessage {}

  /** Closes a prepared statement. */
  record CloseStatement(String statement) implements FrontendMessage {}

  /** Closes a portal. */
  record ClosePortal(String portal) implements FrontendMessage {}

  /** Requests that buffered responses be sent. */
  record Flush() implements FrontendMessage {}

  /** End of a series of extended-query messages, which share one implicit transaction. */
  record Sync() implements FrontendMessage {}

  /** Legacy call of a function by its OID; refused. */
  record FunctionCall() implements FrontendMessage {}

  /** Chunk of the data of COPY FROM. The receiver releases it. */
  record CopyData(ByteBuf content) implements FrontendMessage {
    @Override
    public int retainedBytes() {
      return RETAINED_BYTES_MIN + content.capacity();
    }

    @Override
    public void release() {
      content.release();
    }
  }

  /** End of the data of COPY FROM. */
  record CopyDone() implements FrontendMessage {}

  /** Abort of COPY FROM by the client. */
  record CopyFail(String reason) implements FrontendMessage {}

  /**
   * Message of known length whose content does not match its type.
   *
   * @param isQuery whether the client waits for ReadyForQuery without sending a Sync
   */
  record Malformed(ErrorCode code, String reason, boolean isQuery) implements FrontendMessage {}

  /** End of the session by the client. */
  record Terminate() implements FrontendMessage {}
}
