package dev.colonnade.jdbc.wire;

import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.client.trace.ClientTracer;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.frame.WireTraceContext;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Ping;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
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
public final class SocketConnection implements AutoCloseable {
  private static final int FIRST_STREAM = 1;

  /** SQLSTATEs with which a server ends an idle session; it does not execute later requests. */
  private static final Set<String> IDLE_SESSION_END_STATES = Set.of("57P01", "57P05", "25P03");

  /** Timeout of reading the error that the server may have sent before it closed the connection. */
  private static final int CLOSING_ERROR_MILLIS = 1_000;

  private final Socket socket;
  private final FrameInput in;
  private final FrameOutput out;
  private final HelloOk server;
  private final InetSocketAddress address;
  private final ClientTracer tracer;

  /** Guards {@link #out}. */
  private final ReentrantLock writeLock = new ReentrantLock();

  private final ResponseStream.Channel channel = new ReplyChannel();

  private volatile boolean closed;
  private int nextStream = FIRST_STREAM;
  private @Nullable ResponseStream openReply;
  private WireTransactionState transaction = WireTransactionState.IDLE;

  private SocketConnection(
      Socket socket, SocketHandshake handshake, InetSocketAddress address, ClientTracer tracer)
      throws IOException {
    this.socket = socket;
    this.address = address;
    this.tracer = tracer;
    this.server = handshake.run();
    this.in = handshake.in();
    this.out = handshake.out();
  }

  /** Connects to the first of the servers that accepts the connection. */
  public static SocketConnection open(SocketConnectionConfig config) throws ConnectionException {
    ConnectionException failure = null;
    for (InetSocketAddress address : config.servers()) {
      try {
        return connect(address, config);
      } catch (ConnectionException refused) {
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

  private static SocketConnection connect(InetSocketAddress address, SocketConnectionConfig config)
      throws ConnectionException {
    Socket socket = new Socket();
    try (SocketDeadline limit = SocketDeadline.start(socket, config.connectMillis())) {
      try {
        SocketConnection connection = connect(socket, address, config);
        if (limit.complete()) {
          socket.setSoTimeout(config.readMillis());
          return connection;
        }
        throw notConnected(address, timeoutMessage(limit), null);
      } catch (IOException | RuntimeException failed) {
        SocketDeadline.closeQuietly(socket);
        if (failed instanceof ConnectionException reported) {
          throw reported;
        }
        String reason =
            limit.isPassed() ? timeoutMessage(limit) : String.valueOf(failed.getMessage());
        throw notConnected(address, reason, failed);
      }
    }
  }

  private static SocketConnection connect(
      Socket socket, InetSocketAddress address, SocketConnectionConfig config) throws IOException {
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    socket.connect(new InetSocketAddress(address.getHostString(), address.getPort()));
    SocketHandshake handshake = SocketHandshake.begin(socket, address, config);
    return new SocketConnection(socket, handshake, address, config.tracer());
  }

  private static String timeoutMessage(SocketDeadline limit) {
    return "the connection timeout has passed: timeoutMillis=" + limit.millis();
  }

  private static ConnectionException notConnected(
      InetSocketAddress address, String reason, @Nullable Exception cause) {
    return new ConnectionException(
        ConnectionException.Kind.NOT_CONNECTED,
        "connection to " + address.getHostString() + ":" + address.getPort() + " failed: " + reason,
        cause);
  }

  /** Returns the server's hello. */
  public HelloOk server() {
    return server;
  }

  /**
   * Returns the transaction state of the session according to the responses that have been read.
   */
  public WireTransactionState transaction() {
    return transaction;
  }

  /**
   * Sends a SQL request.
   *
   * @param operation name of the operation in traces
   * @param timeoutMillis the server's deadline; 0 for no limit
   * @param creditPages the credit that the request grants
   */
  public ResponseStream call(Request request, String operation, int timeoutMillis, int creditPages)
      throws ConnectionException {
    ClientSpan span = startSpan(operation);
    int stream;
    try {
      stream = send(request, timeoutMillis, span);
    } catch (ConnectionException e) {
      span.end(e.sqlState());
      throw e;
    }
    ResponseStream reply = new ResponseStream(channel, stream, creditPages, span);
    openReply = reply;
    return reply;
  }

  private ClientSpan startSpan(String operation) {
    ClientSpan span = tracer.start(operation);
    span.server(address);
    return span;
  }

  /**
   * Sends a request whose response is one frame and returns the response.
   *
   * @param operation name of the operation in traces
   */
  public Response exchange(Request request, String operation, int timeoutMillis)
      throws ConnectionException {
    ClientSpan span = startSpan(operation);
    try {
      Response response = exchange(request, timeoutMillis, span);
      span.end(null);
      return response;
    } catch (ConnectionException e) {
      span.end(e.sqlState());
      throw e;
    }
  }

  /** Sends a request whose response is one frame, without a span, and returns the response. */
  public Response exchange(Request request, int timeoutMillis) throws ConnectionException {
    return exchange(request, timeoutMillis, ClientSpan.NONE);
  }

  private Response exchange(Request request, int timeoutMillis, ClientSpan span)
      throws ConnectionException {
    int stream = send(request, timeoutMillis, span);
    Response response = receive(stream);
    if (response instanceof SqlResponse.Failed failed) {
      throw new ConnectionException(failed);
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
      try (SocketDeadline limit = SocketDeadline.start(socket, limitMillis)) {
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
  private Response receive(int stream) throws ConnectionException {
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
    } catch (ConnectionException reported) {
      throw reported;
    } catch (IOException lost) {
      throw lost(lost);
    } catch (ProtocolException malformed) {
      throw malformed(malformed);
    }
  }

  /** Cancels the request of a stream if it is still running. Thread-safe. */
  public void cancel(int stream) throws ConnectionException {
    write(RequestFrame.of(stream, new Cancel()));
  }

  /** Sets the time without data after which the connection is closed; 0 for no limit. */
  public void readMillis(int millis) throws ConnectionException {
    try {
      socket.setSoTimeout(millis);
    } catch (SocketException lost) {
      throw lost(lost);
    }
  }

  /** Returns the time without data after which the connection is closed; 0 for no limit. */
  public int readMillis() throws ConnectionException {
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
    SocketDeadline.closeQuietly(socket);
  }

  /** Closes the connection because of a response that violates the protocol. */
  private ConnectionException malformed(ProtocolException cause) {
    close();
    return new ConnectionException(
        ConnectionException.Kind.PROTOCOL,
        "the server violated the protocol: " + cause.getMessage(),
        cause);
  }

  private int send(Request request, int timeoutMillis, ClientSpan span) throws ConnectionException {
    ResponseStream unread = openReply;
    openReply = null;
    if (unread != null) {
      unread.bufferRest();
    }
    int stream = nextStream;
    nextStream = stream == Integer.MAX_VALUE ? FIRST_STREAM : stream + 1;
    try {
      boolean isContinued = server.features().contains(Feature.TRACE_CONTEXT);
      WireTraceContext trace = isContinued ? span.context() : null;
      transmit(new RequestFrame(stream, timeoutMillis, trace, request));
    } catch (IOException lost) {
      throw sendFailure(lost);
    }
    return stream;
  }

  private void write(RequestFrame frame) throws ConnectionException {
    try {
      transmit(frame);
    } catch (ConnectionException reported) {
      throw reported;
    } catch (IOException lost) {
      throw lost(lost);
    }
  }

  private void transmit(RequestFrame frame) throws IOException {
    if (closed) {
      frame.request().release();
      throw new ConnectionException(
          ConnectionException.Kind.CLOSED, "this connection has been closed", null);
    }
    writeLock.lock();
    try {
      out.add(frame);
      out.flush();
    } catch (ProtocolException tooLong) {
      throw new ConnectionException(
          ConnectionException.Kind.TOO_LONG, String.valueOf(tooLong.getMessage()), tooLong);
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
  private ConnectionException sendFailure(IOException cause) {
    if (cause instanceof ConnectionException reported) {
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

  private ConnectionException endedByServer(Response reason) {
    close();
    if (reason instanceof ErrorResponse error
        && IDLE_SESSION_END_STATES.contains(error.sqlState())) {
      return new ConnectionException(
          ConnectionException.Kind.ENDED,
          new SqlResponse.Failed(error, WireTransactionState.IDLE, List.of()));
    }
    String text = reason instanceof ErrorResponse error ? error.message() : "type=" + reason.type();
    return new ConnectionException(
        ConnectionException.Kind.LOST, "the server ended the connection: " + text, null);
  }

  private ConnectionException lost(IOException cause) {
    if (closed) {
      return new ConnectionException(
          ConnectionException.Kind.CLOSED, "this connection has been closed", cause);
    }
    close();
    return new ConnectionException(
        ConnectionException.Kind.LOST, "the connection was lost: " + cause.getMessage(), cause);
  }

  /** Side of the connection that replies receive their frames from. */
  private final class ReplyChannel implements ResponseStream.Channel {
    @Override
    public Response receive(int stream) throws ConnectionException {
      return SocketConnection.this.receive(stream);
    }

    @Override
    public void send(int stream, Request request) throws ConnectionException {
      write(RequestFrame.of(stream, request));
    }
  }
}
