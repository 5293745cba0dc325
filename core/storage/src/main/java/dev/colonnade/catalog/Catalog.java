package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.store.StoreReader;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The catalogue of a database, for who reads it: one volatile read. {@link CatalogOperations}
 * change it.
 *
 * <p><b>Columns are not versioned by time.</b> A read at an older timestamp shows the columns of
 * today; a column that is younger than the row shows its default. A write that was encoded before a
 * change and committed after it stays valid: it names the schema version that it was encoded by,
 * and is read by that one.
 */
public final class Catalog {
  /** Most tables, views and sequences: a snapshot holds all of them, and a start reads them. */
  public static final int TABLES_MAX = 10_000;

  /** Most databases. */
  public static final int DATABASES_MAX = 1000;

  /** Most schemas. */
  public static final int SCHEMAS_MAX = 10_000;

  /** Most roles. */
  public static final int ROLES_MAX = 10_000;

  /** Most enum types. */
  public static final int ENUMS_MAX = 10_000;

  /** Most bytes that one table may take in the catalogue. */
  public static final int RECORD_BYTES_MAX = 8 * 1024 * 1024;

  /**
   * Written by the commit pipeline's leader on behalf of whoever changes the catalogue; read by
   * everyone.
   */
  private volatile CatalogSnapshot snapshot;

  /** Versions of what only one transaction sees: each is used once. */
  private final AtomicLong draftVersion = new AtomicLong();

  private Catalog(CatalogSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Reads the catalogue that the store holds. */
  public static Catalog open(StoreReader store) {
    return new Catalog(CatalogLoader.load(store));
  }

  /** The catalogue as it is now. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** A change that begins with the catalogue as it is now. */
  public CatalogEdit newEdit() {
    return new CatalogEdit(snapshot, draftVersion::decrementAndGet);
  }

  /**
   * Changes the catalogue as a part of somebody else's exclusive command. The caller sees to it
   * that no other change is going on.
   */
  public void join(ExclusiveContext context, Consumer<CatalogEdit> steps) {
    CatalogEdit edit = newEdit();
    steps.accept(edit);
    if (!edit.isEmpty()) {
      CatalogSnapshot after = edit.after();
      edit.writeTo(context.batch());
      context.onApplied(() -> replace(after));
    }
  }

  void replace(CatalogSnapshot after) {
    snapshot = requireNonNull(after, "after is null");
  }
}
