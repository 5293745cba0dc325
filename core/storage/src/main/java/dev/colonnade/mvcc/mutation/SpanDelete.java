package dev.colonnade.mvcc.mutation;

import dev.colonnade.key.KeySpan;
import java.util.List;

/**
 * Delete of all keys of some spans that have a value at the commit, without a mutation for each.
 *
 * @param spans each within one index, without keys of other mutations; rows first
 */
public record SpanDelete(List<KeySpan> spans) {
  public SpanDelete {
    spans = List.copyOf(spans);
    if (spans.isEmpty()) {
      throw new IllegalArgumentException("no spans to delete");
    }
  }
}
