package dev.colonnade.replication.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogPosition;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Messages of the transfer. Integers are big-endian; a text is its length (u16) and UTF-8 bytes.
 *
 * <pre>
 *   open    u8=1 | i64 smallest acceptable index
 *   read    u8=2 | i64 id | text name | i64 offset | i32 length
 *   listing i64 id | i64 term | i64 index | i32 count | (text name | i64 bytes) for each file
 *   part    i32 CRC-32C of the bytes | bytes
 * </pre>
 */
public final class CheckpointMessage {
  static final byte OPEN = 1;
  static final byte READ = 2;
  private static final int NAME_BYTES_MAX = 255;

  private CheckpointMessage() {}

  /** File of a checkpoint. */
  record FileEntry(String name, long bytes) {}

  /** Files of a checkpoint and the position that they contain. */
  record Listing(long id, LogPosition position, List<FileEntry> files) {}

  /** Request for a part of a file. */
  record Read(long id, String name, long offset, int length) {}

  static ByteBuffer open(long minIndex) {
    return ByteBuffer.allocate(1 + Long.BYTES).put(OPEN).putLong(minIndex).flip();
  }

  static ByteBuffer encode(Read read) {
    byte[] name = read.name().getBytes(UTF_8);
    return ByteBuffer.allocate(1 + 2 * Long.BYTES + Integer.BYTES + Short.BYTES + name.length)
        .put(READ)
        .putLong(read.id())
        .putShort((short) name.length)
        .put(name)
        .putLong(read.offset())
        .putInt(read.length())
        .flip();
  }

  static Read decodeRead(ByteBuffer in) {
    try {
      return new Read(in.getLong(), text(in), in.getLong(), in.getInt());
    } catch (BufferUnderflowException e) {
      throw damaged();
    }
  }

  static ByteBuffer encode(Listing listing) {
    int bytes = 3 * Long.BYTES + Integer.BYTES;
    for (FileEntry file : listing.files()) {
      bytes += Short.BYTES + file.name().getBytes(UTF_8).length + Long.BYTES;
    }
    ByteBuffer out =
        ByteBuffer.allocate(bytes)
            .putLong(listing.id())
            .putLong(listing.position().term())
            .putLong(listing.position().index())
            .putInt(listing.files().size());
    for (FileEntry file : listing.files()) {
      byte[] name = file.name().getBytes(UTF_8);
      out.putShort((short) name.length).put(name).putLong(file.bytes());
    }
    return out.flip();
  }

  static Listing decodeListing(ByteBuffer in) {
    try {
      long id = in.getLong();
      LogPosition position = new LogPosition(in.getLong(), in.getLong());
      List<FileEntry> files = new ArrayList<>();
      for (int count = in.getInt(); count > 0; count--) {
        files.add(new FileEntry(text(in), in.getLong()));
      }
      return new Listing(id, position, files);
    } catch (BufferUnderflowException e) {
      throw damaged();
    }
  }

  static ByteBuffer encodePart(byte[] bytes) {
    return ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(crc(bytes)).put(bytes).flip();
  }

  static byte[] decodePart(ByteBuffer in) {
    if (in.remaining() < Integer.BYTES) {
      throw damaged();
    }
    int expected = in.getInt();
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    if (crc(bytes) != expected) {
      throw damaged();
    }
    return bytes;
  }

  private static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Reads the name of a file, which is never a path. */
  private static String text(ByteBuffer in) {
    int length = in.getShort();
    if (length < 1 || length > NAME_BYTES_MAX || length > in.remaining()) {
      throw damaged();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    String name = new String(bytes, UTF_8);
    if (!name.matches("[A-Za-z0-9_.-]+") || name.startsWith(".")) {
      throw damaged();
    }
    return name;
  }

  private static ColonnadeException damaged() {
    return new ColonnadeException(
        ErrorCode.PROTOCOL_VIOLATION, "damaged message of a checkpoint transfer");
  }
}
