package dev.colonnade.engine;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.IndexKind;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.type.KeyColumn;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * A process that builds an index while it writes rows, in which a failpoint ends it. Takes the
 * store's folder and a seed.
 */
final class IndexVictim {
  static final String TABLE = "t";
  static final String OLD = "t_age";
  static final String NEW = "t_name";
  static final int IDS = 1500;

  /** A status that says that nothing ended the process. */
  static final int SURVIVED_STATUS = 3;

  private IndexVictim() {}

  public static void main(String[] arguments) {
    Database database = TestDatabases.open(Path.of(arguments[0]));
    Session session = database.session("victim");
    Random random = new Random(Long.parseLong(arguments[1]));
    Thread writer = Thread.ofPlatform().daemon().start(() -> write(session, random));
    session.define(
        catalog ->
            catalog.createIndex(
                TABLE,
                NEW,
                Index.Definition.of(IndexKind.UNIQUE, List.of(KeyColumn.ascending(2)))));
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
