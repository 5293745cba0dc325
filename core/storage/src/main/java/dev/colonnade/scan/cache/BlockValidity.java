package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Says whether a block still is what the store holds.
 *
 * <p><b>What is promised.</b> Whoever pins a timestamp R, then finds a block in the directory that
 * is open and was loaded at R0 &lt;= R, sees in it exactly the rows of its span at R.
 *
 * <p><b>How.</b> The loader has R0 pinned. It registers the block, whose end it does not know yet,
 * in the directory, and only then opens its cursor, which sees the state S of the store. It gives
 * the block up if any key that it came by had a version younger than R0. Then it {@linkplain #seal
 * seals} the block. The leader of the commit pipeline, when a group is in the store and before it
 * is published, looks into the directory for every key that the group changes and tells the block
 * there ({@link #changed}).
 *
 * <p><b>Why that is enough.</b> Take a commit at t of a key in the block's final span, with R0 &lt;
 * t &lt;= R; we show that R does not find the block open. (Commits up to R0 are in S, since R0 was
 * published.)
 *
 * <ul>
 *   <li><i>The commit is in S.</i> Then the loader came by a version of the key, or a tombstone,
 *       that is younger than R0, and gave the block up. The collector has not removed it: it
 *       removes only tombstones from before the oldest pinned timestamp, and R0 is pinned.
 *   <li><i>It is not in S.</i> Then the group was written after the cursor was opened, so after the
 *       block was registered, and the leader's look, which follows the write, finds the block,
 *       unless it has gone already. The leader writes the smallest changed key, then reads the
 *       phase; the loader writes end and phase, then reads the smallest changed key. All four are
 *       volatile, so one of the two sees the other: either the leader finds the block sealed and
 *       ends it, or the loader finds the key and does not open it. Both come before the commit is
 *       published, or the block is never open. R &gt;= t was pinned after t was published; so R
 *       finds it ended.
 * </ul>
 *
 * <p>A clear of a span, which has no versions, is told like a change of the first key of the block
 * in it; readers of a table that is being dropped learn of that by the table. Two fences keep the
 * registering and the look in their places beside the store, whose memory is not Java's.
 *
 * <p><b>Who.</b> One loader, the thread that made this; one leader at a time; any number of
 * readers, and of those that evict. The phase's change to OPEN is the linearisation point of
 * loading, that to DEAD of the end. All methods are wait-free.
 */
public final class BlockValidity {
  /** LOADING goes to SEALED, SEALED to OPEN; all of them go to DEAD. */
  private enum Phase {
    /** Registered, with the largest end that it can have. */
    LOADING,
    /** Whole, but changes may have been missed. */
    SEALED,
    /** Readers may use it. */
    OPEN,
    /** Nobody may begin to use it. */
    DEAD
  }

  private final Key start;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.LOADING);

  /** Written by the loader. */
  private volatile Key end;

  /** Written by the leader; only ever lowered. */
  private volatile @Nullable Key smallestChanged;

  /** Begins to watch the keys from {@code start}, included, to {@code limit}, excluded. */
  public BlockValidity(Key start, Key limit) {
    this.start = requireNonNull(start, "start is null");
    this.end = requireNonNull(limit, "limit is null");
  }

  Key start() {
    return start;
  }

  /** Behind the last key; while the block is being loaded, the largest that this can become. */
  public Key end() {
    return end;
  }

  public boolean isOpen() {
    return phase.get() == Phase.OPEN;
  }

  /**
   * The leader says that a key at or above the block's start has changed.
   *
   * @return whether the block has come to its end by that
   */
  public boolean changed(Key key) {
    if (key.compareTo(end) >= 0) {
      return false;
    }
    Key smallest = smallestChanged;
    if (smallest == null || key.compareTo(smallest) < 0) {
      smallestChanged = key;
    }
    return phase.get() != Phase.LOADING && key.compareTo(end) < 0 && kill();
  }

  /**
   * The loader says that all is there, and where it ends.
   *
   * @return whether readers may use it from now on; if not, the loader gives it up
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

  /** Ends it; returns whether that is this call's doing. */
  public boolean kill() {
    return phase.getAndSet(Phase.DEAD) != Phase.DEAD;
  }
}
