package dev.colonnade.server.session.pool;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Virtual threads on which sessions execute statements, one for each task. Closing waits for a
 * limited time: the statements are canceled before, and end within milliseconds.
 */
public final class SessionThreads implements Executor, AutoCloseable {
  /** Time that tasks have to end when the threads are closed, and again once interrupted. */
  static final Duration CLOSE_WAIT = Duration.ofSeconds(10);

  private final String name;
  private final Duration closeWait;
  private final ExecutorService threads;

  private SessionThreads(String name, Duration closeWait) {
    this.name = requireNonNull(name, "name is null");
    this.closeWait = requireNonNull(closeWait, "closeWait is null");
    this.threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name).factory());
  }

  /**
   * Returns an executor.
   *
   * @param name prefix of the names of its threads
   */
  public static SessionThreads of(String name) {
    return new SessionThreads(name, CLOSE_WAIT);
  }

  static SessionThreads of(String name, Duration closeWait) {
    return new SessionThreads(name, closeWait);
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(work);
  }

  /**
   * Refuses further tasks and waits for those that run; interrupts them if they take too long.
   *
   * @throws IllegalStateException if tasks still run: what they use must not be closed then
   */
  @Override
  public void close() {
    threads.shutdown();
    if (!areEnded()) {
      threads.shutdownNow();
      if (!areEnded()) {
        throw new IllegalStateException("sessions still execute statements: threads=" + name);
      }
    }
  }

  private boolean areEnded() {
    try {
      return threads.awaitTermination(closeWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return threads.isTerminated();
    }
  }
}
