package dev.colonnade.range;

import dev.colonnade.key.Key;

/**
 * What this package has to know about the layout of keys: where rows begin. Called by many threads.
 *
 * <p>Keys must be prefix-free: no key of a stored value, and none that this returns, is a proper
 * prefix of the key of another row's value.
 */
public interface RowBoundaries {
  /** For tables whose rows have one key and value each. */
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
   * The key at which the row that {@code key} belongs to begins: at or below all keys of the row,
   * and above all of the row before. A key that belongs to no row, such as the prefix of a table,
   * is returned as it is.
   */
  Key rowStart(Key key);

  /**
   * Whether {@code key} is that of a row's first value, which every row has; rows are counted by
   * these.
   */
  boolean startsRow(Key key);
}
