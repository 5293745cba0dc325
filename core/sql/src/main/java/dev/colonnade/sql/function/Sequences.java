package dev.colonnade.sql.function;

/** The functions of sequences. */
public final class Sequences {
  private Sequences() {}

  public static long sequenceNamed(SequenceCalls calls, String name) {
    return calls.idOf(name);
  }

  public static long sequenceOfOid(SequenceCalls calls, long oid) {
    return calls.idOfOid(oid);
  }

  /**
   * Draws a value.
   *
   * @param place tells the calls of a plan apart, so that no two are taken for one
   */
  public static long next(SequenceCalls calls, long id, int place) {
    return calls.next(id);
  }

  public static long current(SequenceCalls calls, long id, int place) {
    return calls.current(id);
  }

  public static long last(SequenceCalls calls, int place) {
    return calls.last();
  }

  public static long set(SequenceCalls calls, long id, long value, boolean isCalled, int place) {
    calls.set(id, value, isCalled);
    return value;
  }
}
