package dev.colonnade.mvcc.validation;

import dev.colonnade.key.KeySpan;
import java.util.List;

/**
 * What a serializable transaction has read: by the statements before, and by the present one, which
 * may be begun again. Not safe for concurrent use.
 */
public final class ReadSet {
  private final ReadSpans before;
  private final ReadSpans present;

  public ReadSet(int spansMax) {
    before = new ReadSpans(spansMax);
    present = new ReadSpans(spansMax);
  }

  public void add(KeySpan span) {
    present.add(span);
  }

  /** What was read up to now stays read, whatever becomes of the statement that begins. */
  public void beginStatement() {
    if (!present.isEmpty()) {
      before.addAll(present);
      present.clear();
    }
  }

  /** What the statements before have read. */
  public List<KeySpan> ofStatementsBefore() {
    return before.all();
  }

  /** The present statement has read nothing. */
  public void forgetStatement() {
    present.clear();
  }

  public void clear() {
    before.clear();
    present.clear();
  }

  public boolean isEmpty() {
    return before.isEmpty() && present.isEmpty();
  }

  /** What all statements have read. */
  public List<KeySpan> all() {
    beginStatement();
    return before.all();
  }
}
