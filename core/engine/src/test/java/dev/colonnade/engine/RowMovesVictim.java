package dev.colonnade.engine;

import dev.colonnade.sql.SqlSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Process that moves the rows of a table to and fro while it inserts rows, in which a failpoint
 * halts it. Its arguments are the store's directory and a file for the ids of acknowledged rows.
 */
final class RowMovesVictim {
  /** Ids of the rows that are there before. */
  static final int IDS = 30_000;

  private static final int ROUNDS = 3;

  private RowMovesVictim() {}

  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    Path acknowledged = Path.of(arguments[1]);
    Thread.ofPlatform().daemon().start(() -> insert(database, acknowledged));
    try (SqlSession sql = database.session("definer").sql()) {
      for (int round = 0; round < ROUNDS; round++) {
        toPrimaryKey(sql);
        toHiddenKey(sql);
      }
    }
    Runtime.getRuntime().halt(1);
  }

  static void toPrimaryKey(SqlSession sql) {
    sql.execute("alter table t add primary key (id)").close();
  }

  static void toHiddenKey(SqlSession sql) {
    sql.execute("alter table t drop constraint t_pkey").close();
  }

  private static void insert(Database database, Path acknowledged) {
    try (SqlSession sql = database.session("victim").sql()) {
      for (int id = IDS + 1; ; id++) {
        sql.execute("insert into t values (%d, 'v%d')".formatted(id, id)).close();
        Files.writeString(
            acknowledged, id + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Thread.sleep(1);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
