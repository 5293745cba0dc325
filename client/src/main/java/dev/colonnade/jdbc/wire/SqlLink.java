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
 * Blocking connection with one session of the server. The thread that sends a request also reads
 * its response. At most one response is incomplete at any time: the rest of it is buffered before
 * the next request is sent.
 *
 * <p>One thread at a time may use it, except {@link #cancel} and {@link #close}, which any thread
 * may call.
 */
public final class SqlLink implements AutoCloseable {
  private static final int FIRST_STREAM = 1;

  /** SQLSTATEs with which a server ends an idle session; it does not execute later requests. */
  private static final Set<String> IDLE_SESSION_END_STATES = Set.of("57P01", "57P05", "25P03");

  /** Timeout of reading the error that the server may have sent before it closed the connection. */
  private static final int CLOSING_ERROR_MILLIS = 1_000;

  private final Socket socket;
  private final FrameInput in;
  private final FrameOutput out;
  private final HelloOk server;

  /** Guards {@link #out}. */
  private final ReentrantLock writeLock = new ReentrantLock();

  private final SqlReply.Channel channel = new ReplyChannel();

  private volatile boolean closed;
  private int nextStream = FIRST_STREAM;
  private @Nullable SqlReply openReply;
  private TransactionState transaction = TransactionState.IDLE;

  private SqlLink(Socket socket, FrameInput in, FrameOutput out, HelloOk server) {
    this.socket = socket;
    this.in = in;
    this.out = out;
    this.server = server;
  }

  /** Connects to the first of the servers that accepts the connection. */
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
      throw new IllegalArgumentException("servers is empty");
    }
    throw failure;
  }

  private static SqlLink connect(InetSocketAddress address, LinkConfig config)
      throws LinkException {
    Socket socket = new Socket();
    try (SocketLimit limit = SocketLimit.start(socket, config.connectMillis())) {
      try {
        SqlLink connection = connect(socket, address, config);
        if (limit.complete()) {
          socket.setSoTimeout(config.readMillis());
          return connection;
        }
        throw notConnected(address, timeoutMessage(limit), null);
      } catch (IOException | RuntimeException failed) {
        SocketLimit.closeQuietly(socket);
        if (failed instanceof LinkException reported) {
          throw reported;
        }
        String reason =
            limit.isPassed() ? timeoutMessage(limit) : String.valueOf(failed.getMessage());
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
    HelloOk server = handshake.run();
    return new SqlLink(socket, handshake.in(), handshake.out(), server);
  }

  private static String timeoutMessage(SocketLimit limit) {
    return "the connection timeout has passed: timeoutMillis=" + limit.millis();
  }

  private static LinkException notConnected(
      InetSocketAddress address, String reason, @Nullable Exception cause) {
    return new LinkException(
        LinkException.Kind.NOT_CONNECTED, "connection to " + address + " failed: " + reason, cause);
  }

  /** Returns the server's hello. */
  public HelloOk server() {
    return server;
  }

  /**
   * Returns the transaction state of the session according to the responses that have been read.
   */
  public TransactionState transaction() {
    return transaction;
  }

  /**
   * Sends a SQL request.
   *
   * @param timeoutMillis the server's deadline; 0 for no limit
   * @param creditPages the credit that the request grants
   */
  public SqlReply call(Request request, int timeoutMillis, int creditPages) throws LinkException {
    SqlReply reply = new SqlReply(channel, send(request, timeoutMillis), creditPages);
    openReply = reply;
    return reply;
  }

  /** Sends a request whose response is one frame and returns the response. */
  public Response exchange(Request request, int timeoutMillis) throws LinkException {
    int stream = send(request, timeoutMillis);
    Response response = receive(stream);
    if (response instanceof SqlResponse.Failed failed) {
      throw new LinkException(failed);
    }
    return response;
  }

  /**
   * Returns whether the server responds within a timeout, 0 for none, and within {@link
   * #readMillis}; closes the connection if not. The socket needs no timeout for it.
   */
  public boolean ping(int timeoutMillis) {
    try {
      int usualMillis = socket.getSoTimeout();
      int limitMillis =
          usualMillis == 0 || timeoutMillis == 0
              ? Math.max(usualMillis, timeoutMillis)
              : Math.min(usualMillis, timeoutMillis);
      socket.setSoTimeout(0);
      try (SocketLimit limit = SocketLimit.start(socket, limitMillis)) {
        exchange(new Ping(), timeoutMillis).release();
        if (limit.complete()) {
          socket.setSoTimeout(usualMillis);
          return true;
        }
      }
    } catch (IOException lost) {
      // the result and the closed connection report it
    }
    close();
    return false;
  }

  /** Blocks until the next frame of a stream has arrived and returns it. */
  private Response receive(int stream) throws LinkException {
    try {
      while (true) {
        ResponseFrame frame = in.read();
        if (frame.streamId() == stream) {
          return trackTransaction(frame.response());
        }
        frame.response().release();
        if (frame.streamId() == FrameLayout.CONNECTION_STREAM_ID) {
          throw endedByServer(frame.response());
        }
      }
    } catch (LinkException reported) {
      throw reported;
    } catch (IOException lost) {
      throw lost(lost);
    } catch (ProtocolException malformed) {
      throw malformed(malformed);
    }
  }

  /** Cancels the request of a stream if it is still running. Thread-safe. */
  public void cancel(int stream) throws LinkException {
    write(RequestFrame.of(stream, new Cancel()));
  }

  /** Sets the time without data after which the connection is closed; 0 for no limit. */
  public void readMillis(int millis) throws LinkException {
    try {
      socket.setSoTimeout(millis);
    } catch (SocketException lost) {
      throw lost(lost);
    }
  }

  /** Returns the time without data after which the connection is closed; 0 for no limit. */
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

  /** Closes the connection; the server rolls back an open transaction. Thread-safe. */
  @Override
  public void close() {
    closed = true;
    SocketLimit.closeQuietly(socket);
  }

  /** Closes the connection because of a response that violates the protocol. */
  private LinkException malformed(ProtocolException cause) {
    close();
    return new LinkException(
        LinkException.Kind.PROTOCOL,
        "the server violated the protocol: " + cause.getMessage(),
        cause);
  }

  private int send(Request request, int timeoutMillis) throws LinkException {
    SqlReply unread = openReply;
    openReply = null;
    if (unread != null) {
      unread.bufferRest();
    }
    int stream = nextStream;
    nextStream = stream == Integer.MAX_VALUE ? FIRST_STREAM : stream + 1;
    try {
      transmit(new RequestFrame(stream, timeoutMillis, request));
    } catch (IOException lost) {
      throw sendFailure(lost);
    }
    return stream;
  }

  private void write(RequestFrame frame) throws LinkException {
    try {
      transmit(frame);
    } catch (LinkException reported) {
      throw reported;
    } catch (IOException lost) {
      throw lost(lost);
    }
  }

  private void transmit(RequestFrame frame) throws IOException {
    if (closed) {
      frame.request().release();
      throw new LinkException(LinkException.Kind.CLOSED, "this connection has been closed", null);
    }
    writeLock.lock();
    try {
      out.add(frame);
      out.flush();
    } catch (ProtocolException tooLong) {
      throw new LinkException(
          LinkException.Kind.TOO_LONG, String.valueOf(tooLong.getMessage()), tooLong);
    } finally {
      writeLock.unlock();
    }
  }

  /** Updates the transaction state; returns the response, an error as a failed SQL request. */
  private Response trackTransaction(Response response) {
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

  /**
   * Returns the reason why a request could not be sent: an error that the server sent before it
   * closed the connection, or else the socket's.
   */
  private LinkException sendFailure(IOException cause) {
    if (cause instanceof LinkException reported) {
      return reported;
    }
    try {
      socket.setSoTimeout(CLOSING_ERROR_MILLIS);
      ResponseFrame frame = in.read();
      while (frame.streamId() != FrameLayout.CONNECTION_STREAM_ID) {
        frame.response().release();
        frame = in.read();
      }
      frame.response().release();
      return endedByServer(frame.response());
    } catch (IOException | ProtocolException noError) {
      return lost(cause);
    }
  }

  private LinkException endedByServer(Response reason) {
    close();
    if (reason instanceof ErrorResponse error
        && IDLE_SESSION_END_STATES.contains(error.sqlState())) {
      return new LinkException(
          LinkException.Kind.ENDED,
          new SqlResponse.Failed(error, TransactionState.IDLE, List.of()));
    }
    String text = reason instanceof ErrorResponse error ? error.message() : "type=" + reason.type();
    return new LinkException(
        LinkException.Kind.LOST, "the server ended the connection: " + text, null);
  }

  private LinkException lost(IOException cause) {
    if (closed) {
      return new LinkException(LinkException.Kind.CLOSED, "this connection has been closed", cause);
    }
    close();
    return new LinkException(
        LinkException.Kind.LOST, "the connection was lost: " + cause.getMessage(), cause);
  }

  /** Side of the connection that replies receive their frames from. */
  private final class ReplyChannel implements SqlReply.Channel {
    @Override
    public Response receive(int stream) throws LinkException {
      return SqlLink.this.receive(stream);
    }

    @Override
    public void send(int stream, Request request) throws LinkException {
      write(RequestFrame.of(stream, request));
    }
  }
}
