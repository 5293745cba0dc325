package dev.colonnade.sql.access.backup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.restore.RestoreSource;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables and databases of backups. Thread-safe; calls take as long as it takes to copy a store. */
public interface Backups {
  /**
   * Table in a backup.
   *
   * @param folder of the backups
   * @param number of the backup; null for the newest one
   * @param database name of the table's database
   * @param schema name of the table's schema
   * @param table name of the table
   * @param columns names of the columns that are read
   */
  record Source(
      Path folder,
      @Nullable Integer number,
      String database,
      String schema,
      String table,
      List<String> columns) {
    public Source {
      requireNonNull(folder, "folder is null");
      requireNonNull(database, "database is null");
      requireNonNull(schema, "schema is null");
      requireNonNull(table, "table is null");
      columns = List.copyOf(columns);
    }
  }

  /** Rows of a table of a backup. One thread. */
  interface Rows extends AutoCloseable {
    /**
     * Returns the next rows, with values of the Java classes of the columns' types; empty at the
     * end.
     */
    List<@Nullable Object[]> next(int countMax);

    /** Deletes what was made to read the backup. */
    @Override
    void close();
  }

  /**
   * Opens a table of a backup, whose files are compared with their checksums.
   *
   * @param cancellation called at intervals; what it throws ends the call
   * @throws dev.colonnade.error.ColonnadeException STORE_IO if there is no such backup;
   *     STORE_CORRUPT; DISK_FULL; UNKNOWN_DATABASE, UNKNOWN_SCHEMA, UNKNOWN_TABLE, UNKNOWN_COLUMN
   */
  Rows open(Source source, Runnable cancellation);

  /**
   * Restores a database of a backup into this store. It is visible when it is complete; after a
   * failure nothing of it remains.
   *
   * @param name of the database in the backup
   * @param newName of the database in this store
   * @param cancellation called at intervals; what it throws ends the call
   * @return text about damage of the archive behind the target; null if there is none
   * @throws dev.colonnade.error.ColonnadeException DUPLICATE_DATABASE; UNKNOWN_DATABASE;
   *     UNKNOWN_OBJECT if a role does not exist here; and as {@link RestoreSource#restoreTo}
   */
  @Nullable String restoreDatabase(
      RestoreSource source, String name, String newName, Runnable cancellation);
}
