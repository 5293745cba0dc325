package dev.colonnade.engine.write;

import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.StoredEntryWriter;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.mvcc.txn.Savepoint;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.row.EncodedRowSource;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Changes of rows of one table by one statement of a transaction. */
final class StatementRowWriter {
  private final TableWriteFormat form;
  private final Transaction transaction;
  private final LockWaitPolicy wait;
  private final Table table;
  private final TableSchema schema;
  private final KeyCodec keys;
  private final List<ColumnFamily> families;
  private final RowWriter writer;
  private final @Nullable IndexEntryChanges entries;
  private final List<Replaced> replaced = new ArrayList<>();

  /** Rows with a changed key, which are inserted after all other changes of the statement. */
  private final List<@Nullable Object[]> moved = new ArrayList<>();

  /** Keys of the rows in {@link #moved}. */
  private final Set<Key> movedKeys = new HashSet<>();

  /** True if the inserts of the statement are {@link RowChange.Insert#isUnlessExists}. */
  private boolean isUnlessExists;

  StatementRowWriter(TableWriteFormat form, Transaction transaction, LockWaitPolicy wait) {
    this.form = form;
    this.transaction = transaction;
    this.wait = wait;
    this.table = form.table();
    this.schema = table.schema();
    this.keys = form.keys();
    this.families = schema.families();
    this.writer = form.writer();
    this.entries = form.entries();
    if (entries != null) {
      entries.clear(); // an earlier statement may have failed
    }
  }

  public Table table() {
    return table;
  }

  /** Returns the changed rows that foreign keys have to check. */
  List<Replaced> replaced() {
    return replaced;
  }

  /** Row before and after its change. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Replaced(@Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {}

  public boolean insert(RowChange.Insert insert) {
    isUnlessExists = insert.isUnlessExists();
    @Nullable Object[] row = insert.values().toArray();
    form.checks().completeAndCheck(row);
    insertRow(row);
    replace(null, row);
    return true;
  }

  private void insertRow(@Nullable Object[] row) {
    Key rowKey = writer.reset().putAll(row).finish();
    Key first = keys.familyKey(rowKey, ColumnFamily.FIRST_ID);
    explaining(first, () -> transaction.insert(first, first(), wait));
    putParts(rowKey);
  }

  public boolean delete(List<Object> key) {
    Key rowKey = rowKey(key);
    Key first = keys.familyKey(rowKey, ColumnFamily.FIRST_ID);
    Version version = lock(first, LockStrength.UPDATE);
    if (version == null) {
      return false;
    }
    if (entries != null || form.isReferring()) {
      replace(decode(rowKey, version), null);
    }
    deleteRow(rowKey);
    return true;
  }

  /**
   * Deletes a row. Throws UNIQUE_VIOLATION if an earlier row has got its key: keys are checked row
   * by row, as in PostgreSQL.
   */
  private void deleteRow(Key rowKey) {
    if (movedKeys.contains(rowKey)) {
      throw UniqueViolations.ofKey(table, keys.familyKey(rowKey, ColumnFamily.FIRST_ID));
    }
    transaction.delete(keys.familyKey(rowKey, ColumnFamily.FIRST_ID));
    for (int i = 1; i < families.size(); i++) {
      transaction.deletePart(keys.familyKey(rowKey, families.get(i).id()));
    }
  }

  public boolean update(RowChange.Update update) {
    Key rowKey = rowKey(update.key());
    Key first = keys.familyKey(rowKey, ColumnFamily.FIRST_ID);
    Version version = lock(first, strengthOf(update));
    if (version == null) {
      return false;
    }
    @Nullable Object[] before = decode(rowKey, version);
    @Nullable Object[] after = changed(before, update);
    form.checks().completeAndCheck(after);
    Key rowKeyAfter = writer.reset().putAll(after).finish();
    if (rowKeyAfter.equals(rowKey)) {
      transaction.put(first, first());
      putParts(rowKey);
    } else {
      deleteRow(rowKey);
      moved.add(after);
      movedKeys.add(rowKeyAfter);
    }
    replace(before, after);
    return true;
  }

  /** Returns whether changes may be made {@linkplain #changeTogether together}. */
  static boolean isSameKind(RowChange first, RowChange other) {
    return switch (first) {
      case RowChange.Insert insert ->
          other instanceof RowChange.Insert next
              && next.isUnlessExists() == insert.isUnlessExists();
      case RowChange.Delete _ -> other instanceof RowChange.Delete;
      case RowChange.Update update ->
          other instanceof RowChange.Update next && next.columns().equals(update.columns());
    };
  }

  /**
   * Makes changes of one kind together: locks the rows, reads all of them at once, and writes them
   * as one batch, which takes half of the time of single changes.
   *
   * @return the number of changed rows; -1, and nothing but locks has changed, if the changes have
   *     to be made one by one: they change keys, the rows have several parts, the transaction has
   *     written near them, or a new row exists
   */
  long changeTogether(List<RowChange> changes) {
    if (changes.getFirst() instanceof RowChange.Insert) {
      return insertTogether(changes);
    }
    if (families.size() > 1 || !moved.isEmpty() || !mayChangeTogether(changes.getFirst())) {
      return -1;
    }
    List<Key> rowKeys = new ArrayList<>(changes.size());
    List<Key> firstKeys = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      rowKeys.add(rowKey(keyOf(change)));
      firstKeys.add(keys.familyKey(rowKeys.getLast(), ColumnFamily.FIRST_ID));
    }
    List<Key> sorted = new ArrayList<>(firstKeys);
    Collections.sort(sorted);
    for (int i = 1; i < sorted.size(); i++) {
      if (sorted.get(i).equals(sorted.get(i - 1))) {
        return -1;
      }
    }
    if (!transaction.isUntouched(sorted.getFirst(), sorted.getLast())) {
      return -1;
    }
    boolean needsNoRows =
        changes.getFirst() instanceof RowChange.Delete && entries == null && !form.isReferring();
    return needsNoRows && deleteUnread(firstKeys, KeySpan.around(sorted))
        ? changes.size()
        : change(changes, rowKeys, firstKeys);
  }

  /** Deletes rows without reading them; returns false, with locks, if they have to be read. */
  private boolean deleteUnread(List<Key> firstKeys, KeySpan span) {
    Condition condition = transaction.lockUnread(firstKeys, span, wait);
    if (condition != null) {
      RowWriteBatch batch = new RowWriteBatch(firstKeys.size());
      firstKeys.forEach(key -> batch.delete(key, condition));
      transaction.changeAll(batch);
    }
    return condition != null;
  }

  private long insertTogether(List<RowChange> changes) {
    List<@Nullable Object[]> rows = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      if (change instanceof RowChange.Insert insert) {
        isUnlessExists = insert.isUnlessExists();
        rows.add(insert.values().toArray());
      }
    }
    RowWriteBatch run = new RowWriteBatch(changes.size() * families.size());
    try {
      rows.forEach(row -> addInsert(run, row));
    } catch (ColonnadeException e) {
      return -1; // single inserts report it, unless an earlier row exists
    }
    if (!transaction.insertAll(run, wait).isEmpty()) {
      return -1;
    }
    List<RowWriteBatch> parts = newParts(rows.size());
    rows.forEach(row -> replace(null, row, parts));
    parts.forEach(part -> transaction.changeParts(part, run.isNew()));
    return rows.size();
  }

  private void addInsert(RowWriteBatch run, @Nullable Object[] row) {
    form.checks().completeAndCheck(row);
    Key rowKey = writer.reset().putAll(row).finish();
    run.row(keys.familyKey(rowKey, ColumnFamily.FIRST_ID), first());
    addParts(run, rowKey);
  }

  private boolean mayChangeTogether(RowChange change) {
    return switch (change) {
      case RowChange.Insert _ -> false;
      case RowChange.Delete _ -> true;
      case RowChange.Update update -> !form.keyColumns().mayChange(update);
    };
  }

  private static List<Object> keyOf(RowChange change) {
    return switch (change) {
      case RowChange.Insert _ -> throw new IllegalStateException("an insert has no key");
      case RowChange.Delete(List<Object> key) -> key;
      case RowChange.Update update -> update.key();
    };
  }

  private long change(List<RowChange> changes, List<Key> rowKeys, List<Key> firstKeys) {
    LockStrength strength =
        changes.getFirst() instanceof RowChange.Update update
            ? strengthOf(update)
            : LockStrength.UPDATE;
    List<LockedRow.Locked> locked = transaction.lockAll(firstKeys, strength, wait);
    RowWriteBatch batch = new RowWriteBatch(changes.size());
    List<RowWriteBatch> parts = newParts(changes.size());
    long count = 0;
    for (int i = 0; i < locked.size(); i++) {
      if (locked.get(i).changed()) {
        throw concurrentUpdate();
      }
      Version version = locked.get(i).newest();
      if (version != null) {
        Replaced row = add(changes.get(i), rowKeys.get(i), firstKeys.get(i), version, batch);
        replace(row.before(), row.after(), parts);
        count++;
      }
    }
    transaction.changeAll(batch);
    for (RowWriteBatch part : parts) {
      transaction.lockParts(part.uniqueKeys(), wait);
      transaction.changeParts(part, true);
    }
    return count;
  }

  /** Returns one batch of entries for each index. */
  private List<RowWriteBatch> newParts(int rowCount) {
    int indexCount = entries == null ? 0 : entries.indexCount();
    return Stream.generate(() -> new RowWriteBatch(rowCount)).limit(indexCount).toList();
  }

  /** Adds a change to a batch. Returns the row before and after it, as far as anything needs it. */
  private Replaced add(
      RowChange change, Key rowKey, Key first, Version version, RowWriteBatch batch) {
    boolean isObserved = entries != null || form.isReferring();
    if (change instanceof RowChange.Update update) {
      @Nullable Object[] before = decode(rowKey, version);
      @Nullable Object[] after = changed(before, update);
      form.checks().completeAndCheck(after);
      writer.reset().putAll(after).finish();
      batch.change(first, first(), version);
      return new Replaced(before, after);
    }
    batch.change(first, null, version);
    return new Replaced(isObserved ? decode(rowKey, version) : null, null);
  }

  private @Nullable Object[] changed(@Nullable Object[] before, RowChange.Update update) {
    @Nullable Object[] after = before.clone();
    List<Column> columns = update.columns();
    for (int i = 0; i < columns.size(); i++) {
      after[schema.ordinal(columns.get(i).id())] = update.values().get(i);
    }
    return after;
  }

  /**
   * Returns the lock strength of an update: the strongest if it changes a key that another row may
   * reference.
   */
  private LockStrength strengthOf(RowChange.Update update) {
    return form.uniqueColumns().mayChange(update)
        ? LockStrength.UPDATE
        : LockStrength.NO_KEY_UPDATE;
  }

  private void replace(@Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
    if (entries != null) {
      entries.replace(before, after);
    }
    if (form.isReferring()) {
      replaced.add(new Replaced(before, after));
    }
  }

  /** Variant of {@link #replace} that adds the entries that only this row can have to batches. */
  private void replace(
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after,
      List<RowWriteBatch> parts) {
    if (entries != null) {
      entries.replace(before, after, parts);
    }
    if (form.isReferring()) {
      replaced.add(new Replaced(before, after));
    }
  }

  /** Writes the rows with changed keys and the index entries, after all other rows. */
  public void finish() {
    moved.forEach(this::insertRow);
    if (entries != null) {
      entries.writeTo(new EntrySink());
    }
  }

  /** Runs an insert; reports a duplicate key with the name of its constraint. */
  private void explaining(Key key, Runnable insert) {
    try {
      insert.run();
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.UNIQUE_VIOLATION) {
        throw e;
      }
      throw isUnlessExists && transaction.get(key) == null
          ? concurrentUpdate()
          : UniqueViolations.ofKey(table, key);
    }
  }

  private static ColonnadeException concurrentUpdate() {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE, "could not serialize access due to concurrent update");
  }

  /**
   * Inserts many rows, without row locks.
   *
   * @param atRow receives the index of the row that is processed, and of the row that is wrong; the
   *     row count stands for any of them
   */
  public void insertAll(List<@Nullable Object[]> rows, IntConsumer atRow) {
    RowWriteBatch run = new RowWriteBatch(rows.size() * families.size());
    List<RowWriteBatch> parts = newParts(rows.size());
    Key[] firstKeys = new Key[rows.size()];
    for (int i = 0; i < firstKeys.length; i++) {
      atRow.accept(i);
      @Nullable Object[] row = rows.get(i);
      form.checks().completeAndCheck(row);
      Key rowKey = writer.reset().putAll(row).finish();
      firstKeys[i] = keys.familyKey(rowKey, ColumnFamily.FIRST_ID);
      run.row(firstKeys[i], first());
      addParts(run, rowKey);
      replace(null, row, parts);
    }
    atRow.accept(firstKeys.length); // any of them
    require(transaction.insertAll(run), index -> List.of(firstKeys[index]), rows, atRow);
    IndexEntryChanges added = entries;
    if (added != null) {
      parts.forEach(part -> transaction.changeParts(part, run.isNew()));
      RowWriteBatch entryRun = new RowWriteBatch(rows.size());
      added.writeTo(new EntryRun(entryRun));
      require(
          transaction.insertAll(entryRun),
          index -> added.uniqueKeysOf(rows.get(index)),
          rows,
          atRow);
      added.clear();
    }
  }

  /**
   * Inserts many rows from their encoded form. Returns false, and has done nothing, if values have
   * to be checked or a row cannot be inserted: {@link #insertAll} then reports the reason.
   */
  public boolean insertStored(EncodedRowSource rows, InsertLocking locking) {
    List<StoredEntryWriter> indexes = form.storedEntries();
    if (indexes == null || form.isReferring() || !form.checks().isEmpty()) {
      return false;
    }
    RowWriteBatch run = new RowWriteBatch(rows.count() * families.size());
    RowWriteBatch unique = new RowWriteBatch(indexes.isEmpty() ? 0 : rows.count());
    List<RowWriteBatch> parts = newParts(rows.count());
    for (int i = 0; i < rows.count(); i++) {
      Key rowKey = keyOf(rows, i);
      if (rowKey == null) {
        return false;
      }
      run.row(keys.familyKey(rowKey, ColumnFamily.FIRST_ID), first());
      addParts(run, rowKey);
      if (!addEntries(indexes, unique, parts)) {
        return false;
      }
    }
    Savepoint before = transaction.savepoint();
    if (!insert(run, locking).isEmpty()) {
      return false;
    }
    if (!unique.isEmpty() && !insert(unique, locking).isEmpty()) {
      transaction.rollbackTo(before);
      return false;
    }
    parts.forEach(part -> transaction.changeParts(part, run.isNew()));
    return true;
  }

  private RowWriteBatch.Refused insert(RowWriteBatch run, InsertLocking locking) {
    return switch (locking) {
      case LOCK -> transaction.insertAll(run, wait);
      case NONE -> transaction.insertAll(run);
    };
  }

  /**
   * Adds the entries of the row that was encoded last.
   *
   * @param unique receives entries whose keys no other row may have
   * @param parts receive the other ones, by index
   * @return false if an entry cannot be encoded
   */
  private boolean addEntries(
      List<StoredEntryWriter> indexes, RowWriteBatch unique, List<RowWriteBatch> parts) {
    try {
      for (int i = 0; i < indexes.size(); i++) {
        IndexEntryWriter.Entry entry = indexes.get(i).entry(writer);
        if (entry.isUnique()) {
          unique.part(entry.key(), entry.value(), true);
        } else {
          parts.get(i).part(entry.key(), entry.value(), false);
        }
      }
      return true;
    } catch (ColonnadeException e) {
      return false; // insertAll fails again, with the message for the statement
    }
  }

  /** Encodes a row; returns null if it cannot be inserted in encoded form. */
  private @Nullable Key keyOf(EncodedRowSource rows, int index) {
    try {
      return rows.put(index, writer.reset()) ? writer.finish() : null;
    } catch (ColonnadeException e) {
      return null; // insertAll fails again, with the message for the statement
    }
  }

  private void addParts(RowWriteBatch run, Key rowKey) {
    for (int i = 1; i < families.size(); i++) {
      byte[] value = writer.familyValue(i);
      if (value != null) {
        run.part(keys.familyKey(rowKey, families.get(i).id()), value, false);
      }
    }
  }

  /** Throws the unique violation of the first row with a duplicate key, if there is one. */
  private void require(
      RowWriteBatch.Refused refused,
      IntFunction<List<Key>> keysOf,
      List<@Nullable Object[]> rows,
      IntConsumer atRow) {
    if (refused.isEmpty()) {
      return;
    }
    Set<Key> before = new HashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      for (Key key : keysOf.apply(i)) {
        boolean isSecond = refused.repeated().contains(key) && !before.add(key);
        if (isSecond || refused.present().contains(key)) {
          atRow.accept(i);
          throw UniqueViolations.ofKey(table, key);
        }
      }
    }
    throw new IllegalStateException("no row has the duplicate key");
  }

  /** Sink that writes entries as parts of their rows; unique entries have row locks. */
  private final class EntrySink implements IndexEntryChanges.Sink {
    @Override
    public void remove(Key key, boolean isUnique) {
      if (isUnique) {
        transaction.lockParts(List.of(key), wait);
      }
      transaction.deletePart(key);
    }

    @Override
    public void put(IndexEntryWriter.Entry entry, boolean isNew) {
      if (isNew && entry.isUnique()) {
        explaining(entry.key(), () -> transaction.insertPart(entry.key(), entry.value(), wait));
      } else {
        transaction.putPart(entry.key(), entry.value());
      }
    }
  }

  private @Nullable Object[] decode(Key rowKey, Version first) {
    if (families.size() == 1) {
      return form.decoder().decode(rowKey, Map.of(ColumnFamily.FIRST_ID, first.value()));
    }
    Map<Integer, byte[]> values = new HashMap<>();
    values.put(ColumnFamily.FIRST_ID, first.value());
    for (int i = 1; i < families.size(); i++) {
      int family = families.get(i).id();
      Version version = transaction.get(keys.familyKey(rowKey, family));
      if (version != null) {
        values.put(family, version.value());
      }
    }
    return form.decoder().decode(rowKey, values);
  }

  /** Locks a row; returns the value of its first key, null if there is no row. */
  private @Nullable Version lock(Key first, LockStrength strength) {
    LockedRow locked = transaction.lock(first, strength, wait);
    if (!(locked instanceof LockedRow.Locked(Version newest, boolean changed))) {
      throw new IllegalStateException("a row to be written was skipped: key=" + first);
    }
    if (changed) {
      throw concurrentUpdate();
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
