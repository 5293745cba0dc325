package dev.colonnade.mvcc.mutation;

import dev.colonnade.key.KeySpan;
import java.util.List;

/**
 * Delete of all keys of some spans, without a mutation for each. Nothing in the spans may have
 * changed since the read timestamp, or the commit fails with SERIALIZATION_FAILURE.
 *
 * @param spans each within one index, without keys of other mutations; rows first
 * @param readTimestamp timestamp at which the writer has read the rows
 * @param rowCount number of keys of the first span at that timestamp
 */
public record SpanDelete(List<KeySpan> spans, long readTimestamp, long rowCount) {
  public SpanDelete {
    spans = List.copyOf(spans);
    if (spans.isEmpty() || readTimestamp < 0 || rowCount < 0) {
      throw new IllegalArgumentException(
          "no spans to delete spans=%s readTimestamp=%d rowCount=%d"
              .formatted(spans, readTimestamp, rowCount));
    }
  }
}
