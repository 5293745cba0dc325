package dev.colonnade.range.statistics;

import dev.colonnade.key.Key;

/**
 * Row boundaries in the key layout: the keys at which rows begin. Called concurrently.
 *
 * <p>Keys must be prefix-free: no key of a stored value, and none that this interface returns, is a
 * proper prefix of the key of another row's value.
 */
public interface RowBoundaries {
  /** Row boundaries of tables whose rows have one key and value each. */
  RowBoundaries SINGLE =
      new RowBoundaries() {
        @Override
        public Key rowStart(Key key) {
          return key;
        }

        @Override
        public boolean startsRow(Key key) {
          return true;
        }
      };

  /**
   * Returns the start key of the row that {@code key} belongs to: at or below all keys of the row,
   * and above all keys of the previous row. A key that belongs to no row, such as the prefix of a
   * table, is returned unchanged.
   */
  Key rowStart(Key key);

  /**
   * Returns whether {@code key} is the key of a row's first value. Every row has one, so the number
   * of these keys is the number of rows.
   */
  boolean startsRow(Key key);
}
