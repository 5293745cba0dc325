package dev.colonnade.mvcc.lock;

import dev.colonnade.key.Key;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Partition of the keys of a lock table. */
final class LockStripe {
  final ReentrantLock lock = new ReentrantLock();

  /** Guarded by {@link #lock}. Contains only keys with a holder or a waiting request. */
  final Map<Key, LockQueue> queues = new HashMap<>();

  LockQueue add(Key key) {
    return queues.computeIfAbsent(key, LockQueue::new);
  }

  void dropIfEmpty(Key key) {
    @Nullable LockQueue queue = queues.get(key);
    if (queue != null && queue.isEmpty()) {
      queues.remove(key);
    }
  }
}
