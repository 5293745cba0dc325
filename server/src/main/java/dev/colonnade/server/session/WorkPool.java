package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.Exchange;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that may wait, and the requests that wait for them. New requests are refused when too
 * many wait; what was let in goes on whatever the queue looks like, at most once in it for each
 * request.
 */
public final class WorkPool implements AutoCloseable {
  private static final long CLOSE_WAIT_SECONDS = 30;

  private final String name;
  private final int queueMax;
  private final ThreadPoolExecutor threads;

  public WorkPool(String name, int threadCount, int queueMax) {
    this.name = requireNonNull(name, "name is null");
    this.queueMax = queueMax;
    this.threads =
        new ThreadPoolExecutor(
            threadCount,
            threadCount,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("colonnade-" + name + "-", 0).factory());
  }

  /** Requests that wait. */
  public int queued() {
    return threads.getQueue().size();
  }

  /**
   * Has {@code work} done for a new request; what it throws is the answer.
   *
   * @throws ColonnadeException OVERLOADED if too many wait, SHUTTING_DOWN
   */
  void submit(Exchange exchange, Runnable work) {
    if (queued() >= queueMax) {
      throw new ColonnadeException(
          ErrorCode.OVERLOADED, "too many requests wait: pool=" + name + " max=" + queueMax);
    }
    resume(() -> run(exchange, work));
  }

  /** Goes on with a request that was let in before. */
  void resume(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the server is shutting down", e);
    }
  }

  private static void run(Exchange exchange, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
    }
  }

  /** Ends the threads when they have done what they were given. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
