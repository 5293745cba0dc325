package dev.colonnade.sql.vector;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.type.encoding.Utf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Texts as UTF-8: pieces of one array, which vectors may share. */
public final class TextVector extends Vector {
  /** Fewest rows per code for which work is done by code. */
  private static final int ROWS_PER_CODE_MIN = 2;

  private final byte[] bytes;
  private final int[] starts;
  private final int[] lengths;
  private final byte @Nullable [] codes;
  private final int entryCount;

  public TextVector(byte[] bytes, int[] starts, int[] lengths, boolean @Nullable [] nulls) {
    this(bytes, starts, lengths, nulls, null, 0);
  }

  private TextVector(
      byte[] bytes,
      int[] starts,
      int[] lengths,
      boolean @Nullable [] nulls,
      byte @Nullable [] codes,
      int entryCount) {
    super(nulls);
    this.bytes = bytes;
    this.starts = starts;
    this.lengths = lengths;
    this.codes = codes;
    this.entryCount = entryCount;
  }

  /**
   * Returns texts of few values.
   *
   * @param codes for each row the index of its text among the entries, as an unsigned byte
   */
  public static TextVector coded(
      byte[] bytes,
      int[] entryStarts,
      int[] entryLengths,
      byte[] codes,
      boolean @Nullable [] nulls) {
    int[] starts = new int[codes.length];
    int[] lengths = new int[codes.length];
    for (int row = 0; row < codes.length; row++) {
      int code = codes[row] & 0xFF;
      starts[row] = entryStarts[code];
      lengths[row] = entryLengths[code];
    }
    return new TextVector(bytes, starts, lengths, nulls, codes, entryStarts.length);
  }

  /**
   * Returns for each row a code, an unsigned byte below {@link #entryCount}; null if there are
   * none. Rows of the same code have the same text, unless they are NULL. Vectors of other batches
   * have other codes.
   */
  public byte @Nullable [] codes() {
    return codes;
  }

  /** Returns the number of codes; 0 if there are none. */
  public int entryCount() {
    return entryCount;
  }

  /**
   * Returns for each code a row that has it and is not NULL, {@link #NO_ROW} if there is none; null
   * if there are no codes, or too many to be worth it.
   */
  public int @Nullable [] rowsOfCodes() {
    if (codes == null || codes.length < entryCount * ROWS_PER_CODE_MIN) {
      return null;
    }
    int[] rows = new int[entryCount];
    Arrays.fill(rows, NO_ROW);
    for (int row = 0; row < codes.length; row++) {
      if (!isNull(row)) {
        rows[codes[row] & 0xFF] = row;
      }
    }
    return rows;
  }

  /**
   * Returns for each row the value of its code; false for NULL. To be called only if there are
   * codes.
   */
  public boolean[] valuesOfRows(boolean[] valuesOfCodes) {
    byte[] codeOfRow = requireNonNull(codes, "codes is null");
    boolean[] values = new boolean[codeOfRow.length];
    for (int row = 0; row < values.length; row++) {
      values[row] = !isNull(row) && valuesOfCodes[codeOfRow[row] & 0xFF];
    }
    return values;
  }

  public byte[] bytes() {
    return bytes;
  }

  public int start(int row) {
    return starts[row];
  }

  public int length(int row) {
    return lengths[row];
  }

  /**
   * Returns the number of characters of a row's text: bytes of UTF-8 that are not continuation
   * bytes.
   */
  public int characterCount(int row) {
    int count = 0;
    for (int i = starts[row]; i < starts[row] + lengths[row]; i++) {
      if ((i - starts[row]) % InterruptionPoint.PIECE == InterruptionPoint.PIECE - 1) {
        InterruptionPoint.check();
      }
      count += (bytes[i] & 0xC0) == 0x80 ? 0 : 1;
    }
    return count;
  }

  /** The text of a row that is not NULL. */
  public String text(int row) {
    return Utf8.decode(bytes, starts[row], lengths[row]);
  }

  /** Compares by bytes, which for UTF-8 is by code points. */
  public static int compare(TextVector left, int leftRow, TextVector right, int rightRow) {
    int leftStart = left.starts[leftRow];
    int rightStart = right.starts[rightRow];
    return Arrays.compareUnsigned(
        left.bytes,
        leftStart,
        leftStart + left.lengths[leftRow],
        right.bytes,
        rightStart,
        rightStart + right.lengths[rightRow]);
  }

  /** Variant of {@link #compare} that ignores trailing blanks, as CHAR does. */
  public static int compareTrimmed(TextVector left, int leftRow, TextVector right, int rightRow) {
    int leftStart = left.starts[leftRow];
    int rightStart = right.starts[rightRow];
    return Arrays.compareUnsigned(
        left.bytes,
        leftStart,
        left.trimmedEnd(leftRow),
        right.bytes,
        rightStart,
        right.trimmedEnd(rightRow));
  }

  private int trimmedEnd(int row) {
    int end = starts[row] + lengths[row];
    while (end > starts[row] && bytes[end - 1] == ' ') {
      end--;
    }
    return end;
  }

  @Override
  public TextVector gather(int[] rows, int count) {
    int[] gatheredStarts = new int[count];
    int[] gatheredLengths = new int[count];
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (row != NO_ROW) {
        gatheredStarts[i] = starts[row];
        gatheredLengths[i] = lengths[row];
      }
    }
    byte[] gatheredCodes = codes == null ? null : gatheredCodes(codes, rows, count);
    return new TextVector(
        bytes,
        gatheredStarts,
        gatheredLengths,
        gatheredNulls(rows, count),
        gatheredCodes,
        entryCount);
  }

  private static byte[] gatheredCodes(byte[] codes, int[] rows, int count) {
    byte[] gathered = new byte[count];
    for (int i = 0; i < count; i++) {
      gathered[i] = rows[i] == NO_ROW ? 0 : codes[rows[i]];
    }
    return gathered;
  }

  @Override
  Object value(int row, VectorType type) {
    return text(row);
  }

  @Override
  public long memoryBytes() {
    return bytes.length + (long) starts.length * 2 * Integer.BYTES + nullBytes();
  }
}
