package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Predicate;

/**
 * What another system was measured at with the same load (CockroachDB's pull request 21562, 2018),
 * and what is wanted here.
 *
 * @param there what the other system did
 */
record GridLine(SplitSetup setup, String there, String wanted, Predicate<GridCell> isHeld) {
  private static final int MIB = 1 << 20;

  static final List<GridLine> ALL =
      List.of(
          new GridLine(
              new SplitSetup(2 * MIB, 1, false, true),
              "59.4 MB, 30 x, unbounded queue",
              "keeps up",
              GridCell::keepsUp),
          new GridLine(
              new SplitSetup(2 * MIB, 4, false, true),
              "6.43 MB, 3 x",
              "at most 2 x",
              cell -> cell.largestAtMost(2)),
          new GridLine(
              new SplitSetup(2 * MIB, 4, true, true),
              "4.91 MB, 2.5 x",
              "at most 1.5 x",
              cell -> cell.largestAtMost(1.5)),
          new GridLine(
              new SplitSetup(MIB, 4, false, true),
              "8.02 MB, 8 x",
              "at most 3 x",
              cell -> cell.largestAtMost(3)),
          new GridLine(
              new SplitSetup(MIB, 4, true, true),
              "3.60 MB, 4 x, p99 clearly worse",
              "at most 2 x, p99 at most 2 x",
              cell -> cell.largestAtMost(2) && cell.latencyRatio() <= 2),
          new GridLine(
              new SplitSetup(MIB, 16, true, true), "keeps up", "keeps up", GridCell::keepsUp));

  GridLine {
    requireNonNull(setup, "setup is null");
    requireNonNull(there, "there is null");
    requireNonNull(wanted, "wanted is null");
    requireNonNull(isHeld, "isHeld is null");
  }

  boolean holds(GridCell cell) {
    return isHeld.test(cell);
  }

  /** The cell that this line is about. */
  GridCell find(List<GridCell> cells) {
    return cells.stream()
        .filter(cell -> cell.result().split().equals(setup))
        .findFirst()
        .orElseThrow();
  }
}
