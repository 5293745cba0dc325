package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.scan.cache.block.RowIndex;
import org.jspecify.annotations.Nullable;

/**
 * Part of a block that a scan reads next, with the charge for it: the rows from {@code low},
 * included, to {@code high}, excluded, and the keys that are not visible between its bounds.
 *
 * @param nextKey key at which the scan resumes behind the part: its end, in a reverse scan its
 *     start
 * @param lower charges of the block below the part
 * @param upper charges of the block up to the end of the part
 */
record BlockPart(int low, int high, Key nextKey, Charge lower, Charge upper) {
  /** Most rows between two changed keys that are read from the store together with them. */
  private static final int ROWS_BETWEEN_CHANGES = 32;

  /** Charges counted from the start of a block. */
  record Charge(int scannedBytes, int keyValues) {
    static final Charge NONE = new Charge(0, 0);

    static Charge before(RowIndex rows, int row) {
      return new Charge(rows.scannedBefore(row), rows.keyValuesBefore(row));
    }

    static Charge with(RowIndex rows, int row) {
      return new Charge(rows.scannedWith(row), rows.keyValuesWith(row));
    }
  }

  /**
   * Result of a lookup in a block.
   *
   * @param part rows of the block; null if rows have to be read from the store first
   * @param storeBound the key up to which (in a reverse scan, down to which) they have to be
   */
  record Lookup(@Nullable BlockPart part, Key storeBound) {
    private static Lookup store(Key bound) {
      return new Lookup(null, bound);
    }

    private static Lookup of(BlockPart part) {
      return new Lookup(part, part.nextKey());
    }
  }

  /**
   * Looks up the part from {@code at}, included, to {@code end}, excluded, at most: it ends before
   * the first changed key, and at a key for which the charge is known.
   */
  static Lookup forward(CachedBlock block, RowIndex rows, Key at, Key end) {
    ChangedKeys changes = block.changes();
    Key limit = Key.min(end, block.end());
    Key changed = changes.ceiling(at);
    if (changed != null && changed.equals(at)) {
      return Lookup.store(Key.min(limit, endOfChanges(rows, changes, at)));
    }
    if (changed != null) {
      limit = Key.min(limit, changed);
    }
    boolean fromStart = at.equals(block.start());
    int low = fromStart ? 0 : rows.firstAtOrAbove(at);
    Charge lower = fromStart ? Charge.NONE : charge(rows, at, low);
    if (lower == null) {
      boolean isUnknown = rows.hasFamilies() || low == rows.rowCount();
      return Lookup.store(isUnknown ? limit : Key.min(limit, rows.rowKey(low)));
    }
    boolean toEnd = limit.equals(block.end());
    int high = toEnd ? rows.rowCount() : rows.firstAtOrAbove(limit, low);
    Charge upper = toEnd ? Charge.before(rows, high) : charge(rows, limit, high);
    if (upper != null) {
      return Lookup.of(new BlockPart(low, high, limit, lower, upper));
    }
    if (rows.hasFamilies() || low == high) {
      return Lookup.store(limit);
    }
    Charge behindLast = Charge.with(rows, high - 1);
    return Lookup.of(new BlockPart(low, high, rows.endOf(high - 1), lower, behindLast));
  }

  /**
   * Looks up the part below {@code at}, excluded, down to {@code start}, included, at most: the
   * mirror image of {@link #forward}, for rows of one family.
   */
  static Lookup reverse(CachedBlock block, RowIndex rows, Key at, Key start) {
    ChangedKeys changes = block.changes();
    Key limit = Key.max(start, block.start());
    Key changed = changes.lower(at);
    if (changed != null) {
      Key behindChanged = changed.successor();
      if (behindChanged.equals(at)) {
        return Lookup.store(Key.max(limit, startOfChanges(rows, changes, changed)));
      }
      limit = Key.max(limit, behindChanged);
    }
    boolean fromEnd = at.equals(block.end());
    int high = fromEnd ? rows.rowCount() : rows.firstAtOrAbove(at);
    Charge upper = fromEnd ? Charge.before(rows, high) : charge(rows, at, high);
    if (upper == null) {
      return Lookup.store(high == 0 ? limit : Key.max(limit, rows.endOf(high - 1)));
    }
    boolean toStart = limit.equals(block.start());
    int low = toStart ? 0 : rows.firstAtOrAbove(limit);
    Charge lower = toStart ? Charge.NONE : charge(rows, limit, low);
    if (lower != null) {
      return Lookup.of(new BlockPart(low, high, limit, lower, upper));
    }
    if (low == high) {
      return Lookup.store(limit);
    }
    return Lookup.of(new BlockPart(low, high, rows.rowKey(low), Charge.before(rows, low), upper));
  }

  /**
   * Returns the charges of the keys below {@code key}, of which {@code row} is the first row at or
   * above it; null if keys that are not visible exist on both sides of it, or may.
   */
  private static @Nullable Charge charge(RowIndex rows, Key key, int row) {
    if (!rows.hasGapBefore(row) || rows.beginsAt(row, key)) {
      return Charge.before(rows, row);
    }
    boolean isBehindRow = !rows.hasFamilies() && row > 0 && key.equals(rows.endOf(row - 1));
    return isBehindRow ? Charge.with(rows, row - 1) : null;
  }

  /** Returns the end of the last one of adjacent changes, of which {@code first} is the first. */
  private static Key endOfChanges(RowIndex rows, ChangedKeys changes, Key first) {
    int index = changes.firstAtOrAbove(first);
    while (index + 1 < changes.count()
        && areNear(rows, changes.key(index), changes.key(index + 1))) {
      index++;
    }
    return changes.key(index).successor();
  }

  /** Returns the first one of adjacent changes, of which {@code last} is the last. */
  private static Key startOfChanges(RowIndex rows, ChangedKeys changes, Key last) {
    int index = changes.firstAtOrAbove(last);
    while (index > 0 && areNear(rows, changes.key(index - 1), changes.key(index))) {
      index--;
    }
    return changes.key(index);
  }

  private static boolean areNear(RowIndex rows, Key one, Key next) {
    return rows.firstAtOrAbove(next) - rows.firstAtOrAbove(one) <= ROWS_BETWEEN_CHANGES;
  }
}
