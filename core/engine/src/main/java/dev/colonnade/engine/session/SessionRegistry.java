package dev.colonnade.engine.session;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Thread-safe counter of the sessions in each database; assigns session numbers. */
public final class SessionRegistry {
  /** Session counts by database id. */
  private final ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();

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

  /** Returns the number of open sessions of a database. */
  public int count(int databaseId) {
    return counts.getOrDefault(databaseId, 0);
  }
}
