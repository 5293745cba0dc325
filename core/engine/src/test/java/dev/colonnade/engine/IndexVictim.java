package dev.colonnade.engine;

import dev.colonnade.catalog.Table;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;
import java.util.Random;

/**
 * A process that builds an index by SQL while it writes rows, in which a failpoint ends it. Takes
 * the store's folder, a seed and how the index is made.
 */
final class IndexVictim {
  static final String TABLE = "t";
  static final String OLD = "t_age";
  static final String NEW = "t_name";
  static final int IDS = 1500;

  /** A status that says that nothing ended the process. */
  static final int SURVIVED_STATUS = 3;

  /** How an index is made. */
  enum Way {
    /** By a statement on its own, which returns when the index is whole. */
    ALONE("create unique index " + NEW + " on " + TABLE + " (lower(name), (age % 7)) include (id)"),
    /** In a transaction that writes a row too: it is filled when that is committed. */
    IN_TRANSACTION("create index " + NEW + " on " + TABLE + " (upper(name) desc) where age > 3");

    private final String statement;

    Way(String statement) {
      this.statement = statement;
    }

    void run(SqlSession sql) {
      switch (this) {
        case ALONE -> sql.execute(statement).close();
        case IN_TRANSACTION -> {
          sql.execute("begin").close();
          sql.execute(statement).close();
          sql.execute("insert into t (id, name, age) values (%d, 'last', 9)".formatted(IDS))
              .close();
          sql.execute("commit").close();
        }
      }
    }
  }

  private IndexVictim() {}

  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    Session session = database.session("victim");
    Random random = new Random(Long.parseLong(arguments[1]));
    Thread writer = Thread.ofPlatform().daemon().start(() -> write(session, random));
    Way.valueOf(arguments[2]).run(database.session("definer").sql());
    session.define(catalog -> catalog.dropIndex(TABLE, 1));
    Runtime.getRuntime().halt(writer.isAlive() ? SURVIVED_STATUS : 1);
  }

  private static void write(Session session, Random random) {
    while (true) {
      Table table = session.catalog().table(TABLE);
      RowBatch batch = session.newBatch(table);
      long id = random.nextInt(IDS);
      if (random.nextInt(4) == 0) {
        batch.row().putLong(0, id);
        batch.delete(Condition.ANY);
      } else {
        put(batch, id, random.nextInt(50));
        batch.upsert(Condition.ANY);
      }
      session.write(batch).join();
    }
  }

  /** Names are their row's own. */
  static void put(RowBatch batch, long id, int age) {
    batch.row().putAll(id, "name " + id + " " + age, age);
  }
}
