package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Space;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Table file that was ingested; a copy of it is a file of the archive. In an INGEST record, each
 * file has 41 bytes: u8 keyspace (0 META, 1 ROWS, 2 HISTORY), i64 size (big-endian), 32 bytes of
 * SHA-256.
 *
 * @param space keyspace
 * @param byteCount size in bytes
 * @param checksum SHA-256 in hexadecimal digits
 */
record IngestedFile(Space space, long byteCount, String checksum) {
  private static final int CHECKSUM_BYTES = 32;
  private static final int BYTES = 1 + Long.BYTES + CHECKSUM_BYTES;

  IngestedFile {
    requireNonNull(space, "space is null");
    requireNonNull(checksum, "checksum is null");
  }

  static byte[] encode(List<IngestedFile> files) {
    ByteBuffer out = ByteBuffer.allocate(files.size() * BYTES);
    for (IngestedFile file : files) {
      out.put(code(file.space)).putLong(file.byteCount).put(HexFormat.of().parseHex(file.checksum));
    }
    return out.array();
  }

  private static byte code(Space space) {
    return switch (space) {
      case META -> 0;
      case ROWS -> 1;
      case HISTORY -> 2;
    };
  }

  private static Space space(byte code) {
    for (Space space : Space.values()) {
      if (code(space) == code) {
        return space;
      }
    }
    throw new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "record of ingested files is damaged keyspace=" + code);
  }

  static List<IngestedFile> decode(byte[] bytes) {
    if (bytes.length % BYTES != 0) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "record of ingested files is damaged bytes=" + bytes.length);
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    List<IngestedFile> files = new ArrayList<>();
    while (in.hasRemaining()) {
      Space space = space(in.get());
      long byteCount = in.getLong();
      byte[] checksum = new byte[CHECKSUM_BYTES];
      in.get(checksum);
      files.add(new IngestedFile(space, byteCount, HexFormat.of().formatHex(checksum)));
    }
    return files;
  }
}
