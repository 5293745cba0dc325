package dev.colonnade.server;

import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;

/** Frame-level client of the protocol, which can also violate it. Buffers are on the heap. */
final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 120_000;

  private final Socket socket;
  private final DataInputStream in;
  private final RequestCodec requests = new RequestCodec(ProtocolLimits.DEFAULTS);
  private final ResponseCodec responses = new ResponseCodec(ProtocolLimits.DEFAULTS);

  /** Connects without a handshake. */
  RawClient(InetSocketAddress address) throws IOException {
    socket = new Socket();
    socket.setReceiveBufferSize(64 * 1024);
    socket.connect(address, TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Connects and completes the handshake. */
  static RawClient greeted(InetSocketAddress address) throws IOException {
    RawClient client = new RawClient(address);
    client.send(FrameLayout.CONNECTION_STREAM_ID, hello(""));
    if (!(client.receive().response() instanceof HelloOk)) {
      throw new IOException("no hello");
    }
    return client;
  }

  static Hello hello(String database) {
    return new Hello(
        ProtocolVersion.OLDEST,
        ProtocolVersion.CURRENT,
        new Hello.Identity("raw", database, "colonnade"),
        Set.of(),
        ProtocolLimits.DEFAULTS.frameBytesMax());
  }

  void send(int streamId, Request request) throws IOException {
    send(RequestFrame.of(streamId, request));
  }

  void send(RequestFrame frame) throws IOException {
    ByteBuf out = Unpooled.buffer();
    ByteBuf trailing = requests.trailing(frame);
    requests.encode(frame, out);
    out.writeBytes(trailing, trailing.readerIndex(), trailing.readableBytes());
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    sendBytes(bytes);
  }

  void sendBytes(byte... bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  /** Returns the next frame; throws EOFException if the server closed the connection. */
  ResponseFrame receive() throws IOException {
    int length = Integer.reverseBytes(in.readInt());
    byte[] frame = new byte[length];
    in.readFully(frame);
    return responses.decode(Unpooled.wrappedBuffer(frame));
  }

  /** Returns the next frame, which must be on this stream and of this type. */
  <R extends Response> R receive(int streamId, Class<R> kind) throws IOException {
    ResponseFrame frame = receive();
    if (frame.streamId() != streamId || !kind.isInstance(frame.response())) {
      throw new AssertionError("unexpected frame: " + frame);
    }
    return kind.cast(frame.response());
  }

  /** Returns whether no frame arrives within this time. */
  boolean isQuietFor(int millis) throws IOException {
    socket.setSoTimeout(millis);
    try {
      in.mark(1);
      return in.read() < 0;
    } catch (java.net.SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout(TIMEOUT_MILLIS);
    }
  }

  /** Reads all remaining frames, and returns whether the server closed the connection. */
  boolean isClosedByServer() throws IOException {
    try {
      receive();
      return false;
    } catch (EOFException e) {
      return true;
    } catch (IOException reset) {
      return String.valueOf(reset.getMessage()).contains("reset");
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
