package dev.colonnade.sql.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of text as it came, without what the form of the copy puts around it: the fields of all rows
 * one behind the other in one array. That they are UTF-8 shows when they are read.
 */
public final class TextRows implements CopiedRows {
  private final int width;
  private final byte[] bytes;

  /** By field, row after row, where it ends; the inverse of that for a NULL, which has no bytes. */
  private final int[] ends;

  private final int size;

  private TextRows(int width, byte[] bytes, int[] ends, int size) {
    this.width = width;
    this.bytes = bytes;
    this.ends = ends;
    this.size = size;
  }

  /** The bytes of all fields; not to be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** Where a field begins. */
  int start(int row, int column) {
    int field = row * width + column;
    return field == 0 ? 0 : place(ends[field - 1]);
  }

  /** Where a field ends, which is behind its last byte. */
  int end(int row, int column) {
    return place(ends[row * width + column]);
  }

  boolean isNull(int row, int column) {
    return ends[row * width + column] < 0;
  }

  private static int place(int end) {
    return end < 0 ? ~end : end;
  }

  @Override
  public int size() {
    return size;
  }

  /** How many fields a row has. */
  public int width() {
    return width;
  }

  @Override
  public @Nullable Object[] row(int index) {
    @Nullable Object[] row = new @Nullable Object[width];
    for (int i = 0; i < width; i++) {
      row[i] = isNull(index, i) ? null : text(bytes, start(index, i), end(index, i));
    }
    return row;
  }

  /** Bytes as text; they have to be UTF-8. */
  private static String text(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] <= 0) {
        return checkedText(bytes, from, to);
      }
    }
    return new String(bytes, from, to - from, ISO_8859_1);
  }

  private static String checkedText(byte[] bytes, int from, int to) {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, to - from)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\"", e);
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
  }

  /** Collects rows field by field. One thread. */
  public static final class Builder {
    private static final int FIRST_BYTES = 4 * 1024;
    private static final int FIRST_FIELDS = 256;

    private final int width;
    private byte[] bytes = new byte[FIRST_BYTES];
    private int byteCount;
    private int[] ends = new int[FIRST_FIELDS];
    private int fieldCount;
    private int size;

    public Builder(int width) {
      this.width = width;
    }

    /** How many rows are whole. */
    public int size() {
      return size;
    }

    /** How many fields of the row that is being read were added. */
    public int fieldCount() {
      return fieldCount - size * width;
    }

    /** Adds the next field of the row. */
    public void add(byte[] source, int from, int to) {
      int length = to - from;
      if (bytes.length - byteCount < length) {
        bytes = Arrays.copyOf(bytes, Math.max(byteCount + length, 2 * bytes.length));
      }
      System.arraycopy(source, from, bytes, byteCount, length);
      byteCount += length;
      end(byteCount);
    }

    /** Adds a NULL. */
    public void addNull() {
      end(~byteCount);
    }

    private void end(int end) {
      if (fieldCount() == width) {
        throw new IllegalStateException("the row has all its fields width=" + width);
      }
      if (fieldCount == ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      ends[fieldCount++] = end;
    }

    /** The row has all its fields. */
    public void endRow() {
      if (fieldCount() != width) {
        throw new IllegalStateException("fields are missing width=" + width);
      }
      size++;
    }

    /** All rows so far; the next ones are others'. */
    public TextRows take() {
      TextRows rows =
          new TextRows(
              width, Arrays.copyOf(bytes, byteCount), Arrays.copyOf(ends, size * width), size);
      byteCount = 0;
      fieldCount = 0;
      size = 0;
      return rows;
    }
  }
}
