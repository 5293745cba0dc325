package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupManifest;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.backup.BackupTables;
import dev.colonnade.sql.result.SqlResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables of backups, read from a store that is restored for it below the folder of this one and
 * deleted afterwards. The backup itself is only read. What a killed process has left is deleted
 * when the database is opened.
 */
final class RestoredTables implements BackupTables {
  private final Path scratch;
  private final Function<Path, RestoredStore> stores;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Creates the reader.
   *
   * @param scratch folder of restored stores, whose content is deleted
   * @param stores opens a restored store
   */
  RestoredTables(Path scratch, Function<Path, RestoredStore> stores) {
    this.scratch = requireNonNull(scratch, "scratch is null");
    this.stores = requireNonNull(stores, "stores is null");
    BackupRestore.delete(scratch);
  }

  /** Restored store that is open. */
  interface RestoredStore extends AutoCloseable {
    /** Opens a session of a superuser. */
    Session session(String database);

    @Override
    void close();
  }

  @Override
  public Rows open(Source source, Runnable cancellation) {
    BackupFolder folder = BackupFolder.existing(source.folder());
    BackupManifest backup = folder.backup(source.number());
    Path store = scratch.resolve(Integer.toString(count.incrementAndGet()));
    Opened opened = new Opened(store);
    boolean isOpen = false;
    try {
      BackupRestore.run(folder, backup, store, UUID.randomUUID(), cancellation);
      opened.open(source, stores);
      isOpen = true;
      return opened;
    } finally {
      if (!isOpen) {
        opened.close();
      }
    }
  }

  private static String query(Source source) {
    String columns =
        source.columns().stream().map(RestoredTables::quoted).collect(Collectors.joining(", "));
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
