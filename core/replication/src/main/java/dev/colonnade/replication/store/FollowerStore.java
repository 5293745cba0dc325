package dev.colonnade.replication.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Freshness;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.RocksStore;
import java.util.List;
import java.util.function.Supplier;

/**
 * Store of a follower: refuses writes with READ_ONLY_TRANSACTION. Closing it does not close the
 * member's store.
 */
public final class FollowerStore extends ForwardingStore {
  private final Supplier<String> leader;
  private final Freshness freshness;

  /**
   * Creates a store.
   *
   * @param leader text that names the leader, for messages
   * @param freshness age of what is applied
   */
  public FollowerStore(RocksStore rocks, Supplier<String> leader, Freshness freshness) {
    super(rocks);
    this.freshness = requireNonNull(freshness, "freshness is null");
    this.leader = requireNonNull(leader, "leader is null");
  }

  @Override
  public String leader() {
    return leader.get();
  }

  @Override
  public Freshness freshness() {
    return freshness;
  }

  @Override
  public void write(Batch batch, Durability durability) {
    throw refusal();
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    throw refusal();
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    throw refusal();
  }

  @Override
  public void sync() {}

  @Override
  public void close() {}

  private ColonnadeException refusal() {
    return new ColonnadeException(
        ErrorCode.READ_ONLY_TRANSACTION,
        "cannot write on a follower of a cluster, leader=" + leader.get());
  }
}
