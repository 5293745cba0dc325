package dev.colonnade.sql.notification;

import static java.util.Objects.requireNonNull;

/**
 * Notification that a listening session receives.
 *
 * @param senderNumber number of the session that sent it
 */
public record Notification(int senderNumber, String channel, String payload) {
  public Notification {
    requireNonNull(channel, "channel is null");
    requireNonNull(payload, "payload is null");
  }

  int length() {
    return channel.length() + payload.length();
  }
}
