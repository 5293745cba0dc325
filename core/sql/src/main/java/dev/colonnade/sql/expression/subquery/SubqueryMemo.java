package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.OuterReads;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Results of a subquery by the outer values that its runs have read. A run reads columns depending
 * only on the values that it has read before; so two rows whose values are equal in all columns
 * that any run has read have the same result. One thread.
 */
final class SubqueryMemo<T> {
  private static final long WEIGHT_MAX = 100_000;
  private static final int MISSES_MAX = 10_000;

  private final Map<List<@Nullable Object>, Result<T>> results = new HashMap<>();
  private @Nullable OuterReads reads;
  private boolean keepsLast;
  private long weight;
  private int misses;
  private int hits;

  /**
   * Result of a run.
   *
   * @param weight approximate number of values
   */
  record Result<T>(T value, long weight, ResultMemory memory) {}

  /** Returns the result for the current outer rows; null if there is none. */
  @Nullable T find(Evaluation evaluation) {
    OuterReads known = reads;
    if (known == null || isUseless()) {
      return null;
    }
    Result<T> found = results.get(known.values(evaluation));
    hits += found == null ? 0 : 1;
    return found == null ? null : found.value();
  }

  /** Returns whether values have hardly ever been equal. */
  private boolean isUseless() {
    return misses > MISSES_MAX && hits < misses / 10;
  }

  /** Returns the result of a run, and keeps it for rows with equal outer values if it is small. */
  Result<T> add(Evaluation evaluation, Supplier<Result<T>> run) {
    keepsLast = false;
    if (isUseless()) {
      clear();
      return run.get();
    }
    misses++;
    OuterReads recorded = evaluation.recordReads();
    Result<T> result;
    try {
      result = run.get();
    } finally {
      evaluation.endRecording(recorded);
    }
    keep(evaluation, recorded, result);
    return result;
  }

  /** Returns whether the result that was added last is kept; otherwise the caller frees it. */
  boolean keepsLast() {
    return keepsLast;
  }

  private void keep(Evaluation evaluation, OuterReads recorded, Result<T> result) {
    long resultWeight = result.weight() + 1;
    OuterReads known = reads;
    boolean isWider = known == null || known.addAll(recorded);
    if (known == null) {
      known = recorded;
      reads = recorded;
    }
    if (isWider || weight + resultWeight > WEIGHT_MAX) {
      clear();
    }
    if (resultWeight <= WEIGHT_MAX || known.isEmpty()) {
      Result<T> replaced = results.put(known.values(evaluation), result);
      if (replaced != null) {
        replaced.memory().free();
      }
      weight += resultWeight;
      keepsLast = true;
    }
  }

  private void clear() {
    results.values().forEach(result -> result.memory().free());
    results.clear();
    weight = 0;
  }
}
