package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveRestore;
import dev.colonnade.archive.restore.RestoreSource;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.StorageEngine;
import dev.colonnade.storage.restore.DatabaseRestore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables and databases of backups, read from a store that is restored for it below the folder of
 * this one and deleted afterwards. The backup itself is only read. What a killed process has left
 * is deleted when the database is opened.
 */
final class RestoredBackups implements Backups {
  private final Path scratch;
  private final StorageEngine storage;
  private final Function<Path, RestoredStore> stores;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Creates the reader.
   *
   * @param scratch folder of restored stores, whose content is deleted
   * @param storage store that receives databases
   * @param stores opens a restored store
   */
  RestoredBackups(Path scratch, StorageEngine storage, Function<Path, RestoredStore> stores) {
    this.scratch = requireNonNull(scratch, "scratch is null");
    this.storage = requireNonNull(storage, "storage is null");
    this.stores = requireNonNull(stores, "stores is null");
    BackupRestore.delete(scratch);
  }

  /** Restored store that is open. */
  interface RestoredStore extends AutoCloseable {
    /** Opens a session of a superuser. */
    Session session(String database);

    StorageEngine storage();

    @Override
    void close();
  }

  @Override
  public Rows open(Source source, Runnable cancellation) {
    Path store = newFolder();
    Opened opened = new Opened(store);
    boolean isOpen = false;
    try {
      new RestoreSource(source.folder(), source.number(), null, ArchiveRestore.LATEST)
          .restoreTo(store, UUID.randomUUID(), cancellation);
      opened.open(source, stores);
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        opened.close();
      }
    }
  }

  @Override
  public @Nullable String restoreDatabase(
      RestoreSource source, String name, String newName, Runnable cancellation) {
    new NamespaceEdit(storage.catalog().newEdit()).requireNewDatabase(newName);
    Path folder = newFolder();
    try {
      ArchiveRestore.Result applied =
          source.restoreTo(folder, UUID.randomUUID(), cancellation).applied();
      try (RestoredStore restored = stores.apply(folder)) {
        new DatabaseRestore(restored.storage(), storage).run(name, newName);
      }
      return applied == null ? null : applied.warning();
    } finally {
      BackupRestore.delete(folder);
    }
  }

  private Path newFolder() {
    return scratch.resolve(Integer.toString(count.incrementAndGet()));
  }

  private static String query(Source source) {
    String columns =
        source.columns().stream().map(RestoredBackups::quoted).collect(Collectors.joining(", "));
    return "SELECT %s FROM ONLY %s.%s"
        .formatted(columns, quoted(source.schema()), quoted(source.table()));
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** Rows of a restored store. */
  private static final class Opened implements Rows {
    private final Path folder;
    private @Nullable RestoredStore store;
    private @Nullable Session session;
    private @Nullable SqlResult result;

    Opened(Path folder) {
      this.folder = folder;
    }

    void open(Source source, Function<Path, RestoredStore> stores) {
      RestoredStore restored = stores.apply(folder);
      store = restored;
      Session reading = restored.session(source.database());
      session = reading;
      result = reading.sql().execute(query(source), Cancellation.withoutDeadline());
    }

    @Override
    public List<@Nullable Object[]> next(int countMax) {
      SqlResult rows = requireNonNull(result, "no table is open");
      List<@Nullable Object[]> next = new ArrayList<>();
      while (next.size() < countMax) {
        @Nullable Object[] row = rows.next();
        if (row == null) {
          return next;
        }
        next.add(row);
      }
      return next;
    }

    @Override
    public void close() {
      try {
        if (result != null) {
          result.close();
        }
        if (session != null) {
          session.close();
        }
        if (store != null) {
          store.close();
        }
      } finally {
        result = null;
        session = null;
        store = null;
        BackupRestore.delete(folder);
      }
    }
  }
}
