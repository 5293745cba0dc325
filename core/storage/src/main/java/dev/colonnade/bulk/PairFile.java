package dev.colonnade.bulk;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Temporary file of the entries of a sorted buffer, which is deleted when it is closed. */
final class PairFile implements PairSource {
  private static final int BUFFER_BYTES = 1 << 17;

  private final Path path;
  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];

  /** Offset in the buffer of the first byte behind the current pair. */
  private int position;

  /** Offset in the buffer of the first byte that was not read from the file. */
  private int limit;

  private long left;
  private int keyOffset;
  private int keyLength;
  private int valueLength;

  private PairFile(Path path, long count) throws IOException {
    this.path = path;
    in = Files.newInputStream(path);
    left = count;
  }

  /** Writes a sorted buffer to a new file, and opens that. */
  static PairFile write(Path path, PairBuffer buffer) throws IOException {
    try {
      try (DataOutputStream out =
          new DataOutputStream(
              new BufferedOutputStream(
                  Files.newOutputStream(path, StandardOpenOption.CREATE_NEW), BUFFER_BYTES))) {
        buffer.writeTo(out);
      }
      return new PairFile(path, buffer.count());
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(path);
      throw e;
    }
  }

  @Override
  public boolean next() throws IOException {
    if (left == 0) {
      return false;
    }
    left--;
    require(PairBuffer.HEADER_BYTES);
    int keyBytes = PairBuffer.lengthAt(buffer, position);
    int valueBytes = PairBuffer.lengthAt(buffer, position + Integer.BYTES);
    int entryBytes = Math.addExact(PairBuffer.HEADER_BYTES, Math.addExact(keyBytes, valueBytes));
    require(entryBytes);
    keyOffset = position + PairBuffer.HEADER_BYTES;
    keyLength = keyBytes;
    valueLength = valueBytes;
    position += entryBytes;
    return true;
  }

  /** Reads until the buffer has the next {@code count} bytes. */
  private void require(int count) throws IOException {
    if (limit - position >= count) {
      return;
    }
    byte[] source = buffer;
    if (count > buffer.length) {
      buffer = new byte[Math.max(count, 2 * buffer.length)];
    }
    System.arraycopy(source, position, buffer, 0, limit - position);
    limit -= position;
    position = 0;
    while (limit < count) {
      int read = in.read(buffer, limit, buffer.length - limit);
      if (read < 0) {
        throw new EOFException("temporary file of a sort is truncated path=" + path);
      }
      limit += read;
    }
  }

  @Override
  public byte[] bytes() {
    return buffer;
  }

  @Override
  public int keyOffset() {
    return keyOffset;
  }

  @Override
  public int keyLength() {
    return keyLength;
  }

  @Override
  public int valueLength() {
    return valueLength;
  }

  @Override
  public void close() throws IOException {
    in.close();
    Files.deleteIfExists(path);
  }
}
