package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Position of a cursor among deleted spans. Where it moves to neighbouring keys, a search begins
 * where the one before ended. One thread.
 */
final class DeletedSpanPosition {
  private static final int[] NO_LISTS = {};

  private final DeletedSpans spans;
  private int segment;

  /** Indexes in the lists of the segment; empty before the first search. */
  private int[] near = NO_LISTS;

  DeletedSpanPosition(DeletedSpans spans) {
    this.spans = requireNonNull(spans, "spans is null");
  }

  /**
   * Moves to a key in native memory. Returns false if no span has any key near it; {@link
   * #deletedAt} is not called then.
   */
  boolean moveTo(long address, int length) {
    if (!spans.contains(segment, address, length)) {
      segment = spans.segmentOf(address, length);
      near = NO_LISTS;
    }
    return spans.isDeleted(segment);
  }

  /** Returns the present segment. */
  int segment() {
    return segment;
  }

  /**
   * Returns when a version of the present key was deleted: the earliest delete after the version;
   * {@link DeletedSpans#NEVER} if there is none.
   */
  long deletedAt(long address, int length, long versionTimestamp) {
    @Nullable KeyList @Nullable [] lists = spans.lists(segment);
    int at = spans.firstAbove(segment, versionTimestamp);
    if (lists != null) {
      while (at < lists.length && !contains(lists[at], at, address, length)) {
        at++;
      }
    }
    return spans.timestamp(segment, at);
  }

  private boolean contains(@Nullable KeyList list, int index, long address, int length) {
    if (list == null) {
      return true;
    }
    if (near.length <= index) {
      near = Arrays.copyOf(near, index + 1);
    }
    int found = list.find(address, length, near[index]);
    near[index] = found < 0 ? -found - 1 : found;
    return found >= 0;
  }
}
