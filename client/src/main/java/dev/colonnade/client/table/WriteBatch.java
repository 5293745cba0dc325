package dev.colonnade.client.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.mutation.MutationKind;
import dev.colonnade.protocol.mutation.MutationLayout;
import dev.colonnade.protocol.mutation.WriteDurability;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.protocol.tuple.TupleSchema;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;

/**
 * Atomic batch of mutations of one table. Rows are encoded as they are put:
 *
 * <pre>{@code
 * batch.upsert().putLong(1).putText("one").end();
 * batch.delete().putLong(2).end();
 * client.write(batch);
 * }</pre>
 *
 * <p>Must be closed; it may be cleared and reused after the response to its write. Not thread-safe.
 */
public final class WriteBatch implements AutoCloseable {
  private static final int INITIAL_BYTES = 4 * 1024;
  private static final int NO_MUTATION = -1;

  private final TableVersion table;
  private final List<Integer> columnIds;
  private final ByteBuf mutations;
  private final RowBuilder rows;
  private final RowBuilder keys;
  private WriteDurability durability = WriteDurability.SERVER_DEFAULT;
  private int mutationCount;
  private int mutationStart = NO_MUTATION;
  private boolean closed;

  /**
   * Creates a batch.
   *
   * @param columnIds columns of the rows; an empty list means all columns
   */
  public WriteBatch(
      TableVersion table, List<Integer> columnIds, TupleSchema rowShape, TupleSchema keyShape) {
    this.table = table;
    this.columnIds = columnIds;
    this.mutations = ByteBufAllocator.DEFAULT.ioBuffer(INITIAL_BYTES);
    this.rows = new RowBuilder(rowShape, mutations, this::endMutation);
    this.keys = new RowBuilder(keyShape, mutations, this::endMutation);
  }

  /**
   * Sets the durability of an acknowledged write; by default that of the server's configuration.
   */
  public WriteBatch durability(WriteDurability newDurability) {
    durability = requireNonNull(newDurability, "newDurability is null");
    return this;
  }

  /** Starts a row that must not exist yet. */
  public RowBuilder insert() {
    return begin(MutationKind.INSERT, rows);
  }

  /** Starts a row that replaces the row of its key, or is inserted. */
  public RowBuilder upsert() {
    return begin(MutationKind.UPSERT, rows);
  }

  /** Starts a row that updates the row of its key, if there is one. */
  public RowBuilder update() {
    return begin(MutationKind.UPDATE, rows);
  }

  /** Starts the key of a row to delete. */
  public RowBuilder delete() {
    return begin(MutationKind.DELETE, keys);
  }

  /**
   * Starts a conditional {@link #insert}, {@link #upsert}, {@link #update} or {@link #delete}
   * (optimistic concurrency control).
   */
  public RowBuilder mutate(MutationKind kind, long expectedTimestamp) {
    return begin(kind, MutationLayout.FLAG_EXPECTED_TIMESTAMP, expectedTimestamp);
  }

  /** Returns the number of ended mutations. */
  public int size() {
    return mutationCount;
  }

  /** Returns whether the batch has no rows. */
  public boolean isEmpty() {
    return mutationCount == 0;
  }

  /** Returns the encoded size of the mutations in bytes. */
  public int bytes() {
    return mutations.readableBytes();
  }

  /** Discards the current mutation, if there is one. */
  public void abandonRow() {
    rows.abandon();
    keys.abandon();
    if (mutationStart != NO_MUTATION) {
      mutations.writerIndex(mutationStart);
      mutationStart = NO_MUTATION;
    }
  }

  /** Removes all mutations. Permitted only after the response to a write of the batch. */
  public void clear() {
    requireOpen();
    requireUnused();
    abandonRow();
    mutations.clear();
    mutationCount = 0;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      mutations.release();
    }
  }

  /** Returns the request for one attempt, which has its own reference. */
  public Write toRequest() {
    requireOpen();
    if (mutationStart != NO_MUTATION) {
      throw new IllegalStateException("a row is not ended: mutationCount=" + mutationCount);
    }
    return new Write(table, durability, columnIds, mutationCount, mutations.retainedDuplicate());
  }

  /** Acquires a reference that retains the mutations as long as a write may be retried. */
  public ByteBuf retain() {
    return mutations.retain();
  }

  private RowBuilder begin(MutationKind kind, RowBuilder builder) {
    beginMutation();
    mutations.writeByte(kind.code());
    builder.begin();
    return builder;
  }

  private RowBuilder begin(MutationKind kind, int flag, long expectedTimestamp) {
    beginMutation();
    RowBuilder builder = kind == MutationKind.DELETE ? keys : rows;
    mutations.writeByte(kind.code() | flag);
    mutations.writeLongLE(expectedTimestamp);
    builder.begin();
    return builder;
  }

  private void beginMutation() {
    requireOpen();
    requireUnused();
    if (mutationStart != NO_MUTATION) {
      throw new IllegalStateException("a row is not ended: mutationCount=" + mutationCount);
    }
    mutationStart = mutations.writerIndex();
  }

  private void endMutation() {
    mutationStart = NO_MUTATION;
    mutationCount++;
  }

  private void requireUnused() {
    if (mutations.refCnt() > 1) {
      throw new IllegalStateException("batch is being written");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("batch is closed");
    }
  }
}
