package dev.colonnade.server.session.pool;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.Exchange;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Thread pool of requests that may block, with admission control: new requests are refused while
 * the queue is full. Admitted requests are resumed regardless of the queue length; each request is
 * queued at most once.
 */
public final class RequestPool implements AutoCloseable {
  private static final long CLOSE_WAIT_SECONDS = 30;

  private final String name;
  private final int queueMax;
  private final ThreadPoolExecutor threads;

  public RequestPool(String name, int threadCount, int queueMax) {
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

  /** Returns the number of queued requests. */
  public int queued() {
    return threads.getQueue().size();
  }

  /**
   * Executes {@code work} for a new request; an exception that it throws becomes the response.
   *
   * @throws ColonnadeException OVERLOADED if the queue is full, SHUTTING_DOWN
   */
  public void submit(Exchange exchange, Runnable work) {
    if (queued() >= queueMax) {
      throw new ColonnadeException(
          ErrorCode.OVERLOADED, "too many queued requests: pool=" + name + " max=" + queueMax);
    }
    resume(() -> run(exchange, work));
  }

  /** Resumes an admitted request. */
  public void resume(Runnable work) {
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

  /** Ends the threads after the queued requests; waits at most 30 seconds. */
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
