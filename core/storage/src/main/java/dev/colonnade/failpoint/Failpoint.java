package dev.colonnade.failpoint;

/**
 * Named place in the code at which a test can inject a fault. The system property {@value
 * #PROPERTY} arms failpoints when the process starts:
 *
 * <pre>
 *   -Dcolonnade.failpoints=commit.after-write=halt@3,split.before-swap=throw
 * </pre>
 *
 * <p>{@code halt} terminates the process immediately with status {@value #HALT_STATUS}, like {@code
 * kill -9}; {@code throw} fails with INTERNAL. {@code @n} selects the n-th execution of the
 * failpoint, 1 if it is omitted; earlier and later executions have no effect. Without the property
 * a failpoint costs nothing: the condition is a constant that the compiler removes.
 */
public enum Failpoint {
  /** The leader has built the batch of a group commit and is about to write it. */
  COMMIT_BEFORE_WRITE("commit.before-write"),
  /** A group commit is written, and not visible to readers yet. */
  COMMIT_AFTER_WRITE("commit.after-write"),
  /** A group commit is written and its locks are released; its log is not synced yet. */
  COMMIT_BEFORE_SYNC("commit.before-sync"),
  /** A group commit is visible, and its transactions are not notified yet. */
  COMMIT_AFTER_PUBLISH("commit.after-publish"),
  /** A chunk of a large commit is written, and others follow. */
  CHUNK_AFTER_WRITE("chunk.after-write"),
  /** The record of a chunk in a table file is written, and the store has not ingested the file. */
  CHUNK_BEFORE_INGEST("chunk.before-ingest"),
  /** The table file of a chunk is ingested, and its statistics are not written yet. */
  CHUNK_AFTER_INGEST("chunk.after-ingest"),
  /** All chunks of a large commit are written, and its last write is not. */
  CHUNK_BEFORE_FINISH("chunk.before-finish"),
  /** A part of an unfinished commit is undone. */
  UNDO_AFTER_STEP("undo.after-step"),
  /** A span is being measured while concurrent commits are tracked. */
  SPAN_AFTER_MARK("span.after-mark"),
  /** The new descriptors of a split are about to be written. */
  SPLIT_BEFORE_SWAP("split.before-swap"),
  /** The new descriptors of a split are written, and not used yet. */
  SPLIT_AFTER_SWAP("split.after-swap"),
  /** The new descriptor of a merge is about to be written. */
  MERGE_BEFORE_SWAP("merge.before-swap"),
  /** The new descriptor of a merge is written, and not used yet. */
  MERGE_AFTER_SWAP("merge.after-swap"),
  /** A span is about to be cleared. */
  CLEAR_BEFORE_WRITE("clear.before-write"),
  /** A step of garbage collection is about to be written. */
  COLLECT_BEFORE_WRITE("collect.before-write"),
  /** A new table has its ranges, and is not in the catalog yet. */
  CATALOG_AFTER_CARVE("catalog.after-carve"),
  /** A catalog change is about to be written. */
  CATALOG_BEFORE_WRITE("catalog.before-write"),
  /** A catalog change is written and visible, and not acknowledged to the caller yet. */
  CATALOG_AFTER_WRITE("catalog.after-write"),
  /** A new index is maintained by writers, and not backfilled yet. */
  INDEX_BEFORE_FILL("index.before-fill"),
  /** The entries of a new index are sorted and written to files, and not ingested yet. */
  INGEST_AFTER_STAGE("ingest.after-stage"),
  /** The files of an ingestion are part of the store, and its statistics are not written yet. */
  INGEST_AFTER_FILES("ingest.after-files"),
  /** The backfill of a new index is complete, and the index is not used yet. */
  INDEX_AFTER_FILL("index.after-fill"),
  /** The rows of a table are copied under its new primary key, and the table is not changed yet. */
  ROWS_AFTER_COPY("rows.after-copy"),
  /** The checkpoint of a backup exists, and nothing of it is copied. */
  BACKUP_AFTER_CHECKPOINT("backup.after-checkpoint"),
  /** A file of a backup is copied. */
  BACKUP_AFTER_FILE("backup.after-file"),
  /** The manifest of a backup is written, and older backups are not deleted. */
  BACKUP_AFTER_MANIFEST("backup.after-manifest"),
  /** A group is appended to the archive, and the store has not applied it. */
  ARCHIVE_AFTER_APPEND("archive.after-append"),
  /** A segment of the archive has its last record, and the next one does not exist. */
  ARCHIVE_AFTER_END("archive.after-end"),
  /** Table files are in the archive, and the store has not ingested them. */
  ARCHIVE_AFTER_FILES("archive.after-files"),
  /** A group of the archive is restored. */
  RESTORE_AFTER_GROUP("restore.after-group"),
  /** A file of a backup is restored. */
  RESTORE_AFTER_FILE("restore.after-file"),
  /** A restored store is complete, and does not have its name. */
  RESTORE_BEFORE_RENAME("restore.before-rename"),
  /** The sequences of a database that is restored exist, and its other objects do not. */
  RESTORE_AFTER_SEQUENCES("restore.after-sequences"),
  /** The objects of a database that is restored exist, and none of its rows. */
  RESTORE_AFTER_OBJECTS("restore.after-objects"),
  /** The rows of a table of a database that is restored are there. */
  RESTORE_AFTER_TABLE("restore.after-table"),
  /** A database is restored, and no session sees it. */
  RESTORE_BEFORE_SHOW("restore.before-show"),
  /** Some rows of a table of a backup are inserted into another one. */
  RESTORE_AFTER_ROWS("restore.after-rows"),
  /** A reservation of sequence values is about to be written. */
  SEQUENCE_BEFORE_RESERVE("sequence.before-reserve"),
  /** A reservation of sequence values is written, and none of them is allocated yet. */
  SEQUENCE_AFTER_RESERVE("sequence.after-reserve"),
  /** A new sequence is about to be written. */
  SEQUENCE_BEFORE_CREATE("sequence.before-create"),
  /** A new sequence is written and visible, and not acknowledged to the caller yet. */
  SEQUENCE_AFTER_CREATE("sequence.after-create"),
  /** A change of a sequence is about to be written. */
  SEQUENCE_BEFORE_ALTER("sequence.before-alter"),
  /** A change of a sequence is written and in effect, and not acknowledged to the caller yet. */
  SEQUENCE_AFTER_ALTER("sequence.after-alter"),
  /** The removal of a sequence is about to be written. */
  SEQUENCE_BEFORE_DROP("sequence.before-drop"),
  /** The removal of a sequence is written, and not acknowledged to the caller yet. */
  SEQUENCE_AFTER_DROP("sequence.after-drop");

  /** The system property that arms failpoints. */
  public static final String PROPERTY = "colonnade.failpoints";

  /** The exit status of a process that a failpoint terminated. */
  public static final int HALT_STATUS = 137;

  private final String id;

  Failpoint(String id) {
    this.id = id;
  }

  /** Returns the name of this failpoint in {@value #PROPERTY}. */
  public String id() {
    return id;
  }

  /** Executes the action of this failpoint if it is armed. */
  public void pass() {
    if (Switch.ON) {
      Switch.ARMED.pass(this);
    }
  }

  /** Constant that removes the cost of unarmed failpoints. */
  private static final class Switch {
    static final ArmedFailpoints ARMED = ArmedFailpoints.parse(System.getProperty(PROPERTY, ""));
    static final boolean ON = !ARMED.isEmpty();
  }
}
