package dev.colonnade.sql.notification;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notifications of one session. LISTEN, UNLISTEN and NOTIFY take effect when their transaction
 * commits. One thread, except the inbox, to which other sessions add.
 */
public final class SessionNotifications {
  /** Length at which a channel name is too long, in bytes. */
  private static final int CHANNEL_BYTES_LIMIT = 64;

  /** Length at which a payload is too long, in bytes. */
  private static final int PAYLOAD_BYTES_LIMIT = 8000;

  private sealed interface Change {
    record Listen(String channel) implements Change {}

    /** UNLISTEN; null stands for all channels. */
    record Unlisten(@Nullable String channel) implements Change {}

    record Notify(Notification notification) implements Change {}
  }

  private final NotificationHub hub;
  private final int databaseId;
  private final int sessionNumber;
  private final NotificationInbox inbox = new NotificationInbox();

  /** Changes of the current transaction. */
  private final List<Change> pending = new ArrayList<>();

  /** Creates the notifications of a new session, which listens to no channel. */
  public SessionNotifications(NotificationHub hub, int databaseId, int sessionNumber) {
    this.hub = requireNonNull(hub, "hub is null");
    this.databaseId = databaseId;
    this.sessionNumber = sessionNumber;
  }

  /** Sets the listener that is called by any thread when notifications arrive. */
  public void onArrival(Runnable listener) {
    inbox.onArrival(listener);
  }

  /** Returns whether notifications have arrived. Any thread. */
  public boolean hasArrived() {
    return !inbox.isEmpty();
  }

  /** Removes and returns the notifications that have arrived. */
  public List<Notification> take() {
    return inbox.take();
  }

  /** Returns the channels to which the session listens. */
  public List<String> channels() {
    return hub.channels(databaseId, inbox);
  }

  /** Begins to listen to a channel, when the transaction commits. */
  public void listen(String channel) {
    pending.add(new Change.Listen(channel));
  }

  /** Stops to listen to a channel, or to all if it is null, when the transaction commits. */
  public void unlisten(@Nullable String channel) {
    pending.add(new Change.Unlisten(channel));
  }

  /**
   * Sends a notification when the transaction commits.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if the channel is empty, or a text is too long;
   *     LIMIT_EXCEEDED if a session does not receive its notifications
   */
  public void send(String channel, String payload) {
    require(!channel.isEmpty(), "channel name cannot be empty");
    require(bytesOf(channel) < CHANNEL_BYTES_LIMIT, "channel name too long");
    require(bytesOf(payload) < PAYLOAD_BYTES_LIMIT, "payload string too long");
    hub.requireSpace(databaseId);
    pending.add(new Change.Notify(new Notification(sessionNumber, channel, payload)));
  }

  private static int bytesOf(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
    }
  }

  /** Returns the number of changes of the transaction, as a mark for {@link #rollbackTo}. */
  public int mark() {
    return pending.size();
  }

  /** Discards the changes since a mark. */
  public void rollbackTo(int mark) {
    pending.subList(mark, pending.size()).clear();
  }

  /** Throws LIMIT_EXCEEDED if the notifications of the transaction cannot be sent. */
  public void requireSpace() {
    for (Change change : pending) {
      if (change instanceof Change.Notify) {
        hub.requireSpace(databaseId);
        return;
      }
    }
  }

  /** Applies the changes of the transaction, which has committed. Equal ones are sent once. */
  public void commit() {
    if (pending.isEmpty()) {
      return;
    }
    Set<Notification> sent = new LinkedHashSet<>();
    for (Change change : pending) {
      switch (change) {
        case Change.Listen(String channel) -> hub.listen(databaseId, inbox, channel);
        case Change.Unlisten(String channel) when channel != null ->
            hub.unlisten(databaseId, inbox, channel);
        case Change.Unlisten _ -> hub.unlistenAll(databaseId, inbox);
        case Change.Notify(Notification notification) -> sent.add(notification);
      }
    }
    pending.clear();
    hub.send(databaseId, List.copyOf(sent));
  }

  /** Stops to listen to all channels at once: the session ends or discards its state. */
  public void close() {
    pending.clear();
    hub.unlistenAll(databaseId, inbox);
  }
}
