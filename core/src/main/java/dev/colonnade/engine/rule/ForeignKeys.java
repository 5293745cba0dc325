package dev.colonnade.engine.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.ForeignKey;
import dev.colonnade.catalog.rule.ReferentialAction;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.txn.LockWait;
import dev.colonnade.mvcc.txn.LockedRow;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.RowChange;
import dev.colonnade.type.Column;
import dev.colonnade.type.Family;
import dev.colonnade.type.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the changes of one statement mean for foreign keys. Rows that refer to others are looked at
 * when the statement is done, and lock those that they refer to against going; rows that go or
 * change their keys take others with them, as their constraints say.
 */
public final class ForeignKeys {
  /** A table whose rows were changed, and what of them refers to others. */
  private record Wanted(Table table, ForeignKey key, KeyValues values) {}

  /** A key that is gone, and by whom it may still be wanted. */
  private record Gone(Table table, Reference reference, KeyValues values) {}

  /** Changes of rows that follow from others. */
  public record Consequence(Table table, List<RowChange> changes) {}

  /** Tells what an insert writes to a column that it does not name. */
  @FunctionalInterface
  public interface Defaults {
    @Nullable Object of(Table table, Column column);
  }

  private final Transaction transaction;
  private final CatalogSnapshot catalog;
  private final LockWait wait;
  private final Defaults defaults;
  private final KeySearch search;
  private final Set<Wanted> wanted = new LinkedHashSet<>();
  private final Set<Gone> gone = new LinkedHashSet<>();

  public ForeignKeys(
      Transaction transaction, CatalogSnapshot catalog, LockWait wait, Defaults defaults) {
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.wait = requireNonNull(wait, "wait is null");
    this.defaults = requireNonNull(defaults, "defaults is null");
    this.search = new KeySearch(transaction);
  }

  /** Whether changes of a table's rows mean anything for foreign keys. */
  public static boolean concern(Table table, CatalogSnapshot catalog) {
    return !table.descriptor().rules().foreignKeys().isEmpty()
        || !catalog.referencesTo(table.id()).isEmpty();
  }

  /**
   * A row has become another, in the transaction. Returns what follows.
   *
   * @param before null if there was no row
   * @param after null if it is gone
   */
  public List<Consequence> changed(
      Table table, @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
    TableSchema schema = table.schema();
    for (ForeignKey key : table.descriptor().rules().foreignKeys()) {
      KeyValues now = after == null ? null : KeyValues.of(schema, key.columnIds(), after);
      KeyValues old = before == null ? null : KeyValues.of(schema, key.columnIds(), before);
      if (now != null && !now.equals(old)) {
        wanted.add(new Wanted(table, key, now));
      }
    }
    List<Consequence> consequences = new ArrayList<>();
    for (Reference reference : catalog.referencesTo(table.id())) {
      List<Integer> ids = reference.key().target().columnIds();
      KeyValues old = before == null ? null : KeyValues.of(schema, ids, before);
      KeyValues now = after == null ? null : KeyValues.of(schema, ids, after);
      if (old != null && !old.equals(now)) {
        add(consequences, new Gone(table, reference, old), after == null, now);
      }
    }
    return consequences;
  }

  private void add(
      List<Consequence> consequences, Gone lost, boolean isDelete, @Nullable KeyValues now) {
    ForeignKey key = lost.reference().key();
    ReferentialAction action = isDelete ? key.actions().onDelete() : key.actions().onUpdate();
    switch (action) {
      case NO_ACTION -> gone.add(lost);
      case RESTRICT -> {
        if (!referring(lost, 1).isEmpty()) {
          throw stillReferred(lost);
        }
      }
      case CASCADE, SET_NULL, SET_DEFAULT -> {
        List<RowChange> changes = new ArrayList<>();
        for (Key rowKey : referring(lost, Integer.MAX_VALUE)) {
          changes.add(change(lost.reference(), rowKey, action, isDelete ? null : now));
        }
        if (!changes.isEmpty()) {
          consequences.add(new Consequence(lost.reference().table(), changes));
        }
      }
    }
  }

  /**
   * What becomes of a row that refers to a key which is gone.
   *
   * @param now what the key has become; null if it is gone with its row
   */
  private RowChange change(
      Reference reference, Key rowKey, ReferentialAction action, @Nullable KeyValues now) {
    Table table = reference.table();
    List<Object> key = new ArrayList<>();
    for (Object value : table.format().keyCodec().decode(rowKey)) {
      key.add(requireNonNull(value, "key column is NULL"));
    }
    if (action == ReferentialAction.CASCADE && now == null) {
      return new RowChange.Delete(key);
    }
    List<Column> columns = new ArrayList<>();
    List<@Nullable Object> values = new ArrayList<>();
    KeyValues converted = now == null ? null : now.as(table.schema(), reference.key().columnIds());
    for (int i = 0; i < reference.key().columnIds().size(); i++) {
      Column column = table.schema().column(reference.key().columnIds().get(i));
      columns.add(column);
      values.add(
          switch (action) {
            case CASCADE -> converted == null ? null : converted.values().get(i);
            case SET_DEFAULT -> defaults.of(table, column);
            case SET_NULL, NO_ACTION, RESTRICT -> null;
          });
    }
    return new RowChange.Update(key, columns, values);
  }

  private List<Key> referring(Gone lost, int max) {
    Table table = lost.reference().table();
    List<Integer> ids = lost.reference().key().columnIds();
    KeyValues values = lost.values().as(table.schema(), ids);
    return values == null ? List.of() : search.find(table, ids, values, max);
  }

  /**
   * Checks, when all changes are made, that whatever is referred to is there.
   *
   * @throws ColonnadeException FOREIGN_KEY_VIOLATION
   */
  public void require() {
    for (Wanted one : wanted) {
      requireTarget(one);
    }
    for (Gone lost : gone) {
      List<Integer> ids = lost.reference().key().target().columnIds();
      boolean isBack = !search.find(lost.table(), ids, lost.values(), 1).isEmpty();
      if (!isBack && !referring(lost, 1).isEmpty()) {
        throw stillReferred(lost);
      }
    }
    wanted.clear();
    gone.clear();
  }

  private void requireTarget(Wanted one) {
    Table target = catalog.table(one.key().target().tableId());
    List<Integer> ids = one.key().target().columnIds();
    KeyValues values = one.values().as(target.schema(), ids);
    List<Key> found = values == null ? List.of() : search.find(target, ids, values, 1);
    if (found.isEmpty() || !isLocked(target, found.getFirst())) {
      throw new ColonnadeException(
          ErrorCode.FOREIGN_KEY_VIOLATION,
          "insert or update on table \"%s\" violates foreign key constraint \"%s\""
              .formatted(one.table().name(), one.key().name()),
          ErrorFields.NONE
              .withTable(one.table().name())
              .withConstraint(one.key().name())
              .withDetail(
                  "Key %s is not present in table \"%s\"."
                      .formatted(
                          KeyValues.text(one.table().schema(), one.key().columnIds(), one.values()),
                          target.name())));
    }
  }

  /** Keeps the row from going until the transaction is over. Returns whether it is there. */
  private boolean isLocked(Table target, Key rowKey) {
    Key first = target.format().keyCodec().familyKey(rowKey, Family.FIRST_ID);
    return transaction.lock(first, LockStrength.KEY_SHARE, wait)
            instanceof LockedRow.Locked(var newest, _)
        && newest != null;
  }

  private static ColonnadeException stillReferred(Gone lost) {
    Table referring = lost.reference().table();
    return new ColonnadeException(
        ErrorCode.FOREIGN_KEY_VIOLATION,
        "update or delete on table \"%s\" violates foreign key constraint \"%s\" on table \"%s\""
            .formatted(lost.table().name(), lost.reference().key().name(), referring.name()),
        ErrorFields.NONE
            .withTable(referring.name())
            .withConstraint(lost.reference().key().name())
            .withDetail(
                "Key %s is still referenced from table \"%s\"."
                    .formatted(
                        KeyValues.text(
                            lost.table().schema(),
                            lost.reference().key().target().columnIds(),
                            lost.values()),
                        referring.name())));
  }
}
