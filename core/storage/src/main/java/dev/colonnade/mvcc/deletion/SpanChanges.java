package dev.colonnade.mvcc.deletion;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes of the records of deleted spans by one batch. */
final class SpanChanges {
  /** No changes; never modified. */
  static final SpanChanges NONE = new SpanChanges();

  private final List<DeletedSpan> added = new ArrayList<>();
  private final Set<Key> removedRecords = new LinkedHashSet<>();

  /** True if any record may have been removed. */
  private boolean isUnknown;

  void put(Key key, byte[] value) {
    if (key.startsWith(DeletedSpan.PREFIX)) {
      added.add(DeletedSpan.decode(key, value));
    }
  }

  void delete(Key key) {
    if (key.startsWith(DeletedSpan.PREFIX)) {
      added.removeIf(span -> span.recordKey().equals(key));
      removedRecords.add(key);
    }
  }

  /** Includes the removal of a range of records. */
  void deleteAll() {
    isUnknown = true;
  }

  boolean isEmpty() {
    return added.isEmpty() && removedRecords.isEmpty() && !isUnknown;
  }

  /** Returns whether the records must be read again. */
  boolean isUnknown() {
    return isUnknown;
  }

  SpanChanges copy() {
    if (isEmpty()) {
      return NONE;
    }
    SpanChanges copy = new SpanChanges();
    copy.added.addAll(added);
    copy.removedRecords.addAll(removedRecords);
    copy.isUnknown = isUnknown;
    return copy;
  }

  /** Returns a set of spans after the changes, which are known. */
  DeletedSpans applyTo(DeletedSpans spans) {
    return spans.with(added, removedRecords);
  }
}
