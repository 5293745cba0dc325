package dev.colonnade.client.request;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.client.net.NetConfig;
import dev.colonnade.protocol.ErrorCategory;

/** Retry policy of failed attempts. */
public final class RetryPolicy {
  private static final long PAUSE_MILLIS_FIRST = 10;
  private static final long PAUSE_MILLIS_MAX = 1_000;

  /** Maximum pause between two searches for a leader: the next one serves within seconds. */
  private static final long SEARCH_PAUSE_MILLIS_MAX = 200;

  private static final int DOUBLINGS_MAX = 10;

  private RetryPolicy() {}

  /** Returns whether a failed attempt may be retried. */
  public static boolean mayRetry(Idempotency repeatability, ClientException failure, boolean sent) {
    boolean isSafe = !sent || repeatability == Idempotency.READ;
    return isSafe && failure.category() == ErrorCategory.RETRY;
  }

  /**
   * Returns whether attempts continue beyond their maximum number until the timeout, because no
   * server of the required kind could be reached: a cluster may be choosing its next leader.
   */
  public static boolean awaitsServer(NetConfig config, ClientException failure, boolean sent) {
    return config.choice().target() != TargetServer.ANY
        && !sent
        && failure.is(ClientError.CONNECTION_FAILED);
  }

  /** Returns the failure that the caller receives when no further attempt is made. */
  public static ClientException outcome(
      Idempotency repeatability, ClientException failure, boolean sent) {
    if (sent && repeatability == Idempotency.CHANGE && isOutcomeUnknown(failure)) {
      return new ClientException(
          ClientError.COMMIT_UNKNOWN,
          "the outcome of the change is unknown: " + failure.getMessage(),
          failure);
    }
    return failure;
  }

  /**
   * Returns the pause before the next attempt in milliseconds, after {@code attempts} failed
   * attempts (exponential backoff).
   */
  public static long pauseMillis(int attempts) {
    int doublings = Math.min(attempts - 1, DOUBLINGS_MAX);
    return Math.min(PAUSE_MILLIS_FIRST << doublings, PAUSE_MILLIS_MAX);
  }

  /** Variant of {@link #pauseMillis(int)} that is shorter if no server was found. */
  public static long pauseMillis(int attempts, boolean awaitsServer) {
    long pause = pauseMillis(attempts);
    return awaitsServer ? Math.min(pause, SEARCH_PAUSE_MILLIS_MAX) : pause;
  }

  /** Returns whether the outcome of the request at the server is unknown. */
  private static boolean isOutcomeUnknown(ClientException failure) {
    return failure.is(ClientError.CONNECTION_LOST)
        || failure.is(ClientError.DEADLINE_EXCEEDED)
        || failure.is(ClientError.CANCELED)
        || failure.is(ClientError.CLIENT_CLOSED)
        || failure.is(ClientError.PROTOCOL_VIOLATION);
  }
}
