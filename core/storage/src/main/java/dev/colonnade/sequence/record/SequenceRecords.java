package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reader and writer of the sequence records in the store. Reservations go through the commit
 * pipeline as conditional writes; DDL is written by its exclusive commands. Both are always synced
 * to disk ({@link Durability#SYNC}), independent of the durability of rows, so that no value is
 * allocated twice.
 */
public final class SequenceRecords implements SequenceRecordStore {
  /** Id of the first sequence. */
  public static final long FIRST_ID = 1;

  private final StoreReader store;
  private final CommitPipeline pipeline;

  public SequenceRecords(StoreReader store, CommitPipeline pipeline) {
    this.store = requireNonNull(store, "store is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
  }

  @Override
  public CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
    assert before.id() == after.id() && before.version() < after.version();
    return pipeline.commitAsync(
        new Mutations()
            .putMeta(
                SequenceLayout.recordKey(after.id()),
                SequenceCodec.encode(after),
                MetaCondition.bytesAre(SequenceCodec.encode(before))),
        Durability.SYNC);
  }

  @Override
  public @Nullable SequenceRecord read(long id) {
    Key key = SequenceLayout.recordKey(id);
    byte[] value = store.get(Space.META, key);
    return value == null ? null : SequenceCodec.decode(key, value);
  }

  /** Returns whether no other copy of the store can have newer records. Never blocks. */
  public boolean isCurrent() {
    return store.isCurrent();
  }

  /**
   * Starts allocating from a gapless sequence within a transaction. Throws UNKNOWN_SEQUENCE if it
   * was dropped.
   */
  public GaplessAllocation newGaplessAllocation(long id) {
    SequenceRecord before = read(id);
    if (before == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "could not open relation with OID " + id);
    }
    return new GaplessAllocation(before);
  }

  /** Returns the key that represents a sequence in the lock table; no row has such a key. */
  public static Key lockKey(long id) {
    return SequenceLayout.recordKey(id);
  }

  /** Returns all records in the order of their ids. */
  public List<SequenceRecord> readAll() {
    List<SequenceRecord> records = new ArrayList<>();
    long nextId = nextId();
    try (Cursor cursor =
        store.cursor(Space.META, CursorOptions.over(SequenceLayout.recordSpan()))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        SequenceRecord record = SequenceCodec.decode(cursor.key(), cursor.value());
        if (record.id() >= nextId) {
          throw new ColonnadeException(
              ErrorCode.STORE_CORRUPT,
              "sequence has an id that was never assigned: id=%d next=%d"
                  .formatted(record.id(), nextId));
        }
        records.add(record);
      }
      cursor.checkStatus();
    }
    return records;
  }

  /** Adds a pending change to a batch. */
  public void putPending(Mutations mutations, PendingSequenceChange change) {
    mutations.putMeta(
        SequenceLayout.pendingKey(change.number()),
        SequenceCodec.encodePending(change),
        MetaCondition.ABSENT);
  }

  /** Adds the removal of an applied pending change to an exclusive command. */
  public void deletePending(ExclusiveContext context, long number) {
    Key key = SequenceLayout.pendingKey(number);
    context.durability(Durability.SYNC);
    context.touchMeta(key);
    context.batch().delete(Space.META, key.bytes());
  }

  /** Returns all pending changes in the order of their numbers. */
  public List<PendingSequenceChange> readPending() {
    List<PendingSequenceChange> changes = new ArrayList<>();
    try (Cursor cursor =
        store.cursor(Space.META, CursorOptions.over(SequenceLayout.pendingSpan()))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        changes.add(SequenceCodec.decodePending(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
    return changes;
  }

  /** Returns the id of the next new sequence. */
  public long nextId() {
    byte[] state = store.get(Space.META, SequenceLayout.STATE_KEY);
    return state == null ? FIRST_ID : SequenceCodec.decodeState(state);
  }

  /** Adds the next id to an exclusive command: all ids below {@code nextId} are assigned. */
  public void putNextId(ExclusiveContext context, long nextId) {
    context.durability(Durability.SYNC);
    context
        .batch()
        .put(Space.META, SequenceLayout.STATE_KEY.bytes(), SequenceCodec.encodeState(nextId));
  }

  /** Adds a record to a batch, on the condition that {@code before} is the stored record. */
  public void put(Mutations mutations, SequenceRecord before, SequenceRecord after) {
    assert before.id() == after.id() && before.version() < after.version();
    mutations.putMeta(
        SequenceLayout.recordKey(after.id()),
        SequenceCodec.encode(after),
        MetaCondition.bytesAre(SequenceCodec.encode(before)));
  }

  /** Adds the removal of a record to a batch. */
  public void delete(Mutations mutations, long id) {
    mutations.deleteMeta(SequenceLayout.recordKey(id), MetaCondition.ANY);
  }

  /** Adds a record to an exclusive command. */
  public void put(ExclusiveContext context, SequenceRecord record) {
    Key key = SequenceLayout.recordKey(record.id());
    context.durability(Durability.SYNC);
    context.touchMeta(key);
    context.batch().put(Space.META, key.bytes(), SequenceCodec.encode(record));
  }

  /** Adds the removal of a record to an exclusive command. */
  public void delete(ExclusiveContext context, long id) {
    Key key = SequenceLayout.recordKey(id);
    context.durability(Durability.SYNC);
    context.touchMeta(key);
    context.batch().delete(Space.META, key.bytes());
  }
}
