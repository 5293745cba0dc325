package dev.colonnade.mvcc.mutation;

import java.util.List;

/**
 * Writes of rows of one kind in ascending order of their keys, of which a large commit makes
 * mutations only where it needs them.
 */
public sealed interface CompactWrites permits PackedPuts, KeyDeletes {
  int count();

  /** Returns the bytes of all keys and values. */
  long byteSize();

  /** Returns the writes as mutations, with values that the commit may change. */
  List<Mutation> mutations();

  /** Calls {@code visitor} for every key. */
  void forEachRow(Mutations.RowVisitor visitor);
}
