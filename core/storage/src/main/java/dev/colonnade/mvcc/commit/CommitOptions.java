package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;

/**
 * Options and limits of the commit pipeline.
 *
 * @param durability default durability of a commit
 * @param batch limits on one batch
 * @param group limits on a group of batches that are written together (group commit)
 * @param queueCommitsMax maximum number of batches that wait for the leader; one more fails with
 *     OVERLOADED
 * @param conflictSlots size of the conflict table, a power of two; a larger table causes fewer
 *     unnecessary rereads of keys
 */
public record CommitOptions(
    Durability durability,
    BatchLimits batch,
    GroupLimits group,
    int queueCommitsMax,
    int conflictSlots) {

  public static final CommitOptions DEFAULT =
      new CommitOptions(Durability.SYNC, BatchLimits.DEFAULT, GroupLimits.DEFAULT, 8192, 1 << 18);

  public CommitOptions {
    requireNonNull(durability, "durability is null");
    requireNonNull(batch, "batch is null");
    requireNonNull(group, "group is null");
    requirePositive("queueCommitsMax", queueCommitsMax);
    if (Integer.bitCount(conflictSlots) != 1 || conflictSlots < 0) {
      throw new IllegalArgumentException(
          "conflictSlots not a power of two conflictSlots=" + conflictSlots);
    }
  }

  /** Returns a copy with another durability. */
  public CommitOptions withDurability(Durability other) {
    return new CommitOptions(other, batch, group, queueCommitsMax, conflictSlots);
  }

  /** Returns a copy whose batches have at most this size in the store. */
  public CommitOptions withStoreBytesMax(long storeBytesMax) {
    BatchLimits limited =
        new BatchLimits(
            batch.mutationsMax(),
            Math.min(batch.storeBytesMax(), storeBytesMax),
            batch.chunk(),
            batch.ingestBytesMin(),
            batch.deletedSpanRowsMin());
    return new CommitOptions(durability, limited, group, queueCommitsMax, conflictSlots);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " not positive " + name + "=" + value);
    }
  }

  /**
   * Limits on one store batch. A larger batch is written in chunks, each within the limits; a
   * mutation that exceeds them alone fails with INVALID_ARGUMENT.
   *
   * @param mutationsMax maximum number of mutations of a batch that is in memory
   * @param storeBytesMax maximum size in the store in bytes, including the history entries of
   *     superseded versions
   * @param chunk size above which a batch is written in chunks, and of these chunks
   * @param ingestBytesMin bytes of the first chunk of new rows from which on they are ingested as a
   *     table file, which is more expensive than a small store batch
   * @param deletedSpanRowsMin number of adjacent keys from which on a large commit deletes them as
   *     one span
   */
  public record BatchLimits(
      int mutationsMax,
      long storeBytesMax,
      MutationChunks.Size chunk,
      long ingestBytesMin,
      int deletedSpanRowsMin) {
    private static final long INGEST_BYTES_MIN = 1L << 20;

    private static final int DELETED_SPAN_ROWS_MIN = 1_000;

    public static final BatchLimits DEFAULT = new BatchLimits(50_000_000, 128L << 20);

    public BatchLimits(int mutationsMax, long storeBytesMax) {
      this(mutationsMax, storeBytesMax, MutationChunks.Size.DEFAULT);
    }

    public BatchLimits(int mutationsMax, long storeBytesMax, MutationChunks.Size chunk) {
      this(mutationsMax, storeBytesMax, chunk, INGEST_BYTES_MIN);
    }

    public BatchLimits(
        int mutationsMax, long storeBytesMax, MutationChunks.Size chunk, long ingestBytesMin) {
      this(mutationsMax, storeBytesMax, chunk, ingestBytesMin, DELETED_SPAN_ROWS_MIN);
    }

    public BatchLimits {
      requirePositive("mutationsMax", mutationsMax);
      requirePositive("storeBytesMax", storeBytesMax);
      requireNonNull(chunk, "chunk is null");
      requirePositive("ingestBytesMin", ingestBytesMin);
      requirePositive("deletedSpanRowsMin", deletedSpanRowsMin);
      if (storeBytesMax > Batch.BYTES_MAX / 2) {
        throw new IllegalArgumentException(
            "storeBytesMax too large storeBytesMax=%d max=%d"
                .formatted(storeBytesMax, Batch.BYTES_MAX / 2));
      }
    }
  }

  /**
   * Limits on a commit group. A batch over these limits forms a group of its own.
   *
   * @param commitsMax maximum number of batches in a group
   * @param bytesMax maximum number of bytes in a group
   * @param perLeaderMax number of groups after which a leading caller hands leadership over
   * @param inLogMax maximum number of groups that are in a replicated log and not applied yet
   */
  public record GroupLimits(int commitsMax, long bytesMax, int perLeaderMax, int inLogMax) {
    public static final int IN_LOG_MAX = 4;

    public static final GroupLimits DEFAULT = new GroupLimits(1024, 8L << 20, 64);

    public GroupLimits(int commitsMax, long bytesMax, int perLeaderMax) {
      this(commitsMax, bytesMax, perLeaderMax, IN_LOG_MAX);
    }

    public GroupLimits {
      requirePositive("commitsMax", commitsMax);
      requirePositive("bytesMax", bytesMax);
      requirePositive("perLeaderMax", perLeaderMax);
      requirePositive("inLogMax", inLogMax);
      if (bytesMax > Batch.BYTES_MAX / 2) {
        throw new IllegalArgumentException(
            "bytesMax too large bytesMax=%d max=%d".formatted(bytesMax, Batch.BYTES_MAX / 2));
      }
    }
  }
}
