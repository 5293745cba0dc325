package dev.colonnade.engine.write;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.CheckContext;
import dev.colonnade.engine.constraint.DeferredChecks;
import dev.colonnade.engine.constraint.ForeignKeyChecks;
import dev.colonnade.engine.index.IndexFill;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writer of rows in transactions. The key of a row's first family has the row's version and lock;
 * the keys of the other families are parts of the row. Used by the statements of a session one
 * after the other, as long as they see the same catalog.
 */
public final class TransactionRowWriter {
  /** Maximum number of cached table forms; when it is exceeded, the cache is cleared. */
  private static final int FORMS_MAX = 16;

  /** Number of changes from which on they are made together. */
  private static final int BLOCK_MIN = 8;

  private static final int BLOCK_MAX = 512;

  private final CatalogSnapshot catalog;
  private final int rowBytesMax;
  private final RowExpressionCompiler conditions;

  /** Table forms by table id. */
  private final Map<Integer, TableWriteFormat> forms = new HashMap<>();

  public TransactionRowWriter(
      CatalogSnapshot catalog, RowExpressionCompiler conditions, int rowBytesMax) {
    this.catalog = catalog;
    this.conditions = conditions;
    this.rowBytesMax = rowBytesMax;
  }

  /** Returns whether this writer is for {@code other}. */
  @SuppressWarnings("ReferenceEquality") // one object per state of the catalog
  public boolean isFor(CatalogSnapshot other) {
    return catalog == other;
  }

  /**
   * Transaction that writes.
   *
   * @param lockWait limit of its present statement's waits for locks
   * @param deferred constraint checks that are deferred to its commit
   * @param access is called before the rows of another table are changed by a referential action:
   *     excludes changes of the table's definition
   */
  public record Work(
      Transaction transaction,
      LockWaitPolicy lockWait,
      DeferredChecks deferred,
      Consumer<Table> access) {}

  /** Writes changes of rows; returns the number of rows that were inserted, updated or deleted. */
  public long write(Work work, Table table, Iterable<RowChange> changes) {
    ForeignKeyChecks keys = foreignKeys(work);
    Deque<ForeignKeyChecks.Consequence> open = new ArrayDeque<>();
    long count = apply(rowsOf(work, table), changes, keys, open);
    follow(work, keys, open);
    return count;
  }

  /**
   * Inserts many rows.
   *
   * @param atRow receives the index of the row that is processed
   */
  public void insertAll(Work work, Table table, List<@Nullable Object[]> rows, IntConsumer atRow) {
    StatementRowWriter inserted = rowsOf(work, table);
    inserted.insertAll(rows, atRow);
    ForeignKeyChecks keys = foreignKeys(work);
    Deque<ForeignKeyChecks.Consequence> open = new ArrayDeque<>();
    for (StatementRowWriter.Replaced replaced : inserted.replaced()) {
      open.addAll(keys.changed(inserted.table(), replaced.before(), replaced.after()));
    }
    follow(work, keys, open);
  }

  /** Inserts encoded rows; returns false if they need more than that or cannot be inserted. */
  public boolean insertStored(
      Work work, Table table, EncodedRowSource rows, InsertLocking locking) {
    return rowsOf(work, table).insertStored(rows, locking);
  }

  /** Writes the entries of all rows that the transaction sees in a new index. */
  public void addEntries(Work work, Table table, String indexName) {
    for (TableIndex index : table.indexes()) {
      if (index.name().equals(indexName)) {
        new IndexFill(work.transaction(), table, index, conditions, rowBytesMax).run();
      }
    }
  }

  /** Throws NOT_NULL_VIOLATION or CHECK_VIOLATION if a row cannot be stored. */
  public void requireConstraints(Table table, @Nullable Object[] row) {
    formOf(table).checks().completeAndCheck(row);
  }

  private ForeignKeyChecks foreignKeys(Work work) {
    CheckContext context = new CheckContext(work.transaction(), catalog, work.lockWait());
    return new ForeignKeyChecks(context, conditions::defaultOf, work.deferred());
  }

  /** Applies the referential actions of changes, which the result does not count. */
  private void follow(Work work, ForeignKeyChecks keys, Deque<ForeignKeyChecks.Consequence> open) {
    while (!open.isEmpty()) {
      ForeignKeyChecks.Consequence consequence = open.removeFirst();
      work.access().accept(consequence.table());
      apply(rowsOf(work, consequence.table()), consequence.changes(), keys, open);
    }
    keys.require();
  }

  private static long apply(
      StatementRowWriter rows,
      Iterable<RowChange> changes,
      ForeignKeyChecks keys,
      Deque<ForeignKeyChecks.Consequence> open) {
    long count = 0;
    List<RowChange> block = new ArrayList<>();
    for (RowChange change : changes) {
      if (block.size() == BLOCK_MAX
          || !(block.isEmpty() || StatementRowWriter.isSameKind(block.getFirst(), change))) {
        count += applyBlock(rows, block);
        block.clear();
      }
      block.add(change);
    }
    count += applyBlock(rows, block);
    rows.finish();
    for (StatementRowWriter.Replaced replaced : rows.replaced()) {
      open.addAll(keys.changed(rows.table(), replaced.before(), replaced.after()));
    }
    return count;
  }

  /** Applies changes of one kind. */
  private static long applyBlock(StatementRowWriter rows, List<RowChange> block) {
    if (block.size() >= BLOCK_MIN) {
      long together = finishingAfter(rows, () -> rows.changeTogether(block));
      if (together >= 0) {
        return together;
      }
    }
    long count = 0;
    for (RowChange change : block) {
      count += finishingAfter(rows, () -> apply(rows, change) ? 1 : 0);
    }
    return count;
  }

  private static boolean apply(StatementRowWriter rows, RowChange change) {
    return switch (change) {
      case RowChange.Insert insert -> rows.insert(insert);
      case RowChange.Delete(List<Object> key) -> rows.delete(key);
      case RowChange.Update update -> rows.update(update);
    };
  }

  /** Applies changes; if they violate a constraint of their row, finishes the earlier changes. */
  private static long finishingAfter(StatementRowWriter rows, LongSupplier changes) {
    try {
      return changes.getAsLong();
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.NOT_NULL_VIOLATION || e.code() == ErrorCode.CHECK_VIOLATION) {
        rows.finish(); // an earlier row may violate a unique key, which is the error then
      }
      throw e;
    }
  }

  private StatementRowWriter rowsOf(Work work, Table table) {
    return new StatementRowWriter(formOf(table), work.transaction(), work.lockWait());
  }

  private TableWriteFormat formOf(Table table) {
    // The newest definition of the table can decode every row.
    Table newest = catalog.findTable(table.id());
    Table written = newest == null ? table : newest;
    TableWriteFormat form = forms.get(written.id());
    if (form == null) {
      if (forms.size() == FORMS_MAX) {
        forms.clear();
      }
      form = new TableWriteFormat(written, catalog, conditions, rowBytesMax);
      forms.put(written.id(), form);
    }
    return form;
  }
}
