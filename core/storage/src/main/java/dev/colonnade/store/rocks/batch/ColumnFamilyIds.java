package dev.colonnade.store.rocks.batch;

import dev.colonnade.store.Space;

/** Ids that RocksDB assigned to the column families of the keyspaces. */
public record ColumnFamilyIds(int meta, int rows, int history) {

  public int id(Space space) {
    return switch (space) {
      case META -> meta;
      case ROWS -> rows;
      case HISTORY -> history;
    };
  }
}
