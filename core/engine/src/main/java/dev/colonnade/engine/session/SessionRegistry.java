package dev.colonnade.engine.session;

import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.notification.NotificationHub;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Thread-safe registry of the sessions: counts them by database, assigns their numbers, and finds
 * the receivers of signals by them.
 */
public final class SessionRegistry {
  /** Session counts by database id. */
  private final ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();

  private final NotificationHub notifications = new NotificationHub();

  /** Receivers of signals by session number. */
  private final ConcurrentHashMap<Integer, SessionSignals> signals = new ConcurrentHashMap<>();

  private final AtomicInteger lastNumber = new AtomicInteger();

  /** Counts a new session of a database; returns its number. */
  int opened(int databaseId) {
    counts.merge(databaseId, 1, Integer::sum);
    return lastNumber.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
  }

  /** Sets the receiver of signals of a session. */
  public void receiveSignals(int number, SessionSignals receiver) {
    signals.put(number, receiver);
  }

  /** Returns the receiver of signals of a session, or null. */
  public @Nullable SessionSignals signals(int number) {
    return signals.get(number);
  }

  /** Removes a session of a database. */
  void closed(int databaseId, int number) {
    signals.remove(number);
    counts.merge(databaseId, -1, Integer::sum);
  }

  /** Returns the notifications between sessions. */
  NotificationHub notifications() {
    return notifications;
  }

  /** Returns the number of open sessions of a database. */
  public int count(int databaseId) {
    return counts.getOrDefault(databaseId, 0);
  }
}
