package dev.colonnade.engine;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.engine.rule.CheckGround;
import dev.colonnade.engine.rule.DeferredChecks;
import dev.colonnade.engine.rule.ForeignKeys;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.RowConditions;
import dev.colonnade.sql.access.StoredRows;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writer of rows in transactions. The key of a row's first family has the row's version and lock; the keys of the other families are parts of the row. Used by the statements of a session one after the other, as long as they see the same catalog.
 */
final class TransactionRows {
  /** Maximum number of cached table forms; when it is exceeded, the cache is cleared. */
  private static final int FORMS_MAX = 16;

  private final CatalogSnapshot catalog;
  private final int rowBytesMax;
  private final RowConditions conditions;

  /** Table forms by table id. */
  private final Map<Integer, TableForm> forms = new HashMap<>();

  TransactionRows(CatalogSnapshot catalog, RowConditions conditions, int rowBytesMax) {
    this.catalog = catalog;
    this.conditions = conditions;
    this.rowBytesMax = rowBytesMax;
  }

  /** Returns whether this writer is for {@code other}. */
  @SuppressWarnings("ReferenceEquality") // one object per state of the catalog
  boolean isFor(CatalogSnapshot other) {
    return catalog == other;
  }

  /**
 * Transaction that writes.
 *
 * @param lockWait limit of its present statement's waits for locks
 * @param deferred constraint checks that are deferred to its commit
 */
  record Work(Transaction transaction, LockWait lockWait, DeferredChecks deferred) {}

  /** Writes changes of rows; returns the number of rows that were inserted, updated or deleted. */
  long write(Work work, Table table, List<RowChange> changes) {
    ForeignKeys keys = foreignKeys(work);
    Deque<ForeignKeys.Consequence> open = new ArrayDeque<>();
    open.add(new ForeignKeys.Consequence(table, changes));
    long count = apply(work, open.removeFirst(), keys, open);
    follow(work, keys, open);
    return count;
  }

  /**
 * Inserts many rows.
 *
 * @param atRow receives the index of the row that is processed
 */
  void insertAll(Work work, Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    TableRows inserted = rowsOf(work, table);
    inserted.insertAll(rows, atRow);
    ForeignKeys keys = foreignKeys(work);
    Deque<ForeignKeys.Consequence> open = new ArrayDeque<>();
    for (TableRows.Replaced replaced : inserted.replaced()) {
      open.addAll(keys.changed(inserted.table(), replaced.before(), replaced.after()));
    }
    follow(work, keys, open);
  }

  /** Inserts encoded rows; returns false if they need more than that or cannot be inserted. */
  boolean insertStored(Work work, Table table, StoredRows rows) {
    return rowsOf(work, table).insertStored(rows);
  }

  private ForeignKeys foreignKeys(Work work) {
    CheckGround context = new CheckGround(work.transaction(), catalog, work.lockWait());
    return new ForeignKeys(context, conditions::defaultOf, work.deferred());
  }

  /** Applies the referential actions of changes, which the result does not count. */
  private void follow(Work work, ForeignKeys keys, Deque<ForeignKeys.Consequence> open) {
    while (!open.isEmpty()) {
      apply(work, open.removeFirst(), keys, open);
    }
    keys.require();
  }

  private long apply(
      Work work,
      ForeignKeys.Consequence consequence,
      ForeignKeys keys,
      Deque<ForeignKeys.Consequence> open) {
    TableRows rows = rowsOf(work, consequence.table());
    long count = 0;
    for (RowChange change : consequence.changes()) {
      boolean isDone =
          switch (change) {
            case RowChange.Insert(List<@Nullable Object> values) -> rows.insert(values);
            case RowChange.Delete(List<Object> key) -> rows.delete(key);
            case RowChange.Update update -> rows.update(update);
          };
      count += isDone ? 1 : 0;
    }
    rows.finish();
    for (TableRows.Replaced replaced : rows.replaced()) {
      open.addAll(keys.changed(rows.table(), replaced.before(), replaced.after()));
    }
    return count;
  }

  private TableRows rowsOf(Work work, Table table) {
    // The newest definition of the table can decode every row.
    Table newest = catalog.findTable(table.id());
    Table written = newest == null ? table : newest;
    TableForm form = forms.get(written.id());
    if (form == null) {
      if (forms.size() == FORMS_MAX) {
        forms.clear();
      }
      form = new TableForm(written, catalog, conditions, rowBytesMax);
      forms.put(written.id(), form);
    }
    return new TableRows(form, work.transaction(), work.lockWait());
  }
}
