package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.record.GaplessDraw;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one transaction has drawn from gapless sequences. The first value locks the sequence until
 * the end: others wait for what becomes of it. One thread.
 */
final class GaplessDraws {
  private final Sequences sequences;
  private final SequenceSession session;
  private final Map<Long, GaplessDraw> draws = new TreeMap<>();

  /** By savepoint, how far each sequence was; those that are missing were not drawn from. */
  private final IdentityHashMap<Savepoint, Map<Long, SequenceRecord>> states =
      new IdentityHashMap<>();

  GaplessDraws(Sequences sequences, SequenceSession session) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    this.session = requireNonNull(session, "session is null");
  }

  long next(Transaction transaction, LockWait wait, Sequence sequence) {
    GaplessDraw draw = draws.get(sequence.id());
    if (draw == null) {
      transaction.lockResource(Sequences.lockKey(sequence), LockStrength.UPDATE, wait);
      draw = sequences.newGaplessAllocation(sequence);
      draws.put(sequence.id(), draw);
    }
    long value = draw.next();
    session.recordValue(sequence, value);
    return value;
  }

  void keptAt(Savepoint savepoint) {
    if (!draws.isEmpty()) {
      Map<Long, SequenceRecord> state = new HashMap<>();
      draws.forEach((id, draw) -> state.put(id, draw.savepoint()));
      states.put(savepoint, state);
    }
  }

  void rollbackTo(Savepoint savepoint) {
    Map<Long, SequenceRecord> state = states.getOrDefault(savepoint, Map.of());
    draws.keySet().retainAll(state.keySet());
    state.forEach((id, mark) -> requireNonNull(draws.get(id), "draw is null").rollbackTo(mark));
  }

  void attachTo(Transaction transaction) {
    if (!draws.isEmpty()) {
      transaction.attach(this::addTo);
    }
  }

  private void addTo(Mutations mutations) {
    draws.values().forEach(draw -> draw.addTo(mutations));
  }
}
