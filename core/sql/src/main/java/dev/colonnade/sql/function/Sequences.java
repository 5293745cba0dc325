package dev.colonnade.sql.function;

/** Sequence functions. */
public final class Sequences {
  private Sequences() {}

  public static long sequenceNamed(SequenceCalls calls, String name) {
    return calls.idOf(name);
  }

  public static long sequenceOfOid(SequenceCalls calls, long oid) {
    return calls.idOfOid(oid);
  }

  /**
   * Allocates the next value.
   *
   * @param callNumber distinguishes the calls of a plan, so that the planner does not merge them
   */
  public static long next(SequenceCalls calls, long id, int callNumber) {
    return calls.next(id);
  }

  public static long current(SequenceCalls calls, long id, int callNumber) {
    return calls.current(id);
  }

  public static long last(SequenceCalls calls, int callNumber) {
    return calls.last();
  }

  public static long set(SequenceCalls calls, long id, long value, boolean isCalled, int callNumber) {
    calls.set(id, value, isCalled);
    return value;
  }
}
