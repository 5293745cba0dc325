package dev.colonnade.engine.session;

import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.notification.NotificationHub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Thread-safe registry of the sessions: counts them by database, assigns their numbers, and finds
 * the receivers of signals by them.
 */
public final class SessionRegistry {
  /** Session counts by database id. */
  private final ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();

  /** Activities of the open sessions, by number. */
  private final ConcurrentSkipListMap<Integer, SessionActivity> activities =
      new ConcurrentSkipListMap<>();

  private final NotificationHub notifications = new NotificationHub();

  /** Receivers of signals by session number. */
  private final ConcurrentHashMap<Integer, SessionSignals> signals = new ConcurrentHashMap<>();

  /** Durations of settings of new sessions. Written before the ports open. */
  private volatile Map<String, Duration> defaults = Map.of();

  private final AtomicInteger lastNumber = new AtomicInteger();

  /** Sets durations of settings that new sessions begin with, and that RESET restores. */
  public void defaults(Map<String, Duration> settings) {
    defaults = Map.copyOf(settings);
  }

  /** Returns the durations of settings that new sessions begin with. */
  public Map<String, Duration> defaults() {
    return defaults;
  }

  /** Adds a new session of a database; returns its activity, with its number. */
  SessionActivity opened(int databaseId, String user, long nowMicros) {
    counts.merge(databaseId, 1, Integer::sum);
    int number = lastNumber.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
    SessionActivity activity = new SessionActivity(number, databaseId, user, nowMicros);
    activities.put(number, activity);
    return activity;
  }

  /** Sets the receiver of signals of a session. */
  public void receiveSignals(int number, SessionSignals receiver) {
    signals.put(number, receiver);
  }

  /** Returns the receiver of signals of a session, or null. */
  public @Nullable SessionSignals signals(int number) {
    return signals.get(number);
  }

  /** Removes a session. */
  void closed(SessionActivity activity) {
    activities.remove(activity.number());
    signals.remove(activity.number());
    counts.merge(activity.databaseId(), -1, Integer::sum);
  }

  /** Returns the activities of the open sessions, by their numbers. */
  List<SessionActivity> activities() {
    return List.copyOf(activities.values());
  }

  /** Returns the notifications between sessions. */
  NotificationHub notifications() {
    return notifications;
  }

  /** Returns the number of open sessions of a user. */
  public int countOf(String user) {
    return (int)
        activities.values().stream().filter(activity -> activity.user().equals(user)).count();
  }

  /** Returns the number of open sessions of a database. */
  public int count(int databaseId) {
    return counts.getOrDefault(databaseId, 0);
  }
}
