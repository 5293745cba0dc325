package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.request.Durability;
import dev.colonnade.protocol.request.MutationKind;
import dev.colonnade.protocol.request.MutationLayout;
import dev.colonnade.protocol.request.TableVersion;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.tuple.TupleShape;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;

/**
 * Changes of one table that happen together or not at all. Rows are encoded as they are put:
 *
 * <pre>{@code
 * batch.upsert().putLong(1).putText("one").end();
 * batch.delete().putLong(2).end();
 * client.write(batch);
 * }</pre>
 *
 * <p>To be closed; it may be cleared and used again once its write is answered. Not thread-safe.
 */
public final class WriteBatch implements AutoCloseable {
  private static final int INITIAL_BYTES = 4 * 1024;
  private static final int NO_MUTATION = -1;

  private final TableVersion table;
  private final List<Integer> columnIds;
  private final ByteBuf mutations;
  private final RowBuilder rows;
  private final RowBuilder keys;
  private Durability durability = Durability.SERVER_DEFAULT;
  private int mutationCount;
  private int mutationStart = NO_MUTATION;
  private boolean closed;

  /**
   * @param columnIds of the rows; none for all columns
   */
  WriteBatch(
      TableVersion table, List<Integer> columnIds, TupleShape rowShape, TupleShape keyShape) {
    this.table = table;
    this.columnIds = columnIds;
    this.mutations = ByteBufAllocator.DEFAULT.ioBuffer(INITIAL_BYTES);
    this.rows = new RowBuilder(rowShape, mutations, this::endMutation);
    this.keys = new RowBuilder(keyShape, mutations, this::endMutation);
  }

  /** Says when the write is acknowledged; as the server is configured if never said. */
  public WriteBatch durability(Durability newDurability) {
    durability = requireNonNull(newDurability, "newDurability is null");
    return this;
  }

  /** Begins a row that must not exist yet. */
  public RowBuilder insert() {
    return begin(MutationKind.INSERT, rows);
  }

  /** Begins a row that replaces the one of its key, or is new. */
  public RowBuilder upsert() {
    return begin(MutationKind.UPSERT, rows);
  }

  /** Begins a row that changes the one of its key, if there is one. */
  public RowBuilder update() {
    return begin(MutationKind.UPDATE, rows);
  }

  /** Begins the key of a row to delete. */
  public RowBuilder delete() {
    return begin(MutationKind.DELETE, keys);
  }

  /** As {@link #insert}, {@link #upsert}, {@link #update} or {@link #delete}, on a condition. */
  public RowBuilder mutate(MutationKind kind, long expectedTimestamp) {
    return begin(kind, MutationLayout.FLAG_EXPECTED_TIMESTAMP, expectedTimestamp);
  }

  /** Ended mutations. */
  public int size() {
    return mutationCount;
  }

  public boolean isEmpty() {
    return mutationCount == 0;
  }

  /** Bytes that the mutations take on the wire. */
  public int bytes() {
    return mutations.readableBytes();
  }

  /** Forgets the mutation that has begun, if one has. */
  public void abandonRow() {
    rows.abandon();
    keys.abandon();
    if (mutationStart != NO_MUTATION) {
      mutations.writerIndex(mutationStart);
      mutationStart = NO_MUTATION;
    }
  }

  /** Forgets all mutations. Only once the write of the batch is answered. */
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

  /** The request for one attempt, which has a reference of its own. */
  Write toRequest() {
    requireOpen();
    if (mutationStart != NO_MUTATION) {
      throw new IllegalStateException("a row is not ended: mutationCount=" + mutationCount);
    }
    return new Write(table, durability, columnIds, mutationCount, mutations.retainedDuplicate());
  }

  /** A reference that keeps the mutations for as long as a write may be tried again. */
  ByteBuf retain() {
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
