package dev.colonnade.split.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Actions that were decided under the lock of the queue and are executed without it. Used by one
 * thread.
 */
final class DeferredActions<K> {
  private final List<Notification> notifications = new ArrayList<>(2);
  private final List<WorkEntry<K>> started = new ArrayList<>(2);
  private List<Completion> repeated = List.of();

  void complete(@Nullable Completion completion, Outcome outcome) {
    if (completion != null) {
      notifications.add(new Notification(completion, outcome));
    }
  }

  void completeAll(List<Completion> completions, Outcome outcome) {
    completions.forEach(completion -> complete(completion, outcome));
  }

  void start(WorkEntry<K> entry) {
    started.add(entry);
  }

  void repeat(List<Completion> followers) {
    repeated = followers;
  }

  List<Completion> repeated() {
    return repeated;
  }

  List<WorkEntry<K>> started() {
    return started;
  }

  /**
   * Notifies all completions. An exception of one does not prevent the notification of the next.
   */
  void notifyCompletions() {
    for (Notification notification : notifications) {
      try {
        notification.completion().completed(notification.outcome());
      } catch (RuntimeException e) {
        Thread current = Thread.currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, e);
      }
    }
  }

  private record Notification(Completion completion, Outcome outcome) {}
}
