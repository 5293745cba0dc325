package dev.colonnade.jdbc.wire;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ResponseFrame;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.TransactionState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One connection: a session of the server's. The thread that sends a request also waits for its
 * answer; there is at most one request whose answer is still coming, and it is taken into memory
 * before the next one is sent.
 *
 * <p>For one thread at a time, but for {@link #cancel} and {@link #close}, which any thread may
 * call.
 */
public final class SqlLink implements AutoCloseable {
  private static final int FIRST_STREAM = 1;

  /** What servers end connections for on which nothing goes on: what comes later is not done. */
  private static final Set<String> QUIET_ENDS = Set.of("57P01", "57P05", "25P03");

  /** How long to look for what the server said before it hung up: it is here, or it never is. */
  private static final int LAST_WORDS_MILLIS = 1_000;

  private final Socket socket;
  private final FrameInput in;
  private final FrameOutput out;
  private final HelloOk server;

  /** Whoever writes holds it. */
  private final ReentrantLock writing = new ReentrantLock();

  private volatile boolean closed;
  private int nextStream = FIRST_STREAM;
  private @Nullable SqlReply open;
  private TransactionState transaction = TransactionState.IDLE;

  private SqlLink(Socket socket, FrameInput in, FrameOutput out, HelloOk server) {
    this.socket = socket;
    this.in = in;
    this.out = out;
    this.server = server;
  }

  /** Connects to the first of the servers that takes the connection. */
  public static SqlLink open(LinkConfig config) throws LinkException {
    LinkException failure = null;
    for (InetSocketAddress address : config.servers()) {
      try {
        return connect(address, config);
      } catch (LinkException refused) {
        if (failure != null) {
          refused.addSuppressed(failure);
        }
        failure = refused;
      }
    }
    if (failure == null) {
      throw new IllegalArgumentException("no server is given");
    }
    throw failure;
  }

  private static SqlLink connect(InetSocketAddress address, LinkConfig config)
      throws LinkException {
    Socket socket = new Socket();
    try (SocketLimit limit = SocketLimit.start(socket, config.connectMillis())) {
      try {
        SqlLink link = connect(socket, address, config);
        if (limit.met()) {
          socket.setSoTimeout(config.readMillis());
          return link;
        }
        throw notConnected(address, late(limit), null);
      } catch (IOException | RuntimeException failed) {
        closeQuietly(socket);
        if (failed instanceof LinkException ours) {
          throw ours;
        }
        String reason = limit.isPassed() ? late(limit) : String.valueOf(failed.getMessage());
        throw notConnected(address, reason, failed);
      }
    }
  }

  private static SqlLink connect(Socket socket, InetSocketAddress address, LinkConfig config)
      throws IOException {
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()));
    LinkHandshake handshake = LinkHandshake.begin(socket, address, config);
    HelloOk server = handshake.greet();
    return new SqlLink(socket, handshake.in(), handshake.out(), server);
  }

  private static String late(SocketLimit limit) {
    return "no answer within the time for connecting: timeoutMillis=" + limit.millis();
  }

  private static LinkException notConnected(
      InetSocketAddress address, String reason, @Nullable Exception cause) {
    return new LinkException(
        LinkException.Kind.NOT_CONNECTED, "connection to " + address + " failed: " + reason, cause);
  }

  /** What the server said of itself. */
  public HelloOk server() {
    return server;
  }

  /** Where the session is, as far as answers have been read. */
  public TransactionState transaction() {
    return transaction;
  }

  /**
   * Sends a request in SQL.
   *
   * @param timeoutMillis within which the answer is of use; 0 for no limit
   * @param creditPages that the request brings
   */
  public SqlReply call(Request request, int timeoutMillis, int creditPages) throws LinkException {
    SqlReply reply = new SqlReply(this, send(request, timeoutMillis), creditPages);
    open = reply;
    return reply;
  }

  /** Sends a request that is answered by one frame, and waits for it. */
  public Response ask(Request request, int timeoutMillis) throws LinkException {
    int stream = send(request, timeoutMillis);
    Response answer = receive(stream);
    if (answer instanceof SqlResponse.Failed failed) {
      throw new LinkException(failed);
    }
    return answer;
  }

  /**
   * Whether the server answers within a time, 0 for no limit, and within that of {@link
   * #readMillis}; closes the connection if not. No limit is set on the socket for it.
   */
  public boolean answers(int timeoutMillis) {
    try {
      int usualMillis = socket.getSoTimeout();
      int limitMillis =
          usualMillis == 0 || timeoutMillis == 0
              ? Math.max(usualMillis, timeoutMillis)
              : Math.min(usualMillis, timeoutMillis);
      socket.setSoTimeout(0);
      try (SocketLimit limit = SocketLimit.start(socket, limitMillis)) {
        ask(new Ping(), timeoutMillis).release();
        if (limit.met()) {
          socket.setSoTimeout(usualMillis);
          return true;
        }
      }
    } catch (IOException lost) {
      // it is said by closing it
    }
    close();
    return false;
  }

  /** Sends something that has no answer of its own. */
  void tell(int stream, Request request) throws LinkException {
    write(RequestFrame.of(stream, request));
  }

  /** Waits for the next frame of the answer. */
  Response receive(int stream) throws LinkException {
    try {
      while (true) {
        ResponseFrame frame = in.read();
        if (frame.streamId() == stream) {
          return noted(frame.response());
        }
        frame.response().release();
        if (frame.streamId() == FrameLayout.CONNECTION_STREAM_ID) {
          throw ended(frame.response());
        }
      }
    } catch (LinkException said) {
      throw said;
    } catch (IOException lost) {
      throw lost(lost);
    } catch (ProtocolException malformed) {
      throw malformed(malformed);
    }
  }

  /** Gives up the request that runs in a stream, if it still does. Any thread. */
  public void cancel(int stream) throws LinkException {
    write(RequestFrame.of(stream, new Cancel()));
  }

  /** Silence after which the connection is given up; 0 for no limit. */
  public void readMillis(int millis) throws LinkException {
    try {
      socket.setSoTimeout(millis);
    } catch (SocketException lost) {
      throw lost(lost);
    }
  }

  public int readMillis() throws LinkException {
    try {
      return socket.getSoTimeout();
    } catch (SocketException lost) {
      throw lost(lost);
    }
  }

  public boolean isClosed() {
    return closed;
  }

  /** Closes the connection; the server rolls back what is open. Any thread. */
  @Override
  public void close() {
    closed = true;
    closeQuietly(socket);
  }

  /** Closes the connection because of an answer that cannot be. */
  LinkException malformed(ProtocolException cause) {
    close();
    return new LinkException(
        LinkException.Kind.PROTOCOL, "the server broke the protocol: " + cause.getMessage(), cause);
  }

  private int send(Request request, int timeoutMillis) throws LinkException {
    SqlReply unread = open;
    open = null;
    if (unread != null) {
      unread.takeIntoMemory();
    }
    int stream = nextStream;
    nextStream = stream == Integer.MAX_VALUE ? FIRST_STREAM : stream + 1;
    try {
      transmit(new RequestFrame(stream, timeoutMillis, request));
    } catch (IOException lost) {
      throw unsent(lost);
    }
    return stream;
  }

  private void write(RequestFrame frame) throws LinkException {
    try {
      transmit(frame);
    } catch (LinkException ours) {
      throw ours;
    } catch (IOException lost) {
      throw lost(lost);
    }
  }

  private void transmit(RequestFrame frame) throws IOException {
    if (closed) {
      frame.request().release();
      throw new LinkException(LinkException.Kind.CLOSED, "this connection has been closed", null);
    }
    writing.lock();
    try {
      out.add(frame);
      out.flush();
    } catch (ProtocolException tooLong) {
      throw new LinkException(
          LinkException.Kind.TOO_LONG, String.valueOf(tooLong.getMessage()), tooLong);
    } finally {
      writing.unlock();
    }
  }

  private Response noted(Response response) {
    if (response instanceof SqlResponse.End end) {
      transaction = end.state().transaction();
    } else if (response instanceof SqlResponse.BatchEnd end) {
      transaction = end.state().transaction();
    } else if (response instanceof SqlResponse.Failed failed) {
      transaction = failed.transaction();
    } else if (response instanceof ErrorResponse error) {
      return new SqlResponse.Failed(error, transaction, List.of());
    }
    return response;
  }

  /** Why a request could not be sent: what the server said last says more than the socket does. */
  private LinkException unsent(IOException cause) {
    if (cause instanceof LinkException ours) {
      return ours;
    }
    try {
      socket.setSoTimeout(LAST_WORDS_MILLIS);
      ResponseFrame frame = in.read();
      while (frame.streamId() != FrameLayout.CONNECTION_STREAM_ID) {
        frame.response().release();
        frame = in.read();
      }
      frame.response().release();
      return ended(frame.response());
    } catch (IOException | ProtocolException saidNothing) {
      return lost(cause);
    }
  }

  private LinkException ended(Response why) {
    close();
    if (why instanceof ErrorResponse error && QUIET_ENDS.contains(error.sqlState())) {
      return new LinkException(
          LinkException.Kind.ENDED,
          new SqlResponse.Failed(error, TransactionState.IDLE, List.of()));
    }
    String reason = why instanceof ErrorResponse error ? error.message() : "type=" + why.type();
    return new LinkException(
        LinkException.Kind.LOST, "the server ended the connection: " + reason, null);
  }

  private LinkException lost(IOException cause) {
    if (closed) {
      return new LinkException(LinkException.Kind.CLOSED, "this connection has been closed", cause);
    }
    close();
    return new LinkException(
        LinkException.Kind.LOST, "the connection was lost: " + cause.getMessage(), cause);
  }

  static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException ignored) { // it is of no use any more, and nothing is waiting in it
      assert socket.isClosed();
    }
  }
}
