package dev.colonnade.bulk;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Temporary file of the entries of a sorted buffer, which is deleted when it is closed. */
final class PairFile implements PairSource {
  private static final int BUFFER_BYTES = 1 << 17;

  private final Path path;
  private final DataInputStream in;
  private long left;
  private byte[] key = new byte[0];
  private byte[] value = new byte[0];

  private PairFile(Path path, long count) throws IOException {
    this.path = path;
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER_BYTES));
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
    key = new byte[in.readInt()];
    value = new byte[in.readInt()];
    in.readFully(key);
    in.readFully(value);
    return true;
  }

  @Override
  public byte[] key() {
    return key;
  }

  @Override
  public byte[] value() {
    return value;
  }

  @Override
  public void close() throws IOException {
    in.close();
    Files.deleteIfExists(path);
  }
}
