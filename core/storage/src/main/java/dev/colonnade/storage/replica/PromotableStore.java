package dev.colonnade.storage.replica;

import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Store;
import java.util.concurrent.CompletableFuture;

/**
 * Store of a replica's engine, which becomes that of the leader when the replica is promoted. Reads
 * that are in progress continue on the store on which they began; both read the same files.
 */
public final class PromotableStore extends ForwardingStore {
  private final Store follower;

  public PromotableStore(Store follower) {
    super(follower);
    this.follower = follower;
  }

  /** Returns the store on which reads began that were in progress at the promotion. */
  public Store follower() {
    return follower;
  }

  /** Makes all later operations those of the leader's store. */
  public void promote(Store leader) {
    forwardTo(leader);
  }

  @Override
  public CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    return target().writeAsync(batch, durability);
  }
}
