package dev.colonnade.engine.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Foreign key enforcement for the changes of one statement. Referencing rows are checked at the end
 * of the statement or at the commit, which locks the referenced rows (KEY SHARE); deletes and key
 * updates of referenced rows apply the referential actions.
 */
public final class ForeignKeyChecks {
  /** Row changes by a referential action. */
  public record Consequence(Table table, List<RowChange> changes) {}

  /** Provider of column defaults for SET DEFAULT. */
  @FunctionalInterface
  public interface Defaults {
    @Nullable Object of(Table table, Column column);
  }

  private final CheckContext context;
  private final Defaults defaults;
  private final DeferredChecks deferred;
  private final Set<ConstraintCheck> checks = new LinkedHashSet<>();

  public ForeignKeyChecks(CheckContext context, Defaults defaults, DeferredChecks deferred) {
    this.context = requireNonNull(context, "context is null");
    this.defaults = requireNonNull(defaults, "defaults is null");
    this.deferred = requireNonNull(deferred, "deferred is null");
  }

  /** Returns whether changes of a table's rows affect foreign keys. */
  public static boolean affects(Table table, CatalogSnapshot catalog) {
    return !table.descriptor().constraints().foreignKeys().isEmpty()
        || !catalog.referencesTo(table.id()).isEmpty();
  }

  /**
   * Adds the change of a row by the transaction; returns the changes by referential actions.
   *
   * @param before null if there was no row
   * @param after null if it was deleted
   */
  public List<Consequence> changed(
      Table table, @Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
    TableSchema schema = table.schema();
    for (ForeignKey key : table.descriptor().constraints().foreignKeys()) {
      KeyValues now = after == null ? null : KeyValues.of(schema, key.columnIds(), after);
      KeyValues old = before == null ? null : KeyValues.of(schema, key.columnIds(), before);
      if (now != null && !now.equals(old)) {
        checks.add(new ReferencingKeyCheck(table, key, now));
      }
    }
    DeferredUniqueKeys.changed(checks, table, before, after);
    List<Consequence> consequences = new ArrayList<>();
    for (Reference reference : context.catalog().referencesTo(table.id())) {
      List<Integer> ids = reference.key().target().columnIds();
      KeyValues old = before == null ? null : KeyValues.of(schema, ids, before);
      KeyValues now = after == null ? null : KeyValues.of(schema, ids, after);
      if (old != null && !old.equals(now)) {
        add(consequences, new ReferencedKeyCheck(table, reference, old), after == null, now);
      }
    }
    return consequences;
  }

  private void add(
      List<Consequence> consequences,
      ReferencedKeyCheck lost,
      boolean isDelete,
      @Nullable KeyValues now) {
    ForeignKey key = lost.reference().key();
    ReferentialAction action = isDelete ? key.actions().onDelete() : key.actions().onUpdate();
    switch (action) {
      case NO_ACTION -> checks.add(lost);
      case RESTRICT -> {
        if (!lost.referring(context, 1).isEmpty()) {
          throw lost.stillReferred();
        }
      }
      case CASCADE, SET_NULL, SET_DEFAULT -> {
        List<RowChange> changes = new ArrayList<>();
        for (Key rowKey : lost.referring(context, Integer.MAX_VALUE)) {
          changes.add(change(lost.reference(), rowKey, action, isDelete ? null : now));
        }
        if (action == ReferentialAction.SET_DEFAULT) {
          checks.add(lost); // a default that is the lost key changes no row
        }
        if (!changes.isEmpty()) {
          consequences.add(new Consequence(lost.reference().table(), changes));
        }
      }
    }
  }

  /**
   * Returns the change of a row that references a lost key.
   *
   * @param now the new value of the key; null if its row was deleted
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

  /**
   * Checks, after all changes, that all referenced rows exist, and that there are no duplicate keys
   * of deferrable unique constraints. Violations of deferred constraints wait for the commit.
   *
   * @throws ColonnadeException FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION
   */
  public void require() {
    deferred.settle(checks, context);
    checks.clear();
  }
}
