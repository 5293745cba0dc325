package dev.colonnade.sql.command;

import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.sql.statement.Execution;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sequences that belong to columns of a table, and the values that inserted rows have there. One
 * thread.
 */
final class OwnedSequences {
  private final SequenceAccess access;
  private final List<Owned> all = new ArrayList<>();

  private OwnedSequences(SequenceAccess access) {
    this.access = access;
  }

  /** Returns the sequences of some columns of a table, in the order in which rows have them. */
  static OwnedSequences of(Table table, List<String> columns, Execution execution) {
    OwnedSequences sequences = new OwnedSequences(execution.transaction().sequences());
    for (Relation relation : execution.transaction().catalog().relations()) {
      if (relation instanceof SequenceEntry sequence) {
        for (int index = 0; index < columns.size(); index++) {
          int columnId = table.schema().column(columns.get(index)).id();
          if (sequence.isOwnedBy(table.id(), columnId)) {
            sequences.all.add(new Owned(sequence.sequenceId(), index));
          }
        }
      }
    }
    return sequences;
  }

  /** Notes the values of a row. */
  void add(@Nullable Object[] row) {
    for (Owned owned : all) {
      owned.add(row[owned.index]);
    }
  }

  /**
   * Moves the sequences behind the values of the rows, unless they are there already. Values that
   * sessions have reserved before are not returned any more.
   */
  void advance() {
    for (Owned owned : all) {
      SequenceDescription sequence = access.describe(owned.sequenceId);
      boolean isAscending = sequence.options().increment() > 0;
      long last = isAscending ? owned.greatest : owned.least;
      boolean isPossible =
          owned.hasValue && last >= sequence.options().min() && last <= sequence.options().max();
      if (isPossible) {
        long present = sequence.lastValue();
        boolean isBehind = isAscending ? last >= present : last <= present;
        access.set(owned.sequenceId, isBehind ? last : present, isBehind || sequence.isCalled());
      }
    }
  }

  /** Sequence of a column, and the extreme values of the column. */
  private static final class Owned {
    final long sequenceId;
    final int index;
    boolean hasValue;
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;

    Owned(long sequenceId, int index) {
      this.sequenceId = sequenceId;
      this.index = index;
    }

    void add(@Nullable Object value) {
      if (value instanceof Number number) {
        hasValue = true;
        least = Math.min(least, number.longValue());
        greatest = Math.max(greatest, number.longValue());
      }
    }
  }
}
