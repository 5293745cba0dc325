package dev.colonnade.sql.function;

/**
 * The functions of sequences, as one execution calls them. Sequences are named by the ids that the
 * catalogue gives them; names are looked up once for each execution.
 */
public interface SequenceCalls extends StatementService {
  /** The id of a sequence by a name, as {@code regclass} reads it. */
  long idOf(String name);

  /** The id of a sequence by its OID. */
  long idOfOid(long oid);

  long next(long id);

  long current(long id);

  long last();

  void set(long id, long value, boolean isCalled);
}
