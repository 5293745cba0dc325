package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.ErrorCategory;

/** What becomes of failed attempts. */
public final class RetryPolicy {
  private static final long PAUSE_MILLIS_FIRST = 10;
  private static final long PAUSE_MILLIS_MAX = 1_000;
  private static final int DOUBLINGS_MAX = 10;

  private RetryPolicy() {}

  /** Whether a failed attempt may be followed by another. */
  public static boolean mayRepeat(
      Repeatability repeatability, ClientException failure, boolean sent) {
    boolean harmless = !sent || repeatability == Repeatability.READ;
    return harmless && failure.category() == ErrorCategory.RETRY;
  }

  /** What the caller is told when no further attempt is made. */
  public static ClientException outcome(
      Repeatability repeatability, ClientException failure, boolean sent) {
    if (sent && repeatability == Repeatability.CHANGE && isSilence(failure)) {
      return new ClientException(
          ClientError.COMMIT_UNKNOWN,
          "it is not known whether the change happened: " + failure.getMessage(),
          failure);
    }
    return failure;
  }

  /** How long to wait before the next attempt, once {@code attempts} have failed. */
  public static long pauseMillis(int attempts) {
    int doublings = Math.min(attempts - 1, DOUBLINGS_MAX);
    return Math.min(PAUSE_MILLIS_FIRST << doublings, PAUSE_MILLIS_MAX);
  }

  /** Whether the server did not say what became of the request. */
  private static boolean isSilence(ClientException failure) {
    return failure.is(ClientError.CONNECTION_LOST)
        || failure.is(ClientError.DEADLINE_EXCEEDED)
        || failure.is(ClientError.CANCELED)
        || failure.is(ClientError.CLIENT_CLOSED)
        || failure.is(ClientError.PROTOCOL_VIOLATION);
  }
}
