package dev.colonnade.mvcc.validation;

import dev.colonnade.key.KeySpan;
import java.util.List;

/**
 * Read set of a serializable transaction: the spans read by earlier statements, and those read by
 * the current statement, which may be restarted. Not safe for concurrent use.
 */
public final class ReadSet {
  private final ReadSpans earlier;
  private final ReadSpans current;

  public ReadSet(int spansMax) {
    earlier = new ReadSpans(spansMax);
    current = new ReadSpans(spansMax);
  }

  public void add(KeySpan span) {
    current.add(span);
  }

  /**
   * Begins a statement: the spans read so far stay in the read set even if the new statement is
   * restarted.
   */
  public void beginStatement() {
    if (!current.isEmpty()) {
      earlier.addAll(current);
      current.clear();
    }
  }

  /** Returns the spans read by earlier statements. */
  public List<KeySpan> ofEarlierStatements() {
    return earlier.all();
  }

  /** Removes the spans read by the current statement. */
  public void forgetStatement() {
    current.clear();
  }

  public void clear() {
    earlier.clear();
    current.clear();
  }

  public boolean isEmpty() {
    return earlier.isEmpty() && current.isEmpty();
  }

  /** Returns the spans read by all statements. */
  public List<KeySpan> all() {
    beginStatement();
    return earlier.all();
  }
}
