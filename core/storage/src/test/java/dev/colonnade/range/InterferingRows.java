package dev.colonnade.range;

import dev.colonnade.key.Key;
import org.jspecify.annotations.Nullable;

/** Rows of families that do what a test wants, once, in the middle of counting a span. */
final class InterferingRows implements RowBoundaries {
  private final FamilyRows rows = new FamilyRows();
  private @Nullable Runnable armed;

  /** Has {@code action} run in the middle of the next counting, or the next commit. */
  void duringNextCount(Runnable action) {
    armed = action;
  }

  /** Whether the action is still to be run. */
  boolean isArmed() {
    return armed != null;
  }

  /** Forgets the action. */
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
