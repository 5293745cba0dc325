package dev.colonnade.engine.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.catalog.TransactionParticipant;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.record.GaplessAllocation;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * Values that one transaction has allocated from gapless sequences. The first allocation locks the
 * sequence until the end of the transaction: other transactions wait for its outcome. One thread.
 */
public final class GaplessAllocations implements TransactionParticipant {
  private final Sequences sequences;
  private final SequenceSession session;
  private final Map<Long, GaplessAllocation> allocations = new TreeMap<>();

  /**
   * Positions of the sequences by savepoint, while something may still roll back to it; a missing
   * sequence had no allocation.
   */
  private final WeakHashMap<Savepoint, Map<Long, SequenceRecord>> states = new WeakHashMap<>();

  public GaplessAllocations(Sequences sequences, SequenceSession session) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.session = requireNonNull(session, "session is null");
  }

  public long next(Transaction transaction, LockWaitPolicy wait, Sequence sequence) {
    GaplessAllocation allocation = allocations.get(sequence.id());
    if (allocation == null) {
      transaction.lockResource(Sequences.lockKey(sequence), LockStrength.UPDATE, wait);
      allocation = sequences.newGaplessAllocation(sequence);
      allocations.put(sequence.id(), allocation);
    }
    long value = allocation.next();
    session.recordValue(sequence, value);
    return value;
  }

  @Override
  public void savepoint(Savepoint savepoint) {
    if (!allocations.isEmpty()) {
      Map<Long, SequenceRecord> state = new HashMap<>();
      allocations.forEach((id, allocation) -> state.put(id, allocation.savepoint()));
      states.put(savepoint, state);
    }
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    Map<Long, SequenceRecord> state = states.getOrDefault(savepoint, Map.of());
    allocations.keySet().retainAll(state.keySet());
    state.forEach(
        (id, mark) -> requireNonNull(allocations.get(id), "allocation is null").rollbackTo(mark));
  }

  @Override
  public void prepare(Transaction transaction) {
    if (!allocations.isEmpty()) {
      transaction.attach(this::addTo);
    }
  }

  private void addTo(Mutations mutations) {
    allocations.values().forEach(allocation -> allocation.addTo(mutations));
  }
}
