package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;

/** The one group of an aggregation without keys, which exists also without rows. */
final class SingleGroupTable implements GroupTable {
  @Override
  public void find(VectorBatch batch, boolean addsGroups, int[] groups) {
    Arrays.fill(groups, 0, batch.rowCount(), 0);
  }

  @Override
  public long hash(VectorBatch batch, int row) {
    return 0;
  }

  @Override
  public int count() {
    return 1;
  }

  @Override
  public long memoryBytes() {
    return 0;
  }
}
