package dev.colonnade.client.page.pair;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.column.DenseBytesColumn;
import dev.colonnade.client.page.column.FixedColumns;
import dev.colonnade.client.page.column.NullMask;
import dev.colonnade.client.page.column.ValueSlots;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.row.StoredKeyLayout;
import dev.colonnade.protocol.row.StoredValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decoder of key columns, which copies them out of the keys of a page and reverses the
 * order-preserving encoding of {@link StoredKeyLayout}.
 */
final class KeyColumns {
  private static final int INITIAL_BYTES = 1024;

  private final TableLayout table;
  private final PairIndex pairs;
  private final int[] @Nullable [] partStarts;

  KeyColumns(TableLayout table, PairIndex pairs) {
    this.table = table;
    this.pairs = pairs;
    this.partStarts = new int[table.keyColumns().size()] @Nullable [];
  }

  /** Returns the reader of a key column, which is identified by its position in the key. */
  ColumnReader open(ResultColumn column, int keyIndex) {
    return table.keyColumns().get(keyIndex).column().type().kind().isVariableWidth()
        ? openBytes(column, keyIndex)
        : openFixed(column, keyIndex);
  }

  private ColumnReader openFixed(ResultColumn column, int keyIndex) {
    TableLayout.KeyColumnLayout layout = table.keyColumns().get(keyIndex);
    int[] starts = starts(keyIndex);
    int width = StoredValueLayout.slotBytes(layout.column().type());
    ByteBuffer slots = ByteBuffer.allocate(pairs.rowCount() * width).order(ByteOrder.LITTLE_ENDIAN);
    Validity validity = new Validity(layout, pairs.rowCount());
    ByteBuffer keys = pairs.memory();
    for (int row = 0; row < pairs.rowCount(); row++) {
      int start = starts[row] + validity.markerBytes();
      if (validity.readMarker(keys, starts[row], pairs.keyEnds()[row], row)) {
        requireWithin(start + width, row);
        KeySlots.copy(keys, start, slots, row * width, layout);
      }
    }
    return FixedColumns.open(column, ValueSlots.dense(slots, width), validity.nulls());
  }

  private ColumnReader openBytes(ResultColumn column, int keyIndex) {
    TableLayout.KeyColumnLayout layout = table.keyColumns().get(keyIndex);
    int[] starts = starts(keyIndex);
    ByteBuffer offsets =
        ByteBuffer.allocate((pairs.rowCount() + 1) * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Validity validity = new Validity(layout, pairs.rowCount());
    byte[] data = new byte[INITIAL_BYTES];
    int used = 0;
    for (int row = 0; row < pairs.rowCount(); row++) {
      int end = pairs.keyEnds()[row];
      if (validity.readMarker(pairs.memory(), starts[row], end, row)) {
        int start = starts[row] + validity.markerBytes();
        if (data.length - used < end - start) {
          data = Arrays.copyOf(data, Math.max(2 * data.length, used + end - start));
        }
        used = unescape(start, end, layout.mask(), data, used);
      }
      offsets.putInt((row + 1) * Integer.BYTES, used);
    }
    ByteBuffer content = ByteBuffer.wrap(data, 0, used).slice();
    return new DenseBytesColumn(column, offsets, content, validity.nulls(), pairs.rowCount());
  }

  /** Returns the start of a key column in each key. */
  private int[] starts(int keyIndex) {
    int[] known = partStarts[keyIndex];
    if (known != null) {
      return known;
    }
    int fixedOffset = table.keyColumns().get(keyIndex).fixedOffset();
    int[] starts = new int[pairs.rowCount()];
    if (fixedOffset >= 0) {
      for (int row = 0; row < starts.length; row++) {
        starts[row] = pairs.keyStarts()[row] + fixedOffset;
      }
    } else {
      skipColumn(keyIndex - 1, starts);
    }
    partStarts[keyIndex] = starts;
    return starts;
  }

  private void skipColumn(int keyIndex, int[] ends) {
    TableLayout.KeyColumnLayout layout = table.keyColumns().get(keyIndex);
    int[] starts = starts(keyIndex);
    int width = StoredValueLayout.slotBytes(layout.column().type());
    Validity validity = new Validity(layout, pairs.rowCount());
    for (int row = 0; row < ends.length; row++) {
      int end = pairs.keyEnds()[row];
      int next = starts[row] + validity.markerBytes();
      if (validity.readMarker(pairs.memory(), starts[row], end, row)) {
        next = width == 0 ? skipBytes(next, end, layout.mask()) : next + width;
      }
      ends[row] = requireWithin(next, row);
    }
  }

  private int skipBytes(int start, int end, int mask) {
    ByteBuffer keys = pairs.memory();
    for (int i = start; i + 1 < end; i++) {
      if (((keys.get(i) ^ mask) & 0xFF) == StoredKeyLayout.ESCAPE) {
        i++;
        if (((keys.get(i) ^ mask) & 0xFF) == StoredKeyLayout.END) {
          return i + 1;
        }
      }
    }
    throw ProtocolException.malformed("key column has no end: start=" + start + " end=" + end);
  }

  private int unescape(int start, int end, int mask, byte[] target, int targetOffset) {
    ByteBuffer keys = pairs.memory();
    int used = targetOffset;
    for (int i = start; i + 1 < end; i++) {
      int value = (keys.get(i) ^ mask) & 0xFF;
      if (value == StoredKeyLayout.ESCAPE) {
        i++;
        if (((keys.get(i) ^ mask) & 0xFF) == StoredKeyLayout.END) {
          return used;
        }
      }
      target[used++] = (byte) value;
    }
    throw ProtocolException.malformed("key column has no end: start=" + start + " end=" + end);
  }

  private int requireWithin(int position, int row) {
    if (position > pairs.keyEnds()[row]) {
      throw ProtocolException.malformed(
          "key ends inside a column: row="
              + row
              + " position="
              + position
              + " keyEnd="
              + pairs.keyEnds()[row]);
    }
    return position;
  }

  /** NULL markers of a nullable key column. */
  private static final class Validity {
    private final int markerBytes;
    private final int mask;
    private final @Nullable ByteBuffer bitmap;

    Validity(TableLayout.KeyColumnLayout layout, int rowCount) {
      boolean nullable = layout.column().nullable();
      this.markerBytes = nullable ? 1 : 0;
      this.mask = layout.mask();
      this.bitmap = nullable ? ByteBuffer.allocate((rowCount + 7) / 8) : null;
    }

    int markerBytes() {
      return markerBytes;
    }

    NullMask nulls() {
      return bitmap == null ? NullMask.none() : NullMask.validity(bitmap);
    }

    /** Returns whether the column has a value in this row. */
    boolean readMarker(ByteBuffer keys, int position, int end, int row) {
      ByteBuffer bits = bitmap;
      if (bits == null) {
        return true;
      }
      int marker = position < end ? (keys.get(position) ^ mask) & 0xFF : -1;
      if (marker == StoredKeyLayout.MARKER_NULL) {
        return false;
      }
      if (marker != StoredKeyLayout.MARKER_PRESENT) {
        throw ProtocolException.malformed(
            "key column has a wrong marker: row=" + row + " marker=" + marker);
      }
      bits.put(row >>> 3, (byte) (bits.get(row >>> 3) | (1 << (row & 7))));
      return true;
    }
  }
}
