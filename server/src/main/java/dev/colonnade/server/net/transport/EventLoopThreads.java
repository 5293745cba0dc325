package dev.colonnade.server.net.transport;

import dev.colonnade.server.host.SchedulerSlice;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Threads of event loops, which get a processor soon after they wake up: short statements are
 * executed on them, and do not wait behind large queries.
 */
public final class EventLoopThreads extends DefaultThreadFactory {
  private static final int END_SECONDS_MAX = 5;

  private EventLoopThreads(String name) {
    super(name, true);
  }

  /** Returns a factory of daemon threads whose names begin with {@code name}. */
  public static EventLoopThreads of(String name) {
    return new EventLoopThreads(name);
  }

  /** Ends threads that accept connections. */
  public static void endAccepting(EventLoopGroup acceptors) {
    acceptors.shutdownGracefully(0, END_SECONDS_MAX, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /**
   * Closes connections, when no more are accepted. Without it a connection could stay open forever:
   * an event loop ends without closing its channels if its shutdown begins between its check for
   * that and the end of its tasks.
   *
   * @param open returns the channels of all connections whose initialization has ended
   */
  public static void close(EventLoopGroup eventLoops, Supplier<Collection<Channel>> open) {
    for (EventExecutor eventLoop : eventLoops) {
      if (!eventLoop.isShuttingDown()) {
        eventLoop.submit(() -> {}).awaitUninterruptibly(); // after accepted ones are initialized
      }
    }
    List.copyOf(open.get()).forEach(channel -> channel.close().awaitUninterruptibly());
  }

  /** Ends event loops whose channels are closed. */
  public static void end(EventLoopGroup eventLoops) {
    eventLoops.shutdownGracefully(0, END_SECONDS_MAX, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  @Override
  public Thread newThread(Runnable eventLoop) {
    return super.newThread(
        () -> {
          SchedulerSlice.shorten();
          eventLoop.run();
        });
  }
}
