package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.kv.load.SplitSetup;
import java.util.List;
import java.util.function.Predicate;

/**
 * Published result of another system for the same load (CockroachDB's pull request 21562, 2018),
 * and the target for this system.
 *
 * @param setup configuration of splits
 * @param published result of the other system
 * @param target description of the target
 * @param condition returns whether a result meets the target
 */
record GridTarget(
    SplitSetup setup, String published, String target, Predicate<GridResult> condition) {
  private static final int MIB = 1 << 20;

  static final List<GridTarget> ALL =
      List.of(
          new GridTarget(
              new SplitSetup(2 * MIB, 1, false, true),
              "59.4 MB, 30 x, unbounded queue",
              "keeps up",
              GridResult::keepsUp),
          new GridTarget(
              new SplitSetup(2 * MIB, 4, false, true),
              "6.43 MB, 3 x",
              "at most 2 x",
              cell -> cell.largestAtMost(2)),
          new GridTarget(
              new SplitSetup(2 * MIB, 4, true, true),
              "4.91 MB, 2.5 x",
              "at most 1.5 x",
              cell -> cell.largestAtMost(1.5)),
          new GridTarget(
              new SplitSetup(MIB, 4, false, true),
              "8.02 MB, 8 x",
              "at most 3 x",
              cell -> cell.largestAtMost(3)),
          new GridTarget(
              new SplitSetup(MIB, 4, true, true),
              "3.60 MB, 4 x, p99 clearly worse",
              "at most 2 x, p99 at most 2 x",
              cell -> cell.largestAtMost(2) && cell.latencyRatio() <= 2),
          new GridTarget(
              new SplitSetup(MIB, 16, true, true), "keeps up", "keeps up", GridResult::keepsUp));

  GridTarget {
    requireNonNull(setup, "setup is null");
    requireNonNull(published, "published is null");
    requireNonNull(target, "target is null");
    requireNonNull(condition, "condition is null");
  }

  boolean isMetBy(GridResult cell) {
    return condition.test(cell);
  }

  /** Returns the result of this line's configuration. */
  GridResult find(List<GridResult> cells) {
    return cells.stream()
        .filter(cell -> cell.result().split().equals(setup))
        .findFirst()
        .orElseThrow();
  }
}
