package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.function.SequenceService;

/** Sequence functions. */
public final class SequenceFunctions {
  private SequenceFunctions() {}

  public static long sequenceNamed(SequenceService calls, String name) {
    return calls.idOf(name);
  }

  public static long sequenceOfOid(SequenceService calls, long oid) {
    return calls.idOfOid(oid);
  }

  /**
   * Allocates the next value.
   *
   * @param callNumber distinguishes the calls of a plan, so that the planner does not merge them
   */
  public static long next(SequenceService calls, long id, int callNumber) {
    return calls.next(id);
  }

  public static long current(SequenceService calls, long id, int callNumber) {
    return calls.current(id);
  }

  public static long last(SequenceService calls, int callNumber) {
    return calls.last();
  }

  public static long set(
      SequenceService calls, long id, long value, boolean isCalled, int callNumber) {
    calls.set(id, value, isCalled);
    return value;
  }
}
