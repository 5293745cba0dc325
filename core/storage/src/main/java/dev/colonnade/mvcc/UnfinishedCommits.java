package dev.colonnade.mvcc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Records in {@code META} of the chunks of a commit that is not finished: each is written with its
 * chunk, and all are deleted with the last write of the commit. A store that contains any was left
 * in the middle of a commit, whose versions have to be undone before anything else is written.
 *
 * <pre>
 *   key    "mvcc/unfinished/" (ASCII), chunk number (i32 big-endian)
 *   value  commit timestamp (i64 little-endian), length of the first key (i32 little-endian, bit 31:
 *          statistics do not count the chunk, bit 30: it deletes spans of keys), first key, last key
 * </pre>
 *
 * <p>The chunk of an ingested file has its record before the file, and is counted after it. A
 * version that does not know such records refuses them as damaged.
 */
public final class UnfinishedCommits {
  /** Timestamp that states that no commit is unfinished. */
  public static final long NONE = 0;

  private static final byte[] PREFIX = "mvcc/unfinished/".getBytes(US_ASCII);
  private static final int UNCOUNTED_FLAG = 1 << 31;
  private static final int SPANS_FLAG = 1 << 30;
  private static final int FLAGS = UNCOUNTED_FLAG | SPANS_FLAG;
  private static final int HEADER_BYTES = Long.BYTES + Integer.BYTES;

  private UnfinishedCommits() {}

  /**
   * Chunk of an unfinished commit.
   *
   * @param number number of the chunk, from 0
   * @param timestamp commit timestamp of its versions
   * @param first first key of the chunk
   * @param last last key of the chunk, inclusive
   * @param isCounted whether the statistics of ranges include the chunk, if it was written
   * @param deletesSpans whether keys were deleted as spans; a version that does not know them, and
   *     could not undo them, refuses such a record as damaged
   */
  public record Chunk(
      int number, long timestamp, Key first, Key last, boolean isCounted, boolean deletesSpans) {
    /** Returns this chunk as one that is counted. */
    public Chunk counted() {
      return new Chunk(number, timestamp, first, last, true, deletesSpans);
    }

    /** Returns this chunk as one that is not counted yet. */
    public Chunk uncounted() {
      return new Chunk(number, timestamp, first, last, false, deletesSpans);
    }
  }

  /** Returns the chunks in the store, in their order. */
  public static List<Chunk> read(StoreReader store) {
    List<Chunk> chunks = new ArrayList<>();
    KeySpan all = KeySpan.prefix(Key.wrap(PREFIX));
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(all))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        chunks.add(decode(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
    return chunks;
  }

  /** Returns the timestamp of the unfinished commit; {@link #NONE} if there is none. */
  public static long timestamp(StoreReader store) {
    List<Chunk> chunks = read(store);
    return chunks.isEmpty() ? NONE : chunks.getFirst().timestamp();
  }

  /** Adds a put of the record of {@code chunk} to {@code batch}. */
  public static void put(Batch batch, Chunk chunk) {
    byte[] first = chunk.first().bytes();
    byte[] last = chunk.last().bytes();
    ByteBuffer value =
        ByteBuffer.allocate(HEADER_BYTES + first.length + last.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(chunk.timestamp())
            .putInt(first.length | flags(chunk))
            .put(first)
            .put(last);
    batch.put(Space.META, key(chunk.number()), value.array());
  }

  /** Adds a delete of the record of the chunk with this number to {@code batch}. */
  public static void delete(Batch batch, int number) {
    batch.delete(Space.META, key(number));
  }

  private static int flags(Chunk chunk) {
    return (chunk.isCounted() ? 0 : UNCOUNTED_FLAG) | (chunk.deletesSpans() ? SPANS_FLAG : 0);
  }

  private static byte[] key(int number) {
    return ByteBuffer.allocate(PREFIX.length + Integer.BYTES).put(PREFIX).putInt(number).array();
  }

  private static Chunk decode(Key key, byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (key.length() != PREFIX.length + Integer.BYTES
        || value.length < HEADER_BYTES
        || (bytes.getInt(Long.BYTES) & ~FLAGS) > value.length - HEADER_BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "record of an unfinished commit is damaged key=%s bytes=%d".formatted(key, value.length));
    }
    long timestamp = bytes.getLong();
    int lengthAndFlags = bytes.getInt();
    byte[] first = new byte[lengthAndFlags & ~FLAGS];
    bytes.get(first);
    byte[] last = new byte[bytes.remaining()];
    bytes.get(last);
    int number = ByteBuffer.wrap(key.bytes()).getInt(PREFIX.length);
    return new Chunk(
        number,
        timestamp,
        Key.wrap(first),
        Key.wrap(last),
        (lengthAndFlags & UNCOUNTED_FLAG) == 0,
        (lengthAndFlags & SPANS_FLAG) != 0);
  }
}
