package dev.colonnade.engine;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.EntryWriter;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.engine.index.EntryChanges;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.rule.CheckGround;
import dev.colonnade.engine.rule.DeferredChecks;
import dev.colonnade.engine.rule.ForeignKeys;
import dev.colonnade.engine.rule.RowChecks;
import dev.colonnade.engine.rule.UniqueKeys;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.sql.access.RowConditions;
import dev.colonnade.type.Column;
import dev.colonnade.type.Family;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of a table in a transaction. The key of a row's first family carries its version and
 * its lock; the other families are parts of it. Serves the statements of a transaction one after
 * the other, as long as they see the same catalogue.
 */
final class TransactionRows {
  private final Transaction transaction;
  private final CatalogSnapshot catalog;
  private final int rowBytesMax;
  private final RowConditions conditions;
  private final DeferredChecks deferred;

  /** How each table is written, by its id. */
  private final Map<Integer, OfTable> tables = new HashMap<>();

  /** How long the present statement waits for locks. */
  private LockWait wait = LockWait.FOREVER;

  TransactionRows(
      Transaction transaction,
      Database database,
      CatalogSnapshot catalog,
      DeferredChecks deferred) {
    this.deferred = deferred;
    this.transaction = transaction;
    this.catalog = catalog;
    this.rowBytesMax = database.config().memory().rowBytesMax();
    this.conditions = database.sql().conditions();
  }

  /** Whether it writes for statements that see this catalogue. */
  @SuppressWarnings("ReferenceEquality") // one object for each state of the catalogue
  boolean isFor(CatalogSnapshot other) {
    return catalog == other;
  }

  /** Returns how many rows were inserted, updated or deleted. */
  long write(Table table, List<RowChange> changes, LockWait lockWait) {
    wait = lockWait;
    CheckGround ground = new CheckGround(transaction, catalog, wait);
    ForeignKeys keys = new ForeignKeys(ground, conditions::defaultOf, deferred);
    Deque<ForeignKeys.Consequence> open = new ArrayDeque<>();
    open.add(new ForeignKeys.Consequence(table, changes));
    long count = -1;
    while (!open.isEmpty()) {
      ForeignKeys.Consequence next = open.removeFirst();
      long done = apply(next, keys, open);
      count = count < 0 ? done : count; // what follows is not counted
    }
    keys.require();
    return count;
  }

  private long apply(
      ForeignKeys.Consequence work, ForeignKeys keys, Deque<ForeignKeys.Consequence> open) {
    // The newest form of the table knows how to read every row.
    Table newest = catalog.findTable(work.table().id());
    Table written = newest == null ? work.table() : newest;
    OfTable rows = tables.computeIfAbsent(written.id(), _ -> new OfTable(written, conditions));
    rows.begin();
    long count = 0;
    for (RowChange change : work.changes()) {
      boolean isDone =
          switch (change) {
            case RowChange.Insert(List<@Nullable Object> values) -> rows.insert(values);
            case RowChange.Delete(List<Object> key) -> rows.delete(key);
            case RowChange.Update update -> rows.update(update);
          };
      count += isDone ? 1 : 0;
    }
    rows.finish();
    for (Replaced replaced : rows.replaced) {
      open.addAll(keys.changed(rows.table, replaced.before(), replaced.after()));
    }
    return count;
  }

  /** A row before and after. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  private record Replaced(
      @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {}

  /** Rows of one table. */
  private final class OfTable {
    private final Table table;
    private final TableSchema schema;
    private final KeyCodec keys;
    private final List<Family> families;
    private final RowWriter writer;
    private final @Nullable EntryChanges entries;
    private final RowChecks checks;
    private final boolean isReferring;
    private final List<Replaced> replaced = new ArrayList<>();

    /** Rows that got another key: they come when the others have gone. */
    private final List<@Nullable Object[]> moved = new ArrayList<>();

    private @Nullable RowDecoder decoder;

    OfTable(Table table, RowConditions conditions) {
      this.table = table;
      this.schema = table.schema();
      this.keys = table.format().keyCodec();
      this.families = schema.families();
      this.writer = new RowWriter(table.format(), rowBytesMax);
      this.entries =
          table.indexes().isEmpty() ? null : new EntryChanges(table, conditions, rowBytesMax);
      this.checks = new RowChecks(table, conditions);
      this.isReferring = ForeignKeys.concern(table, catalog) || UniqueKeys.concern(table);
    }

    /** Forgets what a statement before has left, also one that has failed. */
    void begin() {
      replaced.clear();
      moved.clear();
      if (entries != null) {
        entries.clear();
      }
    }

    boolean insert(List<@Nullable Object> values) {
      @Nullable Object[] row = values.toArray();
      checks.require(row);
      insertRow(row);
      replace(null, row);
      return true;
    }

    private void insertRow(@Nullable Object[] row) {
      Key rowKey = writer.reset().putAll(row).finish();
      Key first = keys.familyKey(rowKey, Family.FIRST_ID);
      naming(first, () -> transaction.insert(first, first(), wait));
      putParts(rowKey);
    }

    boolean delete(List<Object> key) {
      Key rowKey = rowKey(key);
      Key first = keys.familyKey(rowKey, Family.FIRST_ID);
      Version version = lock(first, LockStrength.UPDATE);
      if (version == null) {
        return false;
      }
      if (entries != null || isReferring) {
        replace(decode(rowKey, version), null);
      }
      deleteRow(rowKey);
      return true;
    }

    private void deleteRow(Key rowKey) {
      transaction.delete(keys.familyKey(rowKey, Family.FIRST_ID));
      for (int i = 1; i < families.size(); i++) {
        transaction.deletePart(keys.familyKey(rowKey, families.get(i).id()));
      }
    }

    boolean update(RowChange.Update update) {
      Key rowKey = rowKey(update.key());
      Key first = keys.familyKey(rowKey, Family.FIRST_ID);
      Version version = lock(first, strengthOf(update));
      if (version == null) {
        return false;
      }
      @Nullable Object[] before = decode(rowKey, version);
      @Nullable Object[] after = before.clone();
      List<Column> columns = update.columns();
      for (int i = 0; i < columns.size(); i++) {
        after[schema.ordinal(columns.get(i).id())] = update.values().get(i);
      }
      checks.require(after);
      if (writer.reset().putAll(after).finish().equals(rowKey)) {
        transaction.put(first, first());
        putParts(rowKey);
      } else {
        deleteRow(rowKey);
        moved.add(after);
      }
      replace(before, after);
      return true;
    }

    /** A row whose key somebody may refer to is locked against that where it changes. */
    private LockStrength strengthOf(RowChange.Update update) {
      for (Column column : update.columns()) {
        if (schema.isKey(column.id())
            || table.indexes().stream().anyMatch(index -> isUniqueBy(index, column))) {
          return LockStrength.UPDATE;
        }
      }
      return LockStrength.NO_KEY_UPDATE;
    }

    private static boolean isUniqueBy(TableIndex index, Column column) {
      return index.isUnique()
          && index.columns().stream().anyMatch(part -> part.columnId() == column.id());
    }

    private void replace(
        @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
      if (entries != null) {
        entries.replace(before, after);
      }
      if (isReferring) {
        replaced.add(new Replaced(before, after));
      }
    }

    /** Writes rows that moved, and the entries of indexes, when all others are written. */
    void finish() {
      moved.forEach(this::insertRow);
      if (entries != null) {
        entries.writeTo(new EntrySink());
      }
    }

    /** Names the constraint if another row has the key. */
    private void naming(Key key, Runnable insert) {
      try {
        insert.run();
      } catch (ColonnadeException e) {
        throw e.code() == ErrorCode.UNIQUE_VIOLATION ? UniqueViolations.ofKey(table, key) : e;
      }
    }

    /** Entries as parts of their rows; unique ones have locks of their own. */
    private final class EntrySink implements EntryChanges.Sink {
      @Override
      public void remove(Key key, boolean isUnique) {
        if (isUnique) {
          transaction.deletePartLocked(key, wait);
        } else {
          transaction.deletePart(key);
        }
      }

      @Override
      public void put(EntryWriter.Entry entry, boolean isNew) {
        if (isNew && entry.isUnique()) {
          naming(entry.key(), () -> transaction.insertPart(entry.key(), entry.value(), wait));
        } else {
          transaction.putPart(entry.key(), entry.value());
        }
      }
    }

    private @Nullable Object[] decode(Key rowKey, Version first) {
      RowDecoder present = decoder;
      if (present == null) {
        present = new RowDecoder(table.format());
        decoder = present;
      }
      Map<Integer, byte[]> values = new HashMap<>();
      values.put(Family.FIRST_ID, first.value());
      for (int i = 1; i < families.size(); i++) {
        int family = families.get(i).id();
        Version version = transaction.get(keys.familyKey(rowKey, family));
        if (version != null) {
          values.put(family, version.value());
        }
      }
      return present.decode(rowKey, values);
    }

    /** What the row's first key holds; null if there is no row. */
    private @Nullable Version lock(Key first, LockStrength strength) {
      LockedRow locked = transaction.lock(first, strength, wait);
      if (!(locked instanceof LockedRow.Locked(Version newest, boolean changed))) {
        throw new IllegalStateException("a row to be written was skipped key=" + first);
      }
      if (changed) {
        throw new ColonnadeException(
            ErrorCode.SERIALIZATION_FAILURE, "could not serialize access due to concurrent update");
      }
      return newest;
    }

    private Key rowKey(List<Object> key) {
      writer.reset();
      List<Column> columns = schema.keyColumns();
      for (int i = 0; i < columns.size(); i++) {
        writer.putObject(schema.ordinal(columns.get(i).id()), key.get(i));
      }
      return writer.finishKey();
    }

    private byte[] first() {
      byte[] value = writer.familyValue(0);
      if (value == null) {
        throw new IllegalStateException("a row's first family has no value");
      }
      return value;
    }

    private void putParts(Key rowKey) {
      for (int i = 1; i < families.size(); i++) {
        Key key = keys.familyKey(rowKey, families.get(i).id());
        byte[] value = writer.familyValue(i);
        if (value == null) {
          transaction.deletePart(key);
        } else {
          transaction.putPart(key, value);
        }
      }
    }
  }
}
