package dev.colonnade.client.page.pair;

import dev.colonnade.client.page.column.StoredValues;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.KeyValuePageLayout;
import dev.colonnade.protocol.row.FamilyLayout;
import dev.colonnade.protocol.row.StoredKeyLayout;
import dev.colonnade.protocol.row.StoredValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Index of the rows of a page. One pass over the pairs validates each length, version and family,
 * so that columns can be read without further checks.
 */
final class PairIndex {
  private static final int PAIR_BYTES_MIN =
      KeyValuePageLayout.HEADER_BYTES
          + StoredKeyLayout.COLUMNS_OFFSET
          + StoredValueLayout.HEADER_BYTES;

  private final TableLayout table;
  private final ByteBuffer memory;
  private final int[] keyStarts;
  private final int[] keyEnds;
  private final FamilyIndex[] families;
  private int rowCount;

  /**
   * Creates the index.
   *
   * @param memory little-endian
   * @throws ProtocolException if the memory does not contain exactly {@code rowCount} rows of the
   *     table
   */
  PairIndex(TableLayout table, ByteBuffer memory, int rowCount) {
    if ((long) rowCount * PAIR_BYTES_MIN > memory.limit()) {
      throw ProtocolException.malformed(
          "page is too short for its rows: rowCount=" + rowCount + " bytes=" + memory.limit());
    }
    this.table = table;
    this.memory = memory;
    this.keyStarts = new int[rowCount];
    this.keyEnds = new int[rowCount];
    this.families = new FamilyIndex[table.familyCount()];
    Arrays.setAll(families, familyIndex -> new FamilyIndex(table, familyIndex, memory, rowCount));
    addPairs();
  }

  ByteBuffer memory() {
    return memory;
  }

  int rowCount() {
    return rowCount;
  }

  /** Returns the start of each key. */
  int[] keyStarts() {
    return keyStarts;
  }

  /** Returns the end of the columns of each key, before any family byte. */
  int[] keyEnds() {
    return keyEnds;
  }

  FamilyIndex family(int familyIndex) {
    return families[familyIndex];
  }

  private void addPairs() {
    int position = 0;
    while (position < memory.limit()) {
      if (memory.limit() - position < PAIR_BYTES_MIN) {
        throw ProtocolException.malformed("pair is truncated: position=" + position);
      }
      int keyLength = memory.getInt(position + KeyValuePageLayout.KEY_LENGTH_OFFSET);
      int valueLength = memory.getInt(position + KeyValuePageLayout.VALUE_LENGTH_OFFSET);
      int keyStart = position + KeyValuePageLayout.HEADER_BYTES;
      int available = memory.limit() - keyStart;
      if (keyLength < minKeyLength()
          || valueLength < StoredValueLayout.HEADER_BYTES
          || keyLength > available
          || valueLength > available - keyLength) {
        throw ProtocolException.malformed(
            "pair has wrong lengths: position="
                + position
                + " keyLength="
                + keyLength
                + " valueLength="
                + valueLength
                + " available="
                + available);
      }
      addPair(keyStart, keyStart + keyLength, valueLength);
      position = keyStart + keyLength + valueLength;
    }
    if (rowCount != keyStarts.length) {
      throw wrongRowCount();
    }
  }

  private int minKeyLength() {
    return StoredKeyLayout.COLUMNS_OFFSET
        + (table.hasFamilyByte() ? StoredKeyLayout.FAMILY_BYTES : 0);
  }

  private void addPair(int keyStart, int valueStart, int valueLength) {
    int familyIndex = 0;
    int keyEnd = valueStart;
    if (table.hasFamilyByte()) {
      keyEnd = valueStart - StoredKeyLayout.FAMILY_BYTES;
      int familyId = memory.get(keyEnd) & 0xFF;
      familyIndex = table.familyIndex(familyId);
      if (familyIndex == TableLayout.NO_FAMILY) {
        throw ProtocolException.malformed("pair has an unknown family: familyId=" + familyId);
      }
    }
    if (!table.hasFamilyByte() || !continuesRow(keyStart, keyEnd)) {
      addRow(keyStart, keyEnd);
    }
    families[familyIndex].add(rowCount - 1, valueStart, valueLength);
  }

  private void addRow(int keyStart, int keyEnd) {
    if (rowCount == keyStarts.length) {
      throw wrongRowCount();
    }
    keyStarts[rowCount] = keyStart;
    keyEnds[rowCount] = keyEnd;
    rowCount++;
  }

  private boolean continuesRow(int keyStart, int keyEnd) {
    if (rowCount == 0) {
      return false;
    }
    int previousStart = keyStarts[rowCount - 1];
    int length = keyEnd - keyStart;
    if (keyEnds[rowCount - 1] - previousStart != length) {
      return false;
    }
    // Backwards, because adjacent keys mostly differ at their end.
    for (int i = length - 1; i >= 0; i--) {
      if (memory.get(previousStart + i) != memory.get(keyStart + i)) {
        return false;
      }
    }
    return true;
  }

  private ProtocolException wrongRowCount() {
    return ProtocolException.malformed(
        "page holds another number of rows: expected=" + keyStarts.length + " counted=" + rowCount);
  }

  /** Values of one family. */
  static final class FamilyIndex {
    private final TableLayout table;
    private final int familyIndex;
    private final ByteBuffer memory;
    private final int[] starts;
    private final int[] lengths;
    private final VersionList versions = new VersionList();
    private int presentCount;

    FamilyIndex(TableLayout table, int familyIndex, ByteBuffer memory, int rowCount) {
      this.table = table;
      this.familyIndex = familyIndex;
      this.memory = memory;
      this.starts = new int[rowCount];
      this.lengths = new int[rowCount];
      if (table.hasFamilyByte()) {
        Arrays.fill(starts, StoredValues.ABSENT);
      }
    }

    StoredValues values() {
      return new StoredValues(memory, starts, lengths);
    }

    /** Returns the schema versions that occur. */
    VersionList versions() {
      return versions;
    }

    /** Returns whether every row has a value. */
    boolean isComplete() {
      return presentCount == starts.length;
    }

    /** Returns the schema version of a row that has a value. */
    int version(int row) {
      return memory.getShort(starts[row] + StoredValueLayout.SCHEMA_VERSION_OFFSET) & 0xFFFF;
    }

    boolean isPresent(int row) {
      return starts[row] != StoredValues.ABSENT;
    }

    void add(int row, int start, int length) {
      if (table.hasFamilyByte() && isPresent(row)) {
        throw ProtocolException.malformed("row has a family twice: familyIndex=" + familyIndex);
      }
      starts[row] = start;
      lengths[row] = length;
      presentCount++;
      requireValue(row, length);
    }

    private void requireValue(int row, int length) {
      int flags = memory.get(starts[row] + StoredValueLayout.FLAGS_OFFSET);
      int format = memory.get(starts[row] + StoredValueLayout.FORMAT_OFFSET);
      boolean tombstone = (flags & StoredValueLayout.FLAG_TOMBSTONE) != 0;
      if (format != StoredValueLayout.FORMAT || tombstone) {
        throw ProtocolException.malformed(
            "value has an unknown format or is deleted: format=" + format + " flags=" + flags);
      }
      int version = version(row);
      if (!versions.isLast(version)) {
        versions.add(version, table.layout(version, familyIndex));
      }
      boolean wide = (flags & StoredValueLayout.FLAG_WIDE) != 0;
      if (length < versions.last().variableOffset(wide)) {
        throw ProtocolException.malformed(
            "value is too short: length="
                + length
                + " min="
                + versions.last().variableOffset(wide));
      }
    }
  }

  /**
   * Schema versions that occur in the values of a family, in the order of their first occurrence.
   */
  static final class VersionList {
    private int[] versions = new int[1];
    private FamilyLayout[] layouts = new FamilyLayout[1];
    private int count;
    private int last = -1;

    int count() {
      return count;
    }

    FamilyLayout layout(int index) {
      return layouts[index];
    }

    int indexOf(int version) {
      for (int i = 0; i < count; i++) {
        if (versions[i] == version) {
          return i;
        }
      }
      return -1;
    }

    private boolean isLast(int version) {
      return last >= 0 && versions[last] == version;
    }

    private FamilyLayout last() {
      return layouts[last];
    }

    private void add(int version, FamilyLayout layout) {
      last = indexOf(version);
      if (last >= 0) {
        return;
      }
      if (count == versions.length) {
        versions = Arrays.copyOf(versions, 2 * count);
        layouts = Arrays.copyOf(layouts, 2 * count);
      }
      versions[count] = version;
      layouts[count] = layout;
      last = count++;
    }
  }
}
