package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupManifest;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.backup.BackupTables;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables of backups, read from a store that is restored for it below the folder of this one and
 * deleted afterwards. The backup itself is only read. What a killed process has left is deleted
 * when the database is opened.
 */
final class RestoredTables implements BackupTables {
  private static final long MIB = 1 << 20;

  /** Superuser of every store. */
  private static final String USER = "postgres";

  private final Path scratch;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Creates the reader.
   *
   * @param scratch folder of restored stores, whose content is deleted
   */
  RestoredTables(Path scratch) {
    this.scratch = requireNonNull(scratch, "scratch is null");
    BackupRestore.delete(scratch);
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
      opened.open(source);
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
    private @Nullable Database database;
    private @Nullable Session session;
    private @Nullable SqlResult result;

    Opened(Path folder) {
      this.folder = folder;
    }

    void open(Source source) {
      MemoryConfig memory = new MemoryConfig(32 * MIB, 16 * MIB, 4);
      Database restored =
          Database.open(
              StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory)));
      database = restored;
      Session reading = restored.session(USER, source.database());
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
        if (database != null) {
          database.close();
        }
      } finally {
        result = null;
        session = null;
        database = null;
        BackupRestore.delete(folder);
      }
    }
  }
}
