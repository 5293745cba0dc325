package dev.colonnade.client;

import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.FrameEncoder;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Scripted server. It completes the handshake itself unless the script handles it. */
@SuppressWarnings("FutureReturnValueIgnored") // nothing depends on when a response is written
final class FakeServer implements AutoCloseable {
  /** Script that handles requests on the server's only event loop. */
  interface Script {
    void onRequest(Session session, RequestFrame frame);
  }

  /** Connection of a client. */
  static final class Session {
    private final ChannelHandlerContext context;

    private Session(ChannelHandlerContext context) {
      this.context = context;
    }

    void send(int streamId, Response response) {
      context.writeAndFlush(new ResponseFrame(streamId, response)).syncUninterruptibly();
    }

    void answer(RequestFrame request, Response response) {
      context.writeAndFlush(new ResponseFrame(request.streamId(), response));
    }

    void sendRaw(ByteBuf bytes) {
      context.writeAndFlush(bytes);
    }

    void later(long millis, Runnable task) {
      context.executor().schedule(task, millis, TimeUnit.MILLISECONDS);
    }

    @Override
    public String toString() {
      return context.channel().toString();
    }

    boolean isOpen() {
      return context.channel().isOpen();
    }

    void close() {
      context.close();
    }
  }

  private final EventLoopGroup eventLoop =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Queue<RequestFrame> requests = new ConcurrentLinkedQueue<>();
  private final Queue<Session> sessions = new ConcurrentLinkedQueue<>();
  private final Channel listener;
  private volatile Script script;
  private volatile boolean completesHandshake = true;
  private volatile boolean isFollower;
  private volatile boolean hasTransactions = true;
  private volatile ProtocolLimits limits = ProtocolLimits.DEFAULTS;

  FakeServer(Script script) {
    this.script = script;
    this.listener =
        new ServerBootstrap()
            .group(eventLoop)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    addHandlers(channel);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  void script(Script newScript) {
    script = newScript;
  }

  /** Passes hellos to the script from here on, like all requests. */
  void passHellosToScript() {
    completesHandshake = false;
  }

  /**
   * Changes the role, as a server of a cluster does: connections are closed. The thread that
   * answers requests does so, so that no session of before begins in the new role.
   */
  void follower(boolean follower) {
    EventLoop thread = eventLoop.next();
    if (thread.inEventLoop()) {
      change(follower);
    } else {
      thread.submit(() -> change(follower)).syncUninterruptibly();
    }
  }

  private void change(boolean follower) {
    sessions.forEach(Session::close);
    isFollower = follower;
  }

  /** Makes later connections those of a server without transactions of clients. */
  void withoutTransactions() {
    hasTransactions = false;
  }

  void limits(ProtocolLimits newLimits) {
    limits = newLimits;
  }

  /** Returns the received requests without hellos; their buffers are released. */
  Queue<RequestFrame> requests() {
    return requests;
  }

  /** Returns all accepted connections, including closed ones. */
  Queue<Session> sessions() {
    return sessions;
  }

  ClientBuilder newClient() {
    return ColonnadeClient.builder()
        .server("127.0.0.1", port())
        .connectTimeout(Duration.ofMinutes(2));
  }

  @Override
  public void close() {
    eventLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private Set<Feature> features() {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    if (isFollower) {
      features.add(Feature.FOLLOWER);
    }
    if (hasTransactions) {
      features.add(Feature.ROW_TRANSACTIONS);
    }
    return features;
  }

  private void addHandlers(Channel channel) {
    FrameDecoder<RequestFrame> decoder =
        new FrameDecoder<>(new RequestCodec(ProtocolLimits.DEFAULTS));
    channel
        .pipeline()
        .addLast(decoder)
        .addLast(new FrameEncoder<>(new ResponseCodec(ProtocolLimits.DEFAULTS)))
        .addLast(new Handler(decoder));
  }

  private final class Handler extends ChannelInboundHandlerAdapter {
    private final FrameDecoder<RequestFrame> decoder;

    Handler(FrameDecoder<RequestFrame> decoder) {
      this.decoder = decoder;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      sessions.add(new Session(context));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      RequestFrame frame = (RequestFrame) message;
      Session session = new Session(context);
      if (frame.request() instanceof Hello && completesHandshake) {
        decoder.handshakeDone(limits.frameBytesMax());
        HelloOk ok = new HelloOk(ProtocolVersion.CURRENT, "fake", "0", limits, features());
        session.answer(new RequestFrame(FrameLayout.CONNECTION_STREAM_ID, 0, frame.request()), ok);
        return;
      }
      requests.add(frame);
      script.onRequest(session, frame);
      frame.request().release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
