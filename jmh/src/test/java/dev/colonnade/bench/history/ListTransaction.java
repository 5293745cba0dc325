package dev.colonnade.bench.history;

import java.util.List;

/**
 * Transaction on lists, as its client observed it.
 *
 * @param beginNanos time before the first statement was sent
 * @param endNanos time after the response to the commit
 */
public record ListTransaction(
    Outcome outcome, long beginNanos, long endNanos, List<Operation> operations) {
  public ListTransaction {
    operations = List.copyOf(operations);
  }

  /** Outcome of a transaction. */
  public enum Outcome {
    COMMITTED,
    REFUSED,
    /** The client received no response to the commit. */
    UNKNOWN
  }

  /** Operation on the list of a key. */
  public sealed interface Operation {
    int key();
  }

  /** Append of a value, which no other operation appends. */
  public record Append(int key, int value) implements Operation {}

  /** Read of the complete list. */
  public record Read(int key, List<Integer> values) implements Operation {
    public Read {
      values = List.copyOf(values);
    }
  }
}
