package dev.colonnade.split.queue;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was decided under the lock, to be done without it. Used by one thread. */
final class Effects<K> {
  private final List<Settlement> settlements = new ArrayList<>(2);
  private final List<Entry<K>> started = new ArrayList<>(2);
  private List<Completion> repeated = List.of();

  void settle(@Nullable Completion completion, Outcome outcome) {
    if (completion != null) {
      settlements.add(new Settlement(completion, outcome));
    }
  }

  void settleAll(List<Completion> completions, Outcome outcome) {
    completions.forEach(completion -> settle(completion, outcome));
  }

  void start(Entry<K> entry) {
    started.add(entry);
  }

  void repeat(List<Completion> followers) {
    repeated = followers;
  }

  List<Completion> repeated() {
    return repeated;
  }

  List<Entry<K>> started() {
    return started;
  }

  /** Tells everyone. One that throws keeps no other from being told. */
  void settleAll() {
    for (Settlement settlement : settlements) {
      try {
        settlement.completion().settled(settlement.outcome());
      } catch (RuntimeException e) {
        Thread current = Thread.currentThread();
        current.getUncaughtExceptionHandler().uncaughtException(current, e);
      }
    }
  }

  private record Settlement(Completion completion, Outcome outcome) {}
}
