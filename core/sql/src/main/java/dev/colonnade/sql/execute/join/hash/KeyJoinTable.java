package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;

/** Join table for keys of any number and types. */
final class KeyJoinTable extends ChainedTable {
  private final KeyTable table = new KeyTable();
  private final JoinSides sides;

  /** Numbers of the keys of the join. */
  private final int[] keys;

  private final KeyEncoder probeKeys;
  private final KeyEncoder buildKeys;

  /** First rows of the lists, by number of the key. */
  private int[] firstRows = new int[0];

  private int[] numbers = new int[0];

  KeyJoinTable(JoinSides sides) {
    this(sides, sides.allKeys());
  }

  /** Creates a table for some of the keys of a join. */
  KeyJoinTable(JoinSides sides, int[] keys) {
    this.sides = sides;
    this.keys = keys;
    this.probeKeys = sides.probeEncoder(keys);
    this.buildKeys = sides.buildEncoder(keys);
  }

  @Override
  void add(VectorBatch batch, int firstRow) {
    reserve(firstRow + batch.rowCount());
    int[] keyNumbers = numbers(batch.rowCount());
    table.addAll(buildKeys, batch, keyNumbers);
    reserveKeys(table.count());
    for (int i = 0; i < batch.rowCount(); i++) {
      int row = firstRow + i;
      if (keyNumbers[i] == KeyTable.NONE) {
        link(row, END);
      } else {
        link(row, firstRows[keyNumbers[i]]);
        firstRows[keyNumbers[i]] = row;
      }
    }
  }

  private int[] numbers(int count) {
    if (numbers.length < count) {
      numbers = new int[count];
    }
    return numbers;
  }

  private void reserveKeys(int count) {
    int from = firstRows.length;
    if (count > from) {
      firstRows = Arrays.copyOf(firstRows, Math.max(count, from + (from >> 1)));
      Arrays.fill(firstRows, from, firstRows.length, END);
    }
  }

  @Override
  long memoryBytes() {
    return chainBytes() + table.memoryBytes() + (long) Integer.BYTES * firstRows.length;
  }

  @Override
  long memoryBytesAfter(int more, long keyBytes) {
    int capacity = capacityFor(rowCount() + more);
    return table.memoryBytesAfter(more, keyBytes) + (long) Integer.BYTES * 2 * capacity;
  }

  @Override
  HeadFinder newFinder() {
    KeyEncoder encoder = sides.probeEncoder(keys);
    KeyTable.Finder finder = table.newFinder(encoder);
    return (probe, into) -> {
      finder.findAll(probe, into);
      for (int row = 0; row < probe.rowCount(); row++) {
        into[row] = into[row] == KeyTable.NONE ? END : firstRows[into[row]];
      }
    };
  }

  /** Returns the first row that matches a row of the probe side; {@link #END} if there is none. */
  int head(VectorBatch probe, int row) {
    if (!probeKeys.encode(probe, row)) {
      return END;
    }
    int key = table.find(probeKeys);
    return key == KeyTable.NONE ? END : firstRows[key];
  }
}
