package dev.colonnade.mvcc.commit;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.AbsentKeyReader;
import dev.colonnade.mvcc.AscendingRowReader;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.conflict.ConflictTable;
import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.mvcc.commit.conflict.TombstoneSpans;
import dev.colonnade.mvcc.commit.deletion.DeletedRun;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluated batch: its conditions were checked and its effects computed against the state of the
 * store at some point in time at or after the publication of {@link #evaluatedAt}. The writer's own
 * thread evaluates it without latches, so it may be outdated when the leader dequeues it; the
 * leader then evaluates single mutations again. Not safe for concurrent use; ownership passes from
 * the writer to the leader.
 */
final class Evaluation {
  /**
   * Number of keys per multi-get, after which the byte limit is checked: 256 MiB with the largest
   * rows. A larger number has no benefit, because the store processes multi-gets in steps of the
   * same size.
   */
  public static final int KEYS_PER_READ_MAX = 32;

  /** Maximum bytes of a single mutation with its history entry, less than a store batch. */
  private static final long SINGLE_STORE_BYTES_MAX = Batch.BYTES_MAX / 8 * 7;

  private static final int[] NO_HASHES = {};

  private final Mutations source;
  private final List<Mutation> mutations;
  private final BatchLimits limits;
  private final TombstoneSpans tombstones;
  private final long evaluatedAt;
  private final @Nullable RowEffect[] effects;
  private final boolean isHashed;

  /** True where the mutation was evaluated from the version that its writer has read. */
  private final boolean[] isFromRead;

  /** Hashes of the keys; empty if they are not computed. */
  private final int[] hashes;

  /** True where a mutation's key follows that of the one before; empty if that is not found. */
  private final boolean[] isNext;

  private long storeBytes;

  private Evaluation(
      Mutations mutations,
      BatchLimits limits,
      TombstoneSpans tombstones,
      long evaluatedAt,
      boolean isHashed) {
    this.isHashed = isHashed;
    source = mutations;
    this.mutations = mutations.all();
    this.limits = limits;
    this.tombstones = tombstones;
    this.evaluatedAt = evaluatedAt;
    effects = new RowEffect[this.mutations.size()];
    isFromRead = new boolean[this.mutations.size()];
    hashes = isHashed ? new int[this.mutations.size()] : NO_HASHES;
    isNext = new boolean[isHashed ? 0 : this.mutations.size()];
  }

  /**
   * Evaluates {@code mutations} against the state published at {@code publishedBefore} or a later
   * one.
   *
   * @throws ColonnadeException if a condition does not hold or a limit is exceeded
   */
  public static Evaluation of(
      Mutations mutations,
      BatchLimits limits,
      TombstoneSpans tombstones,
      StoreReader store,
      long publishedBefore) {
    Evaluation evaluation = new Evaluation(mutations, limits, tombstones, publishedBefore, true);
    if (!evaluation.evaluateAll(store)) {
      evaluation.requireBytesWithinLimit();
    }
    return evaluation;
  }

  /** Variant of {@link #of} that returns null if the batch exceeds the bytes of a store batch. */
  static @Nullable Evaluation ofFitting(
      Mutations mutations,
      BatchLimits limits,
      TombstoneSpans tombstones,
      StoreReader store,
      long publishedBefore) {
    Evaluation evaluation = new Evaluation(mutations, limits, tombstones, publishedBefore, true);
    return evaluation.evaluateAll(store) ? evaluation : null;
  }

  /**
   * Variant of {@link #ofFitting} for a chunk of a large commit, which computes no hashes: all keys
   * are regarded as changed.
   */
  static @Nullable Evaluation ofChunk(
      Mutations mutations,
      BatchLimits limits,
      TombstoneSpans tombstones,
      StoreReader store,
      long publishedBefore) {
    Evaluation evaluation = new Evaluation(mutations, limits, tombstones, publishedBefore, false);
    return evaluation.evaluateAll(store) ? evaluation : null;
  }

  int count() {
    return mutations.size();
  }

  /** Throws if a guard of the batch refuses it. */
  void checkGuards() {
    source.checkGuards();
  }

  /** Runs the batch's actions that are due when it has been applied. */
  void runApplied() {
    source.runApplied();
  }

  /** Returns the evaluated mutations. */
  Mutations source() {
    return source;
  }

  public Mutation mutation(int index) {
    return mutations.get(index);
  }

  /** Returns the effect of the mutation of a row; null if it has none. */
  @Nullable RowEffect effect(int index) {
    return effects[index];
  }

  /** Returns whether the mutation counts in the commit result. */
  boolean counts(int index) {
    return mutations.get(index) instanceof Mutation.OfRow row && row.counts();
  }

  /** Returns the key's hash in the {@link ConflictTable}. */
  int hash(int index) {
    return hashes[index];
  }

  /**
   * Returns the timestamp of the state against which a mutation was evaluated, or an earlier one
   * since which its key has not changed: the published timestamp before the evaluation, or that of
   * the writer's own read.
   */
  long evaluatedAt(int index) {
    Condition.Read read =
        isFromRead[index] && mutations.get(index) instanceof Mutation.OfRow row
            ? Condition.readOf(row.condition())
            : null;
    return read == null ? evaluatedAt : read.validUntil();
  }

  /** Returns the size of the batch in the store in bytes. */
  long storeBytes() {
    return storeBytes;
  }

  /** Returns whether the outcome of a mutation depends on the current value of its key. */
  boolean dependsOnPresent(int index) {
    return switch (mutations.get(index)) {
      case Mutation.OfRow row -> true;
      case Mutation.OfMeta meta -> !(meta.condition() instanceof MetaCondition.Always);
    };
  }

  /** Returns whether the batch changes anything. */
  boolean hasEffect() {
    for (int index = 0; index < effects.length; index++) {
      if (effects[index] != null || mutations.get(index) instanceof Mutation.OfMeta) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the adjacent mutations of a chunk that delete all keys with a value between the first
   * and the last of them, and are many. Keys of different indexes are not adjacent.
   *
   * @param rowsMin minimum number of mutations
   * @param countMax maximum number of results
   */
  List<DeletedRun> deletedRuns(int rowsMin, int countMax) {
    List<DeletedRun> runs = new ArrayList<>();
    int from = 0;
    for (int index = 1; index <= count(); index++) {
      if (index == count() || !continuesRun(index)) {
        boolean isRun = index - from >= rowsMin && isDeleteOfValue(from);
        if (isRun && runs.size() < countMax) {
          runs.add(new DeletedRun(from, index));
        }
        from = index;
      }
    }
    return runs;
  }

  /** Returns whether a mutation and the one before delete adjacent keys. */
  private boolean continuesRun(int index) {
    return isNext[index]
        && isDeleteOfValue(index)
        && isDeleteOfValue(index - 1)
        && isSameIndex(mutations.get(index - 1).key(), mutations.get(index).key());
  }

  private boolean isDeleteOfValue(int index) {
    RowEffect effect = effects[index];
    return effect != null && effect.isDelete() && !tombstones.contains(effect.delta().key());
  }

  private static boolean isSameIndex(Key one, Key other) {
    int length = KeyLayout.COLUMNS_OFFSET;
    boolean isOfTable = one.length() >= length && other.length() >= length;
    return !isOfTable || Arrays.equals(one.bytes(), 0, length, other.bytes(), 0, length);
  }

  /** Evaluates one mutation again, against the current value of its key. */
  void evaluateAgain(int index, StoreReader store) {
    Mutation mutation = mutations.get(index);
    RowEffect before = effects[index];
    storeBytes -= before == null ? 0 : before.byteSize();
    isFromRead[index] = false;
    evaluate(index, store.get(mutation.space(), mutation.key()));
    requireBytesWithinLimit();
  }

  /** Evaluates all mutations. Returns false as soon as the bytes exceed the limit. */
  private boolean evaluateAll(StoreReader store) {
    List<Key> expected = keysExpected(0, count());
    try (AbsentKeyReader gaps = new AbsentKeyReader(store, KeySpan.around(keysToBeAbsent()));
        AscendingRowReader rows =
            new AscendingRowReader(store, KeySpan.around(expected), readerKeyCount(expected))) {
      for (int from = 0; from < count(); from += KEYS_PER_READ_MAX) {
        int to = Math.min(count(), from + KEYS_PER_READ_MAX);
        evaluateRows(from, to, rows, gaps);
        evaluateMeta(from, to, store);
        if (storeBytes > storeBytesMax()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the number of keys that a reader expects; a large one if it has to find runs. */
  private int readerKeyCount(List<Key> expected) {
    boolean mayHaveRuns = !isHashed && expected.size() >= limits.deletedSpanRowsMin();
    return mayHaveRuns ? Integer.MAX_VALUE : expected.size();
  }

  private void evaluateRows(int from, int to, AscendingRowReader rows, AbsentKeyReader gaps) {
    List<Key> expected = keysExpected(from, to);
    boolean[] adjacent = new boolean[expected.size()];
    List<byte @Nullable []> together = rows.read(expected, adjacent);
    int position = 0;
    for (int index = from; index < to; index++) {
      if (mutations.get(index) instanceof Mutation.OfRow row) {
        if (isHashed) {
          hashes[index] = ConflictTable.hash(Space.ROWS, row.key());
        }
        Condition.Read read = readBefore(row);
        if (read != null) {
          isFromRead[index] = true;
          evaluate(index, read.stored());
        } else if (!expectsPresent(row)) {
          evaluate(index, gaps.get(row.key()));
        } else {
          if (!isHashed) {
            isNext[index] = adjacent[position];
          }
          evaluate(index, together.get(position));
          position++;
        }
      }
    }
  }

  /**
   * Returns the version that the writer has read, from which the mutation is evaluated; null if the
   * store is read. Only with hashes can the leader find out that the key has changed since.
   */
  private Condition.@Nullable Read readBefore(Mutation.OfRow row) {
    return isHashed ? Condition.readOf(row.condition()) : null;
  }

  private List<Key> keysToBeAbsent() {
    List<Key> keys = new ArrayList<>();
    for (Mutation mutation : mutations) {
      if (mutation instanceof Mutation.OfRow row && !expectsPresent(row)) {
        keys.add(row.key());
      }
    }
    return keys;
  }

  /** Returns the keys that are read together. */
  private List<Key> keysExpected(int from, int to) {
    List<Key> keys = new ArrayList<>();
    for (int index = from; index < to; index++) {
      if (mutations.get(index) instanceof Mutation.OfRow row
          && expectsPresent(row)
          && readBefore(row) == null) {
        keys.add(row.key());
      }
    }
    return keys;
  }

  /**
   * Returns whether the key is likely to exist. A multi-get is cheaper for existing keys; for
   * absent keys, one seek may prove the absence of many.
   */
  private static boolean expectsPresent(Mutation.OfRow row) {
    return row.condition() != Condition.ABSENT;
  }

  private void evaluateMeta(int from, int to, StoreReader store) {
    for (int index = from; index < to; index++) {
      if (mutations.get(index) instanceof Mutation.OfMeta meta) {
        if (isHashed) {
          hashes[index] = ConflictTable.hash(Space.META, meta.key());
        }
        byte[] value = meta.value();
        storeBytes += meta.key().length() + (value == null ? 0 : value.length);
        if (dependsOnPresent(index)) {
          evaluate(index, store.get(Space.META, meta.key()));
        }
      }
    }
  }

  private void evaluate(int index, byte @Nullable [] present) {
    switch (mutations.get(index)) {
      case Mutation.OfRow row -> {
        RowEffect effect = effectOf(row, present);
        effects[index] = effect;
        storeBytes += effect == null ? 0 : effect.byteSize();
      }
      case Mutation.OfMeta meta -> check(meta, present);
    }
  }

  private @Nullable RowEffect effectOf(Mutation.OfRow row, byte @Nullable [] present) {
    RowEffect effect = RowEffect.of(row, present);
    boolean isLost = effect == null && row.value() == null && row.role() != Mutation.Role.CHECK;
    return isLost && tombstones.contains(row.key())
        ? RowEffect.tombstone(row.key(), present != null)
        : effect;
  }

  private static void check(Mutation.OfMeta meta, byte @Nullable [] present) {
    boolean holds =
        switch (meta.condition()) {
          case MetaCondition.Always always -> true;
          case MetaCondition.Absence absence -> present == null;
          case MetaCondition.BytesAre(byte[] expected) -> Arrays.equals(expected, present);
        };
    if (!holds) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "record changed since it was read key=%s presentBytes=%s"
              .formatted(meta.key(), present == null ? "none" : present.length));
    }
  }

  /** Returns the limit of the store bytes. A single mutation cannot be divided. */
  private long storeBytesMax() {
    return count() == 1
        ? Math.max(limits.storeBytesMax(), SINGLE_STORE_BYTES_MAX)
        : limits.storeBytesMax();
  }

  private void requireBytesWithinLimit() {
    if (storeBytes > storeBytesMax()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "batch too large in the store bytes=%d max=%d".formatted(storeBytes, storeBytesMax()));
    }
  }
}
