package dev.colonnade.split.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fake work with urgencies and failures under the control of the test. */
final class FakeWork implements Work<String> {
  final List<String> runs = new ArrayList<>();
  private final Map<String, Urgency> needs = new HashMap<>();
  private final Set<String> failing = new HashSet<>();
  private final Set<String> running = new HashSet<>();
  private final Map<String, Runnable> during = new HashMap<>();

  void need(String key, double priority) {
    need(key, priority, 0);
  }

  void need(String key, double priority, long costBytes) {
    needs.put(key, new Urgency(priority, costBytes));
  }

  void forget(String key) {
    needs.remove(key);
  }

  void fail(String key) {
    failing.add(key);
  }

  void heal(String key) {
    failing.remove(key);
  }

  boolean isFailing(String key) {
    return failing.contains(key);
  }

  /** Executes {@code action} during the next run of a key. */
  void during(String key, Runnable action) {
    during.put(key, action);
  }

  @Override
  public @Nullable Urgency urgency(String key) {
    return needs.get(key);
  }

  @Override
  public boolean run(String key) {
    assertThat(running.add(key)).as("%s runs once at a time", key).isTrue();
    try {
      runs.add(key);
      boolean isNeeded = failing.contains(key) || needs.remove(key) != null;
      Runnable action = during.remove(key);
      if (action != null) {
        action.run();
      }
      if (failing.contains(key)) {
        throw new ColonnadeException(ErrorCode.RANGE_UNSPLITTABLE, "injected failure key=" + key);
      }
      return isNeeded;
    } finally {
      running.remove(key);
    }
  }
}
