package dev.colonnade.replication.log;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Entry of the replicated log.
 *
 * @param term term of the leader under which the batch was evaluated
 * @param number number of the proposal in that term, from 1
 * @param proposedNanos wall-clock time of the proposal
 * @param batch serialized batch
 * @param isOnBase whether the store of the first member had data that are not in the log
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record LogEntry(long term, long number, long proposedNanos, byte[] batch, boolean isOnBase) {
  /**
   * Maximum size of a batch in an entry: the largest group of commits, whose old versions move to
   * the history, fits. Buffers of the log are of this size.
   */
  public static final int BATCH_BYTES_MAX = 24 << 20;

  /** Newest format of entries that this version applies, and the one that it writes. */
  public static final int FORMAT = LogEntryLayout.FORMAT;

  /** Creates an entry of a cluster whose log is complete. */
  public LogEntry(long term, long number, long proposedNanos, byte[] batch) {
    this(term, number, proposedNanos, batch, false);
  }

  public LogEntry {
    requireNonNull(batch, "batch is null");
    if (term < 1 || number < 1) {
      throw new IllegalArgumentException("term=%d number=%d".formatted(term, number));
    }
  }

  /**
   * Throws LIMIT_EXCEEDED if a batch is too large for an entry. To be called before it is proposed:
   * an entry that members cannot accept would never leave the log.
   */
  public static void requireFits(long batchBytes) {
    if (batchBytes > BATCH_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "write is too large for the replicated log bytes=%d max=%d"
              .formatted(batchBytes, BATCH_BYTES_MAX));
    }
  }

  /** Returns the bytes of the entry. */
  public byte[] encode() {
    return ByteBuffer.allocate(LogEntryLayout.HEADER_BYTES + batch.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(LogEntryLayout.FORMAT)
        .put(isOnBase ? LogEntryLayout.KIND_BATCH_ON_BASE : LogEntryLayout.KIND_BATCH)
        .putShort((short) 0)
        .putLong(term)
        .putLong(number)
        .putLong(proposedNanos)
        .putInt(batch.length)
        .put(batch)
        .array();
  }

  /**
   * Returns the entry in {@code bytes}; throws STORE_CORRUPT if there is none, and
   * STORE_FORMAT_TOO_NEW if it has a format that this version does not know.
   */
  public static LogEntry decode(ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int start = in.position();
    int size = in.remaining();
    if (size > 0 && in.get(start + LogEntryLayout.FORMAT_OFFSET) > LogEntryLayout.FORMAT) {
      throw new ColonnadeException(
          ErrorCode.STORE_FORMAT_TOO_NEW,
          "entry of the log was written by a newer version: format=%d supported=%d"
              .formatted(in.get(start + LogEntryLayout.FORMAT_OFFSET), LogEntryLayout.FORMAT));
    }
    if (size < LogEntryLayout.HEADER_BYTES
        || in.get(start + LogEntryLayout.FORMAT_OFFSET) < LogEntryLayout.FORMAT_MIN
        || !isKind(in.get(start + LogEntryLayout.KIND_OFFSET))
        || in.getShort(start + LogEntryLayout.KIND_OFFSET + 1) != 0) {
      throw corrupt("unknown format", size);
    }
    long term = in.getLong(start + LogEntryLayout.TERM_OFFSET);
    long number = in.getLong(start + LogEntryLayout.NUMBER_OFFSET);
    int batchBytes = in.getInt(start + LogEntryLayout.BATCH_LENGTH_OFFSET);
    if (term < 1 || number < 1 || batchBytes != size - LogEntryLayout.HEADER_BYTES) {
      throw corrupt("term=%d number=%d batchBytes=%d".formatted(term, number, batchBytes), size);
    }
    byte[] batch = new byte[batchBytes];
    in.get(start + LogEntryLayout.HEADER_BYTES, batch);
    return new LogEntry(
        term,
        number,
        in.getLong(start + LogEntryLayout.PROPOSED_OFFSET),
        batch,
        in.get(start + LogEntryLayout.KIND_OFFSET) == LogEntryLayout.KIND_BATCH_ON_BASE);
  }

  private static boolean isKind(byte kind) {
    return kind == LogEntryLayout.KIND_BATCH || kind == LogEntryLayout.KIND_BATCH_ON_BASE;
  }

  private static ColonnadeException corrupt(String problem, int size) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "damaged entry of the log: " + problem + " bytes=" + size);
  }
}
