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
 * Batch of unparsed text rows, without the delimiters and quotes of the format: the fields of all
 * rows, concatenated in one array. UTF-8 is validated when a field is read.
 */
public final class CopyTextRows implements CopyRows {
  private final int width;
  private final byte[] bytes;

  /**
   * End offset of each field, row by row; the bitwise complement of the offset for a NULL, which
   * has no bytes.
   */
  private final int[] ends;

  private final int size;

  private CopyTextRows(int width, byte[] bytes, int[] ends, int size) {
    this.width = width;
    this.bytes = bytes;
    this.ends = ends;
    this.size = size;
  }

  /** Returns the bytes of all fields; callers must not modify them. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the offset of the first byte of a field. */
  int start(int row, int column) {
    int field = row * width + column;
    return field == 0 ? 0 : offset(ends[field - 1]);
  }

  /** Returns the exclusive end offset of a field. */
  int end(int row, int column) {
    return offset(ends[row * width + column]);
  }

  boolean isNull(int row, int column) {
    return ends[row * width + column] < 0;
  }

  private static int offset(int end) {
    return end < 0 ? ~end : end;
  }

  @Override
  public int size() {
    return size;
  }

  /** Returns the field count of a row. */
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

  /** Returns bytes as text; INVALID_TEXT if they are not valid UTF-8. */
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

  /** Builder that collects rows field by field. Not thread-safe. */
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

    /** Returns the number of complete rows. */
    public int size() {
      return size;
    }

    /** Returns the number of fields of the incomplete row. */
    public int fieldCount() {
      return fieldCount - size * width;
    }

    /** Adds the next field of the incomplete row. */
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
        throw new IllegalStateException("the row is complete: width=" + width);
      }
      if (fieldCount == ends.length) {
        ends = Arrays.copyOf(ends, 2 * ends.length);
      }
      ends[fieldCount++] = end;
    }

    /** Completes a row; throws if fields are missing. */
    public void endRow() {
      if (fieldCount() != width) {
        throw new IllegalStateException("the row is incomplete: width=" + width);
      }
      size++;
    }

    /** Returns the collected rows and removes them from this builder. */
    public CopyTextRows drain() {
      CopyTextRows rows =
          new CopyTextRows(
              width, Arrays.copyOf(bytes, byteCount), Arrays.copyOf(ends, size * width), size);
      byteCount = 0;
      fieldCount = 0;
      size = 0;
      return rows;
    }
  }
}
