package dev.colonnade.storage.replica;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;

/**
 * Store of the engine of a member, whose role changes: that of a replica becomes that of the leader
 * when the replica is promoted, and again that of a replica when the leadership is lost. Reads that
 * are in progress continue on the store on which they began; both read the same files.
 */
public final class PromotableStore extends ForwardingStore {
  private final Store first;

  /**
   * Creates a store.
   *
   * @param first that of the role in which the engine is opened
   */
  public PromotableStore(Store first) {
    super(first);
    this.first = first;
  }

  /** Returns the store on which reads began that were in progress at the first promotion. */
  public Store first() {
    return first;
  }

  /** Makes all later operations those of the leader's store. */
  public void promote(Store leader) {
    forwardTo(leader);
  }

  /** Makes all later operations those of a replica's store. */
  public void demote(Store replica) {
    forwardTo(replica);
  }

  @Override
  public CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    return target().writeAsync(batch, durability);
  }
}
