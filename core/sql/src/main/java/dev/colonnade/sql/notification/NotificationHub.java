package dev.colonnade.sql.notification;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Listening sessions of all databases. Thread-safe: the notifications of one transaction arrive
 * together, and those of several transactions in the same order at all sessions.
 */
public final class NotificationHub {
  /** Sessions that listen to at least one channel, by database id. Guarded by this. */
  private final Map<Integer, Map<SessionNotifications, Set<String>>> listening = new HashMap<>();

  /** Returns the notifications of a new session, which listens to no channel. */
  public SessionNotifications newSession(int databaseId, int sessionNumber) {
    return new SessionNotifications(this, databaseId, sessionNumber);
  }

  /** Returns the channels of a session in the order in which it began to listen to them. */
  synchronized List<String> channels(SessionNotifications session) {
    return List.copyOf(of(session).getOrDefault(session, Set.of()));
  }

  synchronized void listen(SessionNotifications session, String channel) {
    listening
        .computeIfAbsent(session.databaseId(), _ -> new HashMap<>())
        .computeIfAbsent(session, _ -> new LinkedHashSet<>())
        .add(channel);
  }

  synchronized void unlisten(SessionNotifications session, String channel) {
    Set<String> channels = of(session).get(session);
    if (channels != null && channels.remove(channel) && channels.isEmpty()) {
      unlistenAll(session);
    }
  }

  synchronized void unlistenAll(SessionNotifications session) {
    of(session).remove(session);
    if (of(session).isEmpty()) {
      listening.remove(session.databaseId());
    }
  }

  /** Throws LIMIT_EXCEEDED if a session of the database does not receive in time. */
  synchronized void requireSpace(int databaseId) {
    for (SessionNotifications receiver : listening.getOrDefault(databaseId, Map.of()).keySet()) {
      if (receiver.inbox().isFull()) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED, "too many notifications in the NOTIFY queue");
      }
    }
  }

  /** Adds notifications to the inboxes of the sessions that listen to their channels. */
  synchronized void send(int databaseId, List<Notification> notifications) {
    listening
        .getOrDefault(databaseId, Map.of())
        .forEach(
            (receiver, channels) -> {
              List<Notification> received = new ArrayList<>(notifications);
              received.removeIf(notification -> !channels.contains(notification.channel()));
              if (!received.isEmpty()) {
                receiver.inbox().add(received);
              }
            });
  }

  private Map<SessionNotifications, Set<String>> of(SessionNotifications session) {
    return listening.getOrDefault(session.databaseId(), new HashMap<>());
  }
}
