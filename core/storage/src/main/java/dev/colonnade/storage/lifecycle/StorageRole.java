package dev.colonnade.storage.lifecycle;

/** Role of a storage engine with regard to replication. */
public enum StorageRole {
  /** Only copy of its data: writes go to its own store. */
  STANDALONE,

  /** Leader of a replicated store: all writes of its store go through a replicated log. */
  LEADER,

  /**
   * Follower of a replicated store: the log changes the store, and nothing else does. Reads see
   * complete commits; every write is refused.
   */
  REPLICA
}
