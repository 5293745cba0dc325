package dev.colonnade.sql.logical;

import java.util.List;

/**
 * Keys of tables in the rows of a cursor: behind the columns of its query, for WHERE CURRENT OF.
 *
 * @param columnCount number of columns of the query
 * @param isLocking whether the query locks rows of tables
 * @param tables whose keys the rows have: those with row locks, or the only one
 */
public record CursorKeys(int columnCount, boolean isLocking, List<Key> tables) {
  public CursorKeys {
    tables = List.copyOf(tables);
  }

  /**
   * Key of a table.
   *
   * @param first position of its first column in the rows, from 0
   * @param count number of its columns
   */
  public record Key(int tableId, int first, int count) {}
}
