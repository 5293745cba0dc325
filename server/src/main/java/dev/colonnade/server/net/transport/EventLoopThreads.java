package dev.colonnade.server.net.transport;

import dev.colonnade.server.host.SchedulerSlice;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * Threads of event loops, which get a processor soon after they wake up: short statements are
 * executed on them, and do not wait behind large queries.
 */
public final class EventLoopThreads extends DefaultThreadFactory {
  private EventLoopThreads(String name) {
    super(name, true);
  }

  /** Returns a factory of daemon threads whose names begin with {@code name}. */
  public static EventLoopThreads of(String name) {
    return new EventLoopThreads(name);
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
