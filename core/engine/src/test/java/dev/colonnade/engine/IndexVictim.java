package dev.colonnade.engine;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.sql.SqlSession;
import java.nio.file.Path;
import java.util.Random;

/**
 * Process that builds an index by SQL while it writes rows, in which a failpoint halts it. Its
 * arguments are the store's directory, a seed and the way of index creation.
 */
final class IndexVictim {
  public static final String TABLE = "t";
  static final String OLD = "t_age";
  static final String NEW = "t_name";
  static final int IDS = 1500;

  /** Exit status if no failpoint halted the process. */
  static final int SURVIVED_STATUS = 3;

  /** Way of index creation. */
  enum Way {
    /** Statement outside of a transaction, which returns when the index is complete. */
    ALONE("create unique index " + NEW + " on " + TABLE + " (lower(name), (age % 7)) include (id)"),
    /** Transaction that writes a row too: the index is filled after its commit. */
    IN_TRANSACTION("create index " + NEW + " on " + TABLE + " (upper(name) desc) where age > 3");

    private final String statement;

    Way(String statement) {
      this.statement = statement;
    }

    public void run(SqlSession sql) {
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

  /** Adds a row, with a name that no other row has. */
  public static void put(RowBatch batch, long id, int age) {
    batch.row().putAll(id, "name " + id + " " + age, age);
  }
}
