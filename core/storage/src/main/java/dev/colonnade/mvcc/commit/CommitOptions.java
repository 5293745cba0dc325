package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNull;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;

/**
 * Limits and settings of a commit pipeline.
 *
 * @param durability what is certain when a commit has returned
 * @param batch limits on one batch
 * @param group limits on a group of batches that are written together
 * @param queueCommitsMax batches that may wait for the leader; one more fails with OVERLOADED
 * @param conflictSlots entries of the table that tells whether a key has changed; a power of two.
 *     With more of them fewer keys are read twice
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

  /** The same with another durability. */
  public CommitOptions withDurability(Durability other) {
    return new CommitOptions(other, batch, group, queueCommitsMax, conflictSlots);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " not positive " + name + "=" + value);
    }
  }

  /**
   * Limits on one batch; what passes them fails with INVALID_ARGUMENT.
   *
   * @param mutationsMax most changes
   * @param storeBytesMax most bytes that it may take in the store, old versions that it supersedes
   *     included
   */
  public record BatchLimits(int mutationsMax, long storeBytesMax) {
    public static final BatchLimits DEFAULT = new BatchLimits(2_000_000, 128L << 20);

    public BatchLimits {
      requirePositive("mutationsMax", mutationsMax);
      requirePositive("storeBytesMax", storeBytesMax);
      if (storeBytesMax > Batch.BYTES_MAX / 2) {
        throw new IllegalArgumentException(
            "storeBytesMax too large storeBytesMax=%d max=%d"
                .formatted(storeBytesMax, Batch.BYTES_MAX / 2));
      }
    }
  }

  /**
   * Limits on a group. A batch that is larger than these makes a group of its own.
   *
   * @param commitsMax most batches in a group
   * @param bytesMax most bytes in a group
   * @param perLeaderMax groups after which a caller that leads may go home
   */
  public record GroupLimits(int commitsMax, long bytesMax, int perLeaderMax) {
    public static final GroupLimits DEFAULT = new GroupLimits(1024, 8L << 20, 64);

    public GroupLimits {
      requirePositive("commitsMax", commitsMax);
      requirePositive("bytesMax", bytesMax);
      requirePositive("perLeaderMax", perLeaderMax);
      if (bytesMax > Batch.BYTES_MAX / 2) {
        throw new IllegalArgumentException(
            "bytesMax too large bytesMax=%d max=%d".formatted(bytesMax, Batch.BYTES_MAX / 2));
      }
    }
  }
}
