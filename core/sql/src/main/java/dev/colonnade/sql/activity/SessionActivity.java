package dev.colonnade.sql.activity;

import static java.util.Objects.requireNonNull;

import dev.colonnade.progress.SessionProgress;
import org.jspecify.annotations.Nullable;

/** Activity of one session. Written by the thread of the session, read by any thread. */
public final class SessionActivity {
  /** Length to which the text of a statement is cut, in characters, as in PostgreSQL. */
  private static final int QUERY_LENGTH_MAX = 1023;

  /**
   * Activity of a session at one time.
   *
   * @param state null if the session has run nothing yet
   * @param query text of the current or the last statement
   * @param transactionStartMicros start of the transaction; null outside of one
   * @param queryStartMicros start of the statement; null before the first
   * @param changeMicros time of the last change of the state
   */
  public record Snapshot(
      @Nullable ActivityState state,
      String query,
      @Nullable Long transactionStartMicros,
      @Nullable Long queryStartMicros,
      @Nullable Long changeMicros) {
    public Snapshot {
      requireNonNull(query, "query is null");
    }
  }

  private final int number;
  private final int databaseId;
  private final String user;
  private final long startMicros;
  private final SessionProgress progress = new SessionProgress();
  private volatile String applicationName = "";

  /** Bytes written to temporary files. Only the thread of the session reads and writes it. */
  private long spilledBytes;

  /** Number of restarts after conflicts. Only the thread of the session reads and writes it. */
  private long retries;

  private volatile Snapshot snapshot = new Snapshot(null, "", null, null, null);

  public SessionActivity(int number, int databaseId, String user, long startMicros) {
    this.number = number;
    this.databaseId = databaseId;
    this.user = requireNonNull(user, "user is null");
    this.startMicros = startMicros;
  }

  /** Returns the session's number, which is unique in the server process. */
  public int number() {
    return number;
  }

  public int databaseId() {
    return databaseId;
  }

  public String user() {
    return user;
  }

  /** Returns the start of the session in microseconds since 1970. */
  public long startMicros() {
    return startMicros;
  }

  /** Returns the progress of the command that the session executes. */
  public SessionProgress progress() {
    return progress;
  }

  public String applicationName() {
    return applicationName;
  }

  public Snapshot snapshot() {
    return snapshot;
  }

  /** Adds bytes that a statement has written to temporary files. */
  public void addSpilled(long bytes) {
    spilledBytes += bytes;
  }

  /** Returns the bytes that the statements of the session have written to temporary files. */
  public long spilledBytes() {
    return spilledBytes;
  }

  /** Counts a statement that begins again after a conflict. */
  public void addRetry() {
    retries++;
  }

  /** Returns how often the statements of the session began again after a conflict. */
  public long retries() {
    return retries;
  }

  /** Records the start of a statement. */
  public void began(String query, String application, long nowMicros) {
    applicationName = requireNonNull(application, "application is null");
    Long now = nowMicros;
    Long transactionStart = snapshot.transactionStartMicros();
    snapshot =
        new Snapshot(
            ActivityState.ACTIVE,
            query.length() > QUERY_LENGTH_MAX ? query.substring(0, QUERY_LENGTH_MAX) : query,
            transactionStart == null ? now : transactionStart,
            now,
            now);
  }

  /** Records the end of a statement. */
  public void ended(ActivityState next, long nowMicros) {
    Snapshot before = snapshot;
    snapshot =
        new Snapshot(
            next,
            before.query(),
            next == ActivityState.IDLE ? null : before.transactionStartMicros(),
            before.queryStartMicros(),
            nowMicros);
  }
}
