package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.mvcc.commit.ExclusiveContext;
import dev.colonnade.store.StoreReader;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.Family;
import dev.colonnade.type.SchemaHistory;
import dev.colonnade.type.TableSchema;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of a database.
 *
 * <p><b>Reading</b> is one volatile read: {@link #snapshot}.
 *
 * <p><b>Changing</b> is atomic and durable: one exclusive command of the commit pipeline writes the
 * records and replaces the snapshot before any writer goes on. So every commit is either before or
 * after a change of the catalogue, and so is every crash. Changes wait for each other and may read
 * the disk: they are not for event loops.
 *
 * <p><b>Columns are not versioned by time.</b> A read at an older timestamp shows the columns of
 * today; a column that is younger than the row shows its default. A write that was encoded before a
 * change and committed after it stays valid: it names the schema version that it was encoded by,
 * and is read by that one.
 */
public final class Catalog {
  /** Most tables: a snapshot holds all of them, and a start reads them. */
  public static final int TABLES_MAX = 10_000;

  /** Most enum types. */
  public static final int ENUMS_MAX = 10_000;

  /** Most bytes that one table may take in the catalogue. */
  public static final int RECORD_BYTES_MAX = 8 * 1024 * 1024;

  private final CatalogGround ground;
  private final ReentrantLock changing = new ReentrantLock();

  /**
   * Written by the commit pipeline's leader on behalf of whoever holds the lock; read by everyone.
   */
  private volatile CatalogSnapshot snapshot;

  private Catalog(CatalogGround ground, CatalogSnapshot snapshot) {
    this.ground = requireNonNull(ground, "ground is null");
    this.snapshot = snapshot;
  }

  /** Reads the catalogue that the store holds. */
  public static Catalog open(StoreReader store, CatalogGround ground) {
    return new Catalog(ground, CatalogLoader.load(store));
  }

  /** The catalogue as it is now. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /**
   * Creates a table in ranges of its own.
   *
   * @param schema its first version; enums in it must be those of the catalogue
   */
  public Table createTable(String name, TableSchema schema) {
    return change(
        edit -> {
          Table table = edit.createTable(name, new SchemaHistory(schema));
          // Before the table is there: after a crash in between, the next new table gets this id
          // and finds its ranges made.
          ground.carve(table.span());
          Failpoint.CATALOG_AFTER_CARVE.pass();
          return commit(edit, table);
        });
  }

  /** Renames a table; its id and its rows stay. */
  public Table renameTable(String name, String newName) {
    return change(edit -> commit(edit, edit.renameTable(snapshot.table(name), newName)));
  }

  /**
   * Adds a column that rows written before read as {@code defaultValue}.
   *
   * @param family the family to keep it in; null for the first
   */
  public Table addColumn(String tableName, NewColumn column, @Nullable String family) {
    return changeColumns(
        tableName,
        history ->
            history.addColumn(
                column.name(),
                column.type(),
                column.nullable(),
                column.defaultValue(),
                familyId(history.latest(), family)));
  }

  /** Drops a column that is not part of the key. Rows are not rewritten. */
  public Table dropColumn(String tableName, String column) {
    return changeColumns(tableName, history -> history.dropColumn(column));
  }

  /**
   * Drops a table with all its rows and their past. Reads of it that are going on fail with
   * UNKNOWN_TABLE, and so do writes that come to be committed afterwards.
   */
  public void dropTable(String name) {
    change(
        edit -> {
          Table table = snapshot.table(name);
          edit.dropTable(table);
          return commit(edit, table, context -> clear(context, table));
        });
  }

  /** Creates an enum type with labels in the order given. */
  public EnumType createEnum(String name, List<String> labels) {
    return change(edit -> commit(edit, edit.createEnum(name, labels)));
  }

  /** Adds a label at the end of an enum. */
  public EnumType addLabel(String enumName, String label) {
    return change(
        edit -> commit(edit, edit.extendEnum(snapshot.enumType(enumName).withLast(label))));
  }

  /** Drops an enum type that no column of any version is of; otherwise DEPENDENT_OBJECTS. */
  public void dropEnum(String name) {
    change(
        edit -> {
          EnumType type = snapshot.enumType(name);
          edit.dropEnum(type);
          return commit(edit, type);
        });
  }

  private Table changeColumns(String name, UnaryOperator<SchemaHistory> operator) {
    return change(
        edit -> {
          Table table = snapshot.table(name);
          return commit(edit, edit.changeColumns(table, operator.apply(table.history())));
        });
  }

  private <T> T change(Change<T> change) {
    changing.lock();
    try {
      return change.make(new CatalogEdit(snapshot));
    } finally {
      changing.unlock();
    }
  }

  private <T> T commit(CatalogEdit edit, T result) {
    return commit(edit, result, context -> {});
  }

  private <T> T commit(CatalogEdit edit, T result, Consumer<ExclusiveContext> more) {
    CatalogSnapshot after = edit.after();
    Failpoint.CATALOG_BEFORE_WRITE.pass();
    ground.exclusive(
        context -> {
          edit.writeTo(context.batch());
          more.accept(context);
          context.onApplied(() -> snapshot = after);
          return after;
        });
    Failpoint.CATALOG_AFTER_WRITE.pass();
    return result;
  }

  private void clear(ExclusiveContext context, Table table) {
    context.onDiscarded(table.life()::restore);
    // Before the write: whoever finds rows missing finds the mark.
    table.life().drop();
    ground.clear(context, table.span());
  }

  private static int familyId(TableSchema schema, @Nullable String name) {
    if (name == null) {
      return Family.FIRST_ID;
    }
    for (Family family : schema.families()) {
      if (family.name().equals(name)) {
        return family.id();
      }
    }
    throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such family: family=" + name);
  }

  /** A column to be added. */
  public record NewColumn(
      String name, ColumnType type, boolean nullable, @Nullable Object defaultValue) {}

  @FunctionalInterface
  private interface Change<T> {
    T make(CatalogEdit edit);
  }
}
