package dev.colonnade.store.rocks;

import dev.colonnade.store.Space;

/** Ids that RocksDB assigned to the column families of the keyspaces. */
record ColumnFamilyIds(int meta, int rows, int history) {

  int id(Space space) {
    return switch (space) {
      case META -> meta;
      case ROWS -> rows;
      case HISTORY -> history;
    };
  }
}
