package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;
import java.util.List;

/** Groups by any number of keys of any types. */
final class EncodedGroupTable implements GroupTable {
  private final KeyEncoder encoder;
  private final KeyTable table = new KeyTable();

  EncodedGroupTable(int[] keys, List<VectorType> types) {
    boolean[] nullsEqual = new boolean[keys.length];
    Arrays.fill(nullsEqual, true);
    encoder = new KeyEncoder(keys, Arrays.stream(keys).mapToObj(types::get).toList(), nullsEqual);
  }

  @Override
  public void find(VectorBatch batch, boolean addsGroups, int[] groups) {
    for (int row = 0; row < batch.rowCount(); row++) {
      encoder.encode(batch, row);
      groups[row] = addsGroups ? table.add(encoder) : table.find(encoder);
    }
  }

  @Override
  public long hash(VectorBatch batch, int row) {
    encoder.encode(batch, row);
    return encoder.hash64();
  }

  @Override
  public int count() {
    return table.count();
  }

  @Override
  public long memoryBytes() {
    return table.memoryBytes();
  }
}
