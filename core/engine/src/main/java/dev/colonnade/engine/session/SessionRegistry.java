package dev.colonnade.engine.session;

import dev.colonnade.sql.notification.NotificationHub;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread-safe registry of the sessions: counts them by database and assigns their numbers. */
public final class SessionRegistry {
  /** Session counts by database id. */
  private final ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();

  private final NotificationHub notifications = new NotificationHub();

  private final AtomicInteger lastNumber = new AtomicInteger();

  /** Counts a new session of a database; returns its number. */
  int opened(int databaseId) {
    counts.merge(databaseId, 1, Integer::sum);
    return lastNumber.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
  }

  /** Removes a session of a database from the count. */
  void closed(int databaseId) {
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
