package dev.colonnade.sql.notification;

import java.util.ArrayList;
import java.util.List;

/** Notifications that a session has not sent to its client yet. Thread-safe. */
final class NotificationInbox {
  /** Length of the unsent notifications beyond which the inbox is full, in characters. */
  static final long LENGTH_MAX = 32L * 1024 * 1024;

  /** Length that each notification counts in addition to its texts. */
  private static final int LENGTH_OVERHEAD = 64;

  private final List<Notification> notifications = new ArrayList<>();
  private long length;
  private Runnable listener = () -> {};

  /** Sets the listener, which each arrival calls. */
  synchronized void onArrival(Runnable next) {
    listener = next;
  }

  synchronized boolean isEmpty() {
    return notifications.isEmpty();
  }

  synchronized boolean isFull() {
    return length > LENGTH_MAX;
  }

  /** Adds notifications; those of one call are received together. */
  void add(List<Notification> added) {
    Runnable notified;
    synchronized (this) {
      notifications.addAll(added);
      added.forEach(notification -> length += notification.length() + LENGTH_OVERHEAD);
      notified = listener;
    }
    notified.run();
  }

  /** Removes and returns all notifications, in the order of their arrival. */
  synchronized List<Notification> take() {
    List<Notification> taken = List.copyOf(notifications);
    notifications.clear();
    length = 0;
    return taken;
  }
}
