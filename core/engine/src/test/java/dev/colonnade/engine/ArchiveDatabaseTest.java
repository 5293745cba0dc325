package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.archive.ArchiveCheck;
import dev.colonnade.archive.ArchiveConfig;
import dev.colonnade.archive.ArchiveFolder;
import dev.colonnade.archive.ArchiveRestore;
import dev.colonnade.backup.BackupFolder;
import dev.colonnade.backup.BackupOptions;
import dev.colonnade.backup.BackupRestore;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.range.verify.VerificationObserver;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.check.StoreCheck;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Restores of databases to points in time, from a backup and an archive. */
class ArchiveDatabaseTest {
  /** Statements after the backup: DDL, ingested files, large commits, rows that move to a key. */
  private static final List<String> STEPS =
      List.of(
          "insert into t select g, 1, g from generate_series(1, 2000) g",
          "create index t_u on t (u)",
          "alter table t add column note text default 'none'",
          "update t set v = v + 1 where id % 2 = 0",
          "insert into big select g, repeat('x', 200) from generate_series(1, 15000) g",
          "create index big_name on big (name, id)",
          "delete from t where id > 1500",
          "truncate big",
          "alter table t drop constraint t_pkey",
          "alter table t add primary key (id, v)",
          "alter table t alter id type numeric(20)",
          "create table late (id serial primary key, name text)",
          "insert into late (name) select 'n' || g from generate_series(1, 100) g",
          "analyze",
          "drop index t_u",
          "update t set note = 'last'");

  private static final List<String> STATE =
      List.of(
          "select count(*), sum(v), sum(id), max(u), count(distinct (id, v)) from t",
          "select count(*), max(name) from big",
          "select count(*), string_agg(relname, ',' order by relname) from pg_class"
              + " where relnamespace = 'public'::regnamespace");

  @TempDir private Path folder;
  private int restored;

  private StorageConfig config(Path path) {
    StorageConfig usual = TestDatabases.config(path);
    CommitOptions commit =
        new CommitOptions(
            Durability.SYNC,
            new BatchLimits(100_000, 64 << 20, new MutationChunks.Size(900, 100_000), 50_000),
            GroupLimits.DEFAULT,
            8192,
            1 << 10);
    return new StorageConfig(
        path,
        usual.store(),
        commit,
        usual.retention(),
        usual.scan(),
        usual.memory(),
        usual.split(),
        usual.sequence(),
        usual.transactions(),
        usual.archive(),
        usual.disk());
  }

  private StorageConfig archived() {
    return config(folder.resolve("store"))
        .withArchive(ArchiveConfig.to(folder.resolve("archive")).withSegmentBytesMax(256 << 10));
  }

  private static void run(SqlSession sql, String text) {
    sql.execute(text).close();
  }

  private static List<String> state(Session session) {
    List<String> state = new ArrayList<>();
    for (String query : STATE) {
      state.add(String.valueOf(session.sql().execute(query).toList()));
    }
    return state;
  }

  private static long next(Session session, String sequence) {
    String text =
        String.valueOf(
            session.sql().execute("select nextval('" + sequence + "')").toList().getFirst());
    return Long.parseLong(text.substring(1, text.length() - 1));
  }

  private Path restore(long target) {
    Path path = folder.resolve("restored" + restored++);
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    new ArchiveRestore(ArchiveFolder.existing(folder.resolve("archive")), target)
        .run(backups, backups.backup(null), path, UUID.randomUUID());
    assertThat(
            StoreCheck.run(path, config(path).store(), VerificationObserver.NONE)
                .ranges()
                .problems())
        .isEmpty();
    return path;
  }

  private void backUp(Database database) {
    database
        .storage()
        .backups()
        .write(folder.resolve("backups"), BackupOptions.defaults(), () -> {});
  }

  @Test
  void shouldRestoreTheStateAfterEachStatement() {
    List<Long> timestamps = new ArrayList<>();
    List<List<String>> states = new ArrayList<>();
    try (Database database = Database.open(archived());
        Session session = database.session("test")) {
      run(session.sql(), "create table t (id bigint primary key, v int, u int)");
      run(session.sql(), "create table big (id bigint primary key, name text)");
      backUp(database);
      for (String step : STEPS) {
        run(session.sql(), step);
        timestamps.add(session.latestTimestamp());
        states.add(state(session));
      }
      assertThat(database.storage().archiveStatus()).isNotNull();
    }
    assertThat(ArchiveCheck.run(ArchiveFolder.existing(folder.resolve("archive")))).isEmpty();
    for (int i = 0; i < STEPS.size() - 1; i += i < 3 ? 1 : 2) {
      try (Database database = Database.open(config(restore(timestamps.get(i))));
          Session session = database.session("test")) {
        assertThat(state(session)).as(STEPS.get(i)).isEqualTo(states.get(i));
        run(session.sql(), "insert into t (id, v) values (-1, 0)");
      }
    }
  }

  @Test
  void shouldNeverReturnAValueOfASequenceAgain() {
    long afterBackup;
    long target;
    long last;
    try (Database database = Database.open(archived());
        Session session = database.session("test")) {
      run(session.sql(), "create sequence s");
      run(session.sql(), "create sequence down increment -1");
      run(session.sql(), "create table t (id bigint primary key)");
      backUp(database);
      afterBackup = next(session, "s");
      run(session.sql(), "insert into t values (1)");
      target = session.latestTimestamp();
      last = afterBackup;
      for (int i = 0; i < 5_000; i++) {
        last = next(session, "s");
      }
      next(session, "down");
      run(session.sql(), "insert into t values (2)");
      run(session.sql(), "insert into t values (3)");
    }
    try (Database database = Database.open(config(restore(target)));
        Session session = database.session("test")) {
      assertThat(next(session, "s")).isGreaterThan(last);
      assertThat(next(session, "down")).isLessThan(-1);
      assertThat(state(session, "select count(*) from t")).isEqualTo("[[1]]");
    }
  }

  /** New rows of a large commit are table files, which a second backup of the store adds. */
  @Test
  void shouldRestoreIngestedRowsFromLaterBackups() {
    List<String> expected = new ArrayList<>();
    try (Database database = Database.open(archived());
        Session session = database.session("test")) {
      run(session.sql(), "create table t (id bigint primary key, v int, u int)");
      run(session.sql(), "create table big (id bigint primary key, name text)");
      backUp(database);
      for (int backup = 0; backup < 2; backup++) {
        int first = 1 + 20_000 * backup;
        run(
            session.sql(),
            "insert into big select g, repeat('x', 200) from generate_series(%d, %d) g"
                .formatted(first, first + 9_999));
        backUp(database);
        expected.add(state(session).get(1));
      }
    }
    BackupFolder backups = BackupFolder.existing(folder.resolve("backups"));
    for (int backup = 0; backup < 2; backup++) {
      Path path = folder.resolve("restored" + restored++);
      BackupRestore.run(backups, backups.backup(backup + 2), path, UUID.randomUUID());
      assertThat(
              StoreCheck.run(path, config(path).store(), VerificationObserver.NONE)
                  .ranges()
                  .problems())
          .isEmpty();
      try (Database database = Database.open(config(path));
          Session session = database.session("test")) {
        assertThat(state(session).get(1)).isEqualTo(expected.get(backup));
      }
    }
  }

  private static String state(Session session, String query) {
    return String.valueOf(session.sql().execute(query).toList());
  }
}
