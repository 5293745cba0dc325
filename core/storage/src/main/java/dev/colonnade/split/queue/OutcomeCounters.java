package dev.colonnade.split.queue;

import dev.colonnade.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;

/** Counters of the outcomes of work. Guarded by the queue's lock. */
final class OutcomeCounters {
  private final Map<ErrorCode, Long> failed = new EnumMap<>(ErrorCode.class);
  private long succeeded;
  private long notNeeded;
  private long repeated;
  private long dropped;
  private long drained;
  private int queuedPeak;

  void ended(Outcome outcome) {
    switch (outcome) {
      case Outcome.Done _ -> succeeded++;
      case Outcome.NotNeeded _ -> notNeeded++;
      case Outcome.Failed(var cause) -> failed.merge(cause.code(), 1L, Long::sum);
      case Outcome.Dropped _ -> dropped++;
      case Outcome.Drained _ -> drained++;
    }
  }

  void repeated() {
    repeated++;
  }

  void dropped() {
    dropped++;
  }

  void drained() {
    drained++;
  }

  void queued(int size) {
    queuedPeak = Math.max(queuedPeak, size);
  }

  int queuedPeak() {
    return queuedPeak;
  }

  QueueStatistics.Counts counts() {
    return new QueueStatistics.Counts(succeeded, notNeeded, repeated, dropped, drained, failed);
  }
}
