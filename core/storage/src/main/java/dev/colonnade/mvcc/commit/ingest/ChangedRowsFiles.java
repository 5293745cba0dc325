package dev.colonnade.mvcc.commit.ingest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.TableFileWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table files of the effects of a chunk: the superseded versions, and the rows. One thread at a
 * time.
 *
 * <p>The file of the superseded versions is ingested first: a reader that sees a row of the chunk,
 * and must not see it, then finds the version before.
 */
public final class ChangedRowsFiles implements AutoCloseable {
  private final Store store;
  private final TableFileWriter rows;
  private @Nullable TableFileWriter history;

  private ChangedRowsFiles(Store store) {
    this.store = requireNonNull(store, "store is null");
    rows = store.newTableFile(Space.ROWS);
  }

  /**
   * Returns whether the effects, in ascending order of their keys, can be written to files. The
   * undo of a commit must be able to derive the change of the statistics from the rows and their
   * superseded versions, so that a row in the place of a tombstone cannot.
   */
  public static boolean mayContain(List<RowEffect> effects) {
    byte[] last = null;
    for (RowEffect effect : effects) {
      RowEffect.HistoryEntry entry = effect.entry();
      if (entry == null) {
        if (effect.delta().liveKeyValues() != 1 || effect.delta().tombstones() != 0) {
          return false;
        }
      } else {
        if (last != null && Arrays.compareUnsigned(last, entry.key()) >= 0) {
          return false; // a key is the prefix of another one
        }
        last = entry.key();
      }
    }
    return !effects.isEmpty();
  }

  /** Writes the files of effects that have their timestamps. */
  public static ChangedRowsFiles write(Store store, List<RowEffect> effects) {
    ChangedRowsFiles files = new ChangedRowsFiles(store);
    try {
      effects.forEach(files::add);
      files.tables().forEach(TableFileWriter::finish);
    } catch (RuntimeException | Error e) {
      files.close();
      throw e;
    }
    return files;
  }

  private void add(RowEffect effect) {
    RowEffect.HistoryEntry entry = effect.entry();
    if (entry != null) {
      if (history == null) {
        history = store.newTableFile(Space.HISTORY);
      }
      history.put(entry.key(), entry.value());
    }
    rows.put(effect.delta().key().bytes(), effect.value());
  }

  /** Returns the files in the order of their ingestion. */
  public List<TableFileWriter> tables() {
    List<TableFileWriter> tables = new ArrayList<>();
    if (history != null) {
      tables.add(history);
    }
    tables.add(rows);
    return tables;
  }

  /** Deletes the files that were not ingested. */
  @Override
  public void close() {
    if (history != null) {
      history.close();
    }
    rows.close();
  }
}
