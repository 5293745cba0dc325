package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of one key column as words: equal words for equal values. A text of at most seven bytes is
 * its bytes and its length, a longer one a number in a table. One thread.
 */
final class KeyWords {
  private static final int SHORT_BYTES_MAX = 7;
  private static final int LENGTH_SHIFT = Byte.SIZE * SHORT_BYTES_MAX;

  /** In place of the length: the rest is a number in the table. */
  private static final long NUMBERED = 0xFFL << LENGTH_SHIFT;

  /** In place of the length: the text is not in the table. */
  private static final long UNKNOWN = 0xFEL << LENGTH_SHIFT;

  private final int column;
  private final VectorType type;
  private @Nullable KeyEncoder encoder;
  private @Nullable KeyTable longTexts;

  KeyWords(int column, VectorType type) {
    this.column = column;
    this.type = type;
  }

  /** Returns whether values of a type have words: a NUMERIC may come as objects. */
  static boolean isFor(VectorType type) {
    return type.form() != VectorType.Form.OBJECT && type.kind() != TypeKind.NUMERIC;
  }

  /**
   * Puts the word of each row of a batch at {@code row * width + offset}, which is 0; for NULL it
   * sets the bit {@code offset} of the row's last word instead.
   *
   * @param adds whether long texts that are not in the table are added to it
   */
  void put(VectorBatch batch, boolean adds, long[] words, int offset, int width) {
    Vector vector = batch.column(column);
    boolean[] nulls = vector.nulls();
    int count = batch.rowCount();
    switch (vector) {
      case LongVector longs -> {
        long[] values = longs.values();
        for (int row = 0; row < count; row++) {
          words[row * width + offset] = values[row];
        }
      }
      case DoubleVector doubles -> {
        for (int row = 0; row < count; row++) {
          words[row * width + offset] = Double.doubleToLongBits(doubles.values()[row] + 0.0);
        }
      }
      case BooleanVector booleans -> {
        for (int row = 0; row < count; row++) {
          words[row * width + offset] = booleans.values()[row] ? 1 : 0;
        }
      }
      case TextVector texts -> {
        long[] ofCodes = wordsOfCodes(batch, texts, adds);
        byte[] codes = texts.codes();
        for (int row = 0; row < count; row++) {
          if (nulls == null || !nulls[row]) {
            words[row * width + offset] =
                ofCodes == null || codes == null
                    ? word(batch, texts, row, adds)
                    : ofCodes[codes[row] & 0xFF];
          }
        }
      }
      case ObjectVector _ -> throw new IllegalStateException("objects have no words: type=" + type);
    }
    if (nulls != null) {
      putNulls(nulls, count, words, offset, width);
    }
  }

  /** Returns the word of each code that a row has; null if there are none. */
  private long @Nullable [] wordsOfCodes(VectorBatch batch, TextVector texts, boolean adds) {
    int[] rowsOfCodes = texts.rowsOfCodes();
    if (rowsOfCodes == null) {
      return null;
    }
    long[] words = new long[rowsOfCodes.length];
    for (int code = 0; code < words.length; code++) {
      int row = rowsOfCodes[code];
      words[code] = row == Vector.NO_ROW ? 0 : word(batch, texts, row, adds);
    }
    return words;
  }

  private static void putNulls(boolean[] nulls, int count, long[] words, int offset, int width) {
    for (int row = 0; row < count; row++) {
      if (nulls[row]) {
        words[row * width + offset] = 0;
        words[(row + 1) * width - 1] |= 1L << offset;
      }
    }
  }

  private long word(VectorBatch batch, TextVector texts, int row, boolean adds) {
    byte[] bytes = texts.bytes();
    int start = texts.start(row);
    int length = texts.length(row);
    while (type.kind() == TypeKind.CHAR && length > 0 && bytes[start + length - 1] == ' ') {
      length--; // trailing blanks are insignificant
    }
    if (length > SHORT_BYTES_MAX) {
      return number(batch, row, adds);
    }
    long word = length;
    for (int i = 0; i < length; i++) {
      word = (word << Byte.SIZE) | (bytes[start + i] & 0xFF);
    }
    return word;
  }

  private long number(VectorBatch batch, int row, boolean adds) {
    KeyEncoder keys = encoder;
    KeyTable table = longTexts;
    if (keys == null || table == null) {
      keys = new KeyEncoder(new int[] {column}, List.of(type), new boolean[] {true});
      table = new KeyTable();
      encoder = keys;
      longTexts = table;
    }
    keys.encode(batch, row);
    int number = adds ? table.add(keys) : table.find(keys);
    return number == KeyTable.NONE ? UNKNOWN : NUMBERED | number;
  }

  long memoryBytes() {
    return longTexts == null ? 0 : longTexts.memoryBytes();
  }
}
