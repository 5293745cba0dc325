package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Validity protocol of a cached block: a block is open only while it equals the store (cache
 * invalidation).
 *
 * <p><b>Guarantee.</b> If a scan pins a timestamp R and then finds a block in the directory that is
 * open and was loaded at R0 &lt;= R, the block has exactly the rows of its span at R.
 *
 * <p><b>Protocol.</b> The loader has R0 pinned. It registers the block, whose end it does not know
 * yet, in the directory, and only then opens its cursor, which reads the state S of the store. It
 * abandons the block if any key that it read had a version newer than R0. Then it {@linkplain #seal
 * seals} the block. The leader of the commit pipeline, when a group is in the store and before it
 * is published, looks up every key that the group changes in the directory and reports it to the
 * block there ({@link #changed}).
 *
 * <p><b>Proof.</b> Take a commit at t of a key in the block's final span, with R0 &lt; t &lt;= R;
 * to be shown: R does not find the block open. (Commits up to R0 are in S, since R0 was published.)
 *
 * <ul>
 *   <li><i>The commit is in S.</i> Then the loader read a version of the key, or a tombstone, that
 *       is newer than R0, and abandoned the block. Garbage collection has not removed it: it
 *       removes only tombstones from before the oldest pinned timestamp, and R0 is pinned.
 *   <li><i>It is not in S.</i> Then the group was written after the cursor was opened, so after the
 *       block was registered, and the leader's lookup, which follows the write, finds the block,
 *       unless it is removed already. The leader writes the smallest changed key, then reads the
 *       phase; the loader writes end and phase, then reads the smallest changed key. All four are
 *       volatile, so one of the two sees the other's write: either the leader finds the block
 *       sealed and invalidates it, or the loader finds the key and does not open it. Both come
 *       before the commit is published, or the block is never open. R &gt;= t was pinned after t
 *       was published; so R finds it invalid.
 * </ul>
 *
 * <p><b>Changed keys of an open block.</b> If the leader finds the block open, it may add the key
 * to the block's {@link ChangedKeys} instead of invalidating it, also before the commit is
 * published. Then R, which is pinned after that, finds the block open, but the key among the
 * changed ones, whose rows it reads from the store. A reader below t that finds the key there reads
 * the same row from the store as from the block. The guarantee then holds for all other keys.
 *
 * <p>A clear of a span, which has no versions, is reported like a change of the first key of each
 * block in it; readers of a table that is being dropped detect that from the table. Two fences
 * order the registration and the lookup with the accesses to the store, whose memory is not Java's.
 *
 * <p><b>Threads.</b> One loader, the thread that created the object; one leader at a time; any
 * number of readers and evicting threads. The transition to OPEN is the linearization point of
 * loading, that to INVALID of the invalidation. All methods are wait-free.
 */
public final class BlockValidity {
  /** Life cycle of a block: LOADING to SEALED, SEALED to OPEN, and any phase to INVALID. */
  private enum Phase {
    /** Registered, with the largest possible end. */
    LOADING,
    /** Loaded and with its final end, but changes during the load are not checked yet. */
    SEALED,
    /** Valid; readers may use it. */
    OPEN,
    /** Invalid; no reader may start to use it. */
    INVALID
  }

  private final Key start;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.LOADING);

  /** Written by the loader. */
  private volatile Key end;

  /** Written by the leader; only ever lowered. */
  private volatile @Nullable Key smallestChanged;

  /**
   * Creates the validity of a block being loaded, from {@code start}, included, to {@code limit},
   * excluded.
   */
  public BlockValidity(Key start, Key limit) {
    this.start = requireNonNull(start, "start is null");
    this.end = requireNonNull(limit, "limit is null");
  }

  Key start() {
    return start;
  }

  /**
   * Returns the exclusive end of the block; while it is being loaded, the largest possible one. A
   * reader that has found a block by its end compares the end again after {@link #isOpen}.
   */
  public Key end() {
    return end;
  }

  /** Returns whether the block is valid and readers may use it. */
  public boolean isOpen() {
    return phase.get() == Phase.OPEN;
  }

  /**
   * Reports a changed key at or above the block's start. Called by the leader.
   *
   * @return whether this call has invalidated the block
   */
  public boolean changed(Key key) {
    if (key.compareTo(end) >= 0) {
      return false;
    }
    Key smallest = smallestChanged;
    if (smallest == null || key.compareTo(smallest) < 0) {
      smallestChanged = key;
    }
    return phase.get() != Phase.LOADING && key.compareTo(end) < 0 && invalidate();
  }

  /**
   * Ends the load and sets the block's final end. Called by the loader.
   *
   * @return whether the block is open now; if not, the loader abandons it
   */
  public boolean seal(Key actualEnd) {
    assert actualEnd.compareTo(end) <= 0 : "end=" + actualEnd + " limit=" + end;
    end = actualEnd;
    if (!phase.compareAndSet(Phase.LOADING, Phase.SEALED)) {
      return false;
    }
    Key changed = smallestChanged;
    boolean missed = changed != null && changed.compareTo(actualEnd) < 0;
    return !missed && phase.compareAndSet(Phase.SEALED, Phase.OPEN);
  }

  /** Invalidates the block; returns false if it was invalid before. Idempotent. */
  public boolean invalidate() {
    return phase.getAndSet(Phase.INVALID) != Phase.INVALID;
  }
}
