package dev.colonnade.sql.statement.context;

import dev.colonnade.sql.access.SessionInformation;
import dev.colonnade.sql.function.LockWaitService;
import dev.colonnade.sql.statement.Execution;
import java.util.List;
import java.util.SortedSet;

/** Waits for locks as one execution sees them. */
record StatementLockWaits(Execution execution) implements LockWaitService {
  @Override
  public List<Integer> blockers(int sessionNumber) {
    SessionInformation session = execution.transaction().session();
    SortedSet<Integer> numbers = session.transactionLocks().blockersOf(sessionNumber);
    numbers.addAll(session.advisoryLocks().blockersOf(sessionNumber));
    return List.copyOf(numbers);
  }
}
