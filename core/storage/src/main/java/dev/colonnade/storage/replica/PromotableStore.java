package dev.colonnade.storage.replica;

import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Store;

/**
 * Store of a replica's engine, which becomes that of the leader when the replica is promoted. Reads
 * that are in progress continue on the store on which they began; both read the same files.
 */
public final class PromotableStore extends ForwardingStore {
  public PromotableStore(Store follower) {
    super(follower);
  }

  /** Makes all later operations those of the leader's store. */
  public void promote(Store leader) {
    forwardTo(leader);
  }
}
