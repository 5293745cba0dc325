package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Hash table of the groups of one grouping set, numbered in order of arrival. One thread. */
sealed interface GroupTable
    permits SingleGroupTable, LongGroupTable, WordGroupTable, EncodedGroupTable {
  /** Group of a row whose group is not in the table and is not added. */
  int NO_GROUP = -1;

  /**
   * Returns a table for keys.
   *
   * @param types types of all columns of the batches
   */
  static GroupTable of(int[] keys, List<VectorType> types) {
    if (keys.length == 0) {
      return new SingleGroupTable();
    }
    if (keys.length == 1 && LongGroupTable.isFor(types.get(keys[0]))) {
      return new LongGroupTable(keys[0]);
    }
    return WordGroupTable.isFor(keys, types)
        ? new WordGroupTable(keys, types)
        : new EncodedGroupTable(keys, types);
  }

  /**
   * Finds the groups of the rows of a batch.
   *
   * @param addsGroups whether new groups are added
   * @param groups receives the group of each row, or {@link #NO_GROUP}
   */
  void find(VectorBatch batch, boolean addsGroups, int[] groups);

  /** Returns a hash of the key of a row, whose upper bits select its partition. */
  long hash(VectorBatch batch, int row);

  int count();

  long memoryBytes();
}
