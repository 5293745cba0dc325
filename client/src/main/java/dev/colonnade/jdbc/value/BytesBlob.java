package dev.colonnade.jdbc.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.jdbc.error.SqlFailures;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/** Blob with the bytes of a {@code bytea} value in memory. Changing it does not change the row. */
public final class BytesBlob implements Blob {
  private byte[] bytes;

  /** Creates a blob that owns these bytes: the caller must not change them. */
  public BytesBlob(byte[] bytes) {
    this.bytes = requireNonNull(bytes, "bytes is null");
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public byte[] getBytes(long position, int length) throws SQLException {
    int from = index(position, length);
    return Arrays.copyOfRange(bytes, from, from + Math.min(length, bytes.length - from));
  }

  @Override
  public InputStream getBinaryStream() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public InputStream getBinaryStream(long position, long length) throws SQLException {
    return new ByteArrayInputStream(getBytes(position, (int) Math.min(length, Integer.MAX_VALUE)));
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    for (int at = index(start, 0); at + pattern.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return at + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] written) throws SQLException {
    return setBytes(position, written, 0, written.length);
  }

  @Override
  public int setBytes(long position, byte[] written, int offset, int length) throws SQLException {
    int at = index(position, length);
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + length));
    System.arraycopy(written, offset, bytes, at, length);
    return length;
  }

  /** Returns a stream whose bytes are written to the blob when it is closed. */
  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    int at = index(position, 0);
    return new ByteArrayOutputStream() {
      @Override
      public void close() {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + count));
        System.arraycopy(buf, 0, bytes, at, count);
      }
    };
  }

  @Override
  public void truncate(long length) throws SQLException {
    bytes = Arrays.copyOf(bytes, index(length + 1, 0));
  }

  @Override
  public void free() {
    bytes = new byte[0];
  }

  /**
   * Returns the index of a position, which counts from 1; the position after the last byte is
   * valid.
   */
  private int index(long position, int length) throws SQLException {
    if (position < 1 || position > bytes.length + 1L || length < 0) {
      throw SqlFailures.badArgument(
          "outside of the blob: position=" + position + " length=" + length);
    }
    return (int) (position - 1);
  }
}
