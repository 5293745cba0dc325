package dev.colonnade.sql.function;

import dev.colonnade.sequence.definition.ValueRun;
import java.util.List;

/**
 * Statement service of the sequence functions. Sequences are identified by their catalog ids; names
 * are resolved once per execution.
 */
public interface SequenceService extends StatementService {
  /** Returns the id of a sequence by a name that {@code regclass} accepts. */
  long idOf(String name);

  /** Returns the id of a sequence by its OID. */
  long idOfOid(long oid);

  long next(long id);

  /** Returns the next {@code count} values, as if they were allocated one by one. */
  List<ValueRun> allocate(long id, long count);

  long current(long id);

  long last();

  void set(long id, long value, boolean isCalled);
}
