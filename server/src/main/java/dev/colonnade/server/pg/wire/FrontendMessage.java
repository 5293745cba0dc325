package dev.colonnade.server.pg.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a client sends. */
@SuppressWarnings("ArrayRecordComponent") // read once, and never compared
public sealed interface FrontendMessage {
  /** About how many bytes it keeps while it waits to be worked on. */
  default int heldBytes() {
    return HELD_BYTES_LEAST;
  }

  /** Frees what it holds, if it is thrown away unread. */
  default void release() {}

  /** What a message without anything in it takes. */
  int HELD_BYTES_LEAST = 64;

  /**
   * The first message of a session.
   *
   * @param minorVersion that the client would like
   */
  record Startup(int minorVersion, Map<String, String> parameters) implements FrontendMessage {
    public Startup {
      parameters = Map.copyOf(parameters);
    }
  }

  /** May we speak TLS? */
  record SslRequest() implements FrontendMessage {}

  /** May we speak GSSAPI? */
  record GssEncRequest() implements FrontendMessage {}

  /** The statement of another connection is to be given up. */
  record CancelRequest(int processId, int secretKey) implements FrontendMessage {}

  /** A password, or a step of SASL: which of them only the state of the conversation tells. */
  record Password(byte[] content) implements FrontendMessage {}

  /** A text of any number of statements. */
  record Query(String sql) implements FrontendMessage {
    public Query {
      requireNonNull(sql, "sql is null");
    }

    @Override
    public int heldBytes() {
      return HELD_BYTES_LEAST + sql.length();
    }
  }

  /** Names a statement. Type 0 is one that is not told. */
  record Parse(String statement, String sql, int[] typeOids) implements FrontendMessage {
    @Override
    public int heldBytes() {
      return HELD_BYTES_LEAST + sql.length() + typeOids.length * Integer.BYTES;
    }
  }

  /**
   * Gives a statement its parameters.
   *
   * @param formats of the values: none for text, one for all of them, or one for each
   * @param values as they came; null for NULL
   * @param resultFormats of the columns, in the same way
   */
  record Bind(
      String portal,
      String statement,
      short[] formats,
      byte[] @Nullable [] values,
      short[] resultFormats)
      implements FrontendMessage {
    @Override
    public int heldBytes() {
      long held = HELD_BYTES_LEAST;
      for (byte[] value : values) {
        held += value == null ? 0 : value.length + HELD_BYTES_LEAST / 4;
      }
      return (int) Math.min(held, Integer.MAX_VALUE);
    }
  }

  /** What does a statement take and give? */
  record DescribeStatement(String statement) implements FrontendMessage {}

  /** What does a portal give? */
  record DescribePortal(String portal) implements FrontendMessage {}

  /**
   * Runs a portal.
   *
   * @param rowsMax after which it is suspended; 0 for no limit
   */
  record Execute(String portal, int rowsMax) implements FrontendMessage {}

  /** Forgets a statement. */
  record CloseStatement(String statement) implements FrontendMessage {}

  /** Forgets a portal. */
  record ClosePortal(String portal) implements FrontendMessage {}

  /** Send what is there. */
  record Flush() implements FrontendMessage {}

  /** The end of a series of messages that share one fate. */
  record Sync() implements FrontendMessage {}

  /** Calls a function by its OID: an old way that is refused. */
  record FunctionCall() implements FrontendMessage {}

  /** A piece of what is copied in. The receiver releases it. */
  record CopyData(ByteBuf content) implements FrontendMessage {
    @Override
    public int heldBytes() {
      return HELD_BYTES_LEAST + content.capacity();
    }

    @Override
    public void release() {
      content.release();
    }
  }

  /** Everything was copied in. */
  record CopyDone() implements FrontendMessage {}

  /** Copying in is given up. */
  record CopyFail(String reason) implements FrontendMessage {}

  /**
   * A message whose end is known, but that is not of its type's form.
   *
   * @param isQuery whether the client waits for ReadyForQuery without a Sync
   */
  record Malformed(ErrorCode code, String reason, boolean isQuery) implements FrontendMessage {}

  /** The client goes. */
  record Terminate() implements FrontendMessage {}
}
