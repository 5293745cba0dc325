package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;
import java.util.List;

/**
 * Groups by several keys, or by a text: a key is a word for each column and one for its NULLs.
 * Words and hashes are computed column by column; a probe compares words.
 */
final class WordGroupTable implements GroupTable {
  private static final int SLOTS_MIN = 64;

  private final KeyWords[] columns;
  private final KeyEncoder encoder;
  private final int width;

  /** Group + 1 of each slot; 0 is an empty slot. */
  private int[] slots = new int[SLOTS_MIN];

  /** Keys by group, {@link #width} words each; the last has a bit for each column with NULL. */
  private long[] keys;

  /** Hashes by group. */
  private int[] hashes = new int[SLOTS_MIN / 2];

  private int count;

  // Of the present batch: words by row and column, as in the keys, and hashes by row.
  private long[] words = new long[0];
  private int[] rowHashes = new int[0];

  WordGroupTable(int[] keys, List<VectorType> types) {
    columns = new KeyWords[keys.length];
    for (int i = 0; i < keys.length; i++) {
      columns[i] = new KeyWords(keys[i], types.get(keys[i]));
    }
    width = keys.length + 1;
    this.keys = new long[hashes.length * width];
    encoder = EncodedGroupTable.encoder(keys, types);
  }

  /** Returns whether the table is for such keys: the null bits of a key are one word. */
  static boolean isFor(int[] keys, List<VectorType> types) {
    return keys.length <= Long.SIZE
        && Arrays.stream(keys).allMatch(key -> KeyWords.isFor(types.get(key)));
  }

  @Override
  public void find(VectorBatch batch, boolean addsGroups, int[] groups) {
    int rowCount = batch.rowCount();
    if (rowHashes.length < rowCount) {
      rowHashes = new int[rowCount];
      words = new long[rowCount * width];
    }
    Arrays.fill(words, 0, rowCount * width, 0);
    for (int i = 0; i < columns.length; i++) {
      columns[i].put(batch, addsGroups, words, i, width);
    }
    hash(rowCount);
    for (int row = 0; row < rowCount; row++) {
      groups[row] = group(row, addsGroups);
    }
  }

  private void hash(int rowCount) {
    for (int row = 0; row < rowCount; row++) {
      long hash = 0;
      for (int i = row * width; i < (row + 1) * width; i++) {
        hash = (hash ^ words[i]) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
      }
      rowHashes[row] = (int) (hash ^ hash >>> 15);
    }
  }

  private int group(int row, boolean addsGroups) {
    int mask = slots.length - 1;
    int hash = rowHashes[row];
    int slot = hash & mask;
    for (int entry = slots[slot]; entry != 0; entry = slots[slot]) {
      if (hashes[entry - 1] == hash && isKey(entry - 1, row)) {
        return entry - 1;
      }
      slot = (slot + 1) & mask;
    }
    if (!addsGroups) {
      return NO_GROUP;
    }
    slots[slot] = add(row) + 1;
    if (count * 2 > slots.length) {
      grow();
    }
    return count - 1;
  }

  private boolean isKey(int group, int row) {
    int at = group * width;
    int wordOfRow = row * width;
    for (int i = 0; i < width; i++) {
      if (keys[at + i] != words[wordOfRow + i]) {
        return false;
      }
    }
    return true;
  }

  private int add(int row) {
    if (count == KeyTable.KEYS_MAX / width) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "hash table has too many keys: max=" + KeyTable.KEYS_MAX / width);
    }
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, count * 2);
      keys = Arrays.copyOf(keys, Math.toIntExact(Math.min(2L * keys.length, KeyTable.KEYS_MAX)));
    }
    hashes[count] = rowHashes[row];
    System.arraycopy(words, row * width, keys, count * width, width);
    return count++;
  }

  private void grow() {
    int[] grown = new int[slots.length * 2];
    int mask = grown.length - 1;
    for (int group = 0; group < count; group++) {
      int slot = hashes[group] & mask;
      while (grown[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      grown[slot] = group + 1;
    }
    slots = grown;
  }

  @Override
  public long hash(VectorBatch batch, int row) {
    encoder.encode(batch, row);
    return encoder.hash64();
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long memoryBytes() {
    long bytes =
        (long) (slots.length + hashes.length) * Integer.BYTES + (long) keys.length * Long.BYTES;
    for (KeyWords column : columns) {
      bytes += column.memoryBytes();
    }
    return bytes;
  }
}
