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
    encoder = encoder(keys, types);
  }

  /** Returns an encoder of keys for which NULLs are equal. */
  static KeyEncoder encoder(int[] keys, List<VectorType> types) {
    boolean[] nullsEqual = new boolean[keys.length];
    Arrays.fill(nullsEqual, true);
    return new KeyEncoder(keys, Arrays.stream(keys).mapToObj(types::get).toList(), nullsEqual);
  }

  @Override
  public void find(VectorBatch batch, boolean addsGroups, int[] groups) {
    if (addsGroups) {
      table.addAll(encoder, batch, groups);
    } else {
      table.findAll(encoder, batch, groups);
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
