package dev.colonnade.range;

import dev.colonnade.key.Key;
import dev.colonnade.range.statistics.RowBoundaries;
import org.jspecify.annotations.Nullable;

/** Row boundaries that run an action of the test once, during the count of a span. */
final class InterferingRowBoundaries implements RowBoundaries {
  private final FamilyRowBoundaries rows = new FamilyRowBoundaries();
  private @Nullable Runnable armed;

  /** Arms an action that runs during the next count, or the next commit. */
  void duringNextCount(Runnable action) {
    armed = action;
  }

  /** Returns whether the action has not run yet. */
  boolean isArmed() {
    return armed != null;
  }

  /** Removes the action. */
  void disarm() {
    armed = null;
  }

  @Override
  public Key rowStart(Key key) {
    return rows.rowStart(key);
  }

  @Override
  public boolean startsRow(Key key) {
    Runnable action = armed;
    if (action != null) {
      armed = null;
      action.run();
    }
    return rows.startsRow(key);
  }
}
