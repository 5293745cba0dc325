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
  /** Inboxes of sessions that listen to at least one channel, by database id. Guarded by this. */
  private final Map<Integer, Map<NotificationInbox, Set<String>>> listening = new HashMap<>();

  /** Returns the channels of a session in the order in which it began to listen to them. */
  synchronized List<String> channels(int databaseId, NotificationInbox inbox) {
    return List.copyOf(of(databaseId).getOrDefault(inbox, Set.of()));
  }

  synchronized void listen(int databaseId, NotificationInbox inbox, String channel) {
    listening
        .computeIfAbsent(databaseId, _ -> new HashMap<>())
        .computeIfAbsent(inbox, _ -> new LinkedHashSet<>())
        .add(channel);
  }

  synchronized void unlisten(int databaseId, NotificationInbox inbox, String channel) {
    Set<String> channels = of(databaseId).get(inbox);
    if (channels != null && channels.remove(channel) && channels.isEmpty()) {
      unlistenAll(databaseId, inbox);
    }
  }

  synchronized void unlistenAll(int databaseId, NotificationInbox inbox) {
    of(databaseId).remove(inbox);
    if (of(databaseId).isEmpty()) {
      listening.remove(databaseId);
    }
  }

  /** Throws LIMIT_EXCEEDED if a session of the database does not receive in time. */
  synchronized void requireSpace(int databaseId) {
    for (NotificationInbox receiver : of(databaseId).keySet()) {
      if (receiver.isFull()) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED, "too many notifications in the NOTIFY queue");
      }
    }
  }

  /** Adds notifications to the inboxes of the sessions that listen to their channels. */
  synchronized void send(int databaseId, List<Notification> notifications) {
    of(databaseId)
        .forEach(
            (receiver, channels) -> {
              List<Notification> received = new ArrayList<>(notifications);
              received.removeIf(notification -> !channels.contains(notification.channel()));
              if (!received.isEmpty()) {
                receiver.add(received);
              }
            });
  }

  private Map<NotificationInbox, Set<String>> of(int databaseId) {
    return listening.getOrDefault(databaseId, new HashMap<>());
  }
}
