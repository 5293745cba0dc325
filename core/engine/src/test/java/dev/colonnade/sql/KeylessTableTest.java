package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the hidden key of tables without a primary key. */
class KeylessTableTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;

  private Database open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    return Database.open(StorageConfig.at(folder).withStore(store));
  }

  @Test
  void shouldNeverRepeatAKeyAcrossOpenings() {
    Set<Object> keys = new HashSet<>();
    for (int opening = 0; opening < 3; opening++) {
      try (Database database = open()) {
        SqlSession session = database.session("test").sql();
        session.execute("create table if not exists log (line text)").close();
        for (int i = 0; i < 10; i++) {
          session.execute("insert into log values ('same'), ('same')").close();
        }
        session.execute("select \"$rowid\" from log").toList().forEach(row -> keys.add(row.get(0)));
        session.execute("truncate log restart identity").close();
      }
    }
    assertThat(keys).hasSize(60);
  }

  @Test
  void shouldReserveTheNameOfTheKey() {
    try (Database database = open()) {
      SqlSession session = database.session("test").sql();
      session.execute("create table log (line text)").close();
      for (String refused :
          List.of(
              "create table other (\"$rowid\" int)",
              "alter table log add column \"$rowid\" int",
              "alter table log rename column line to \"$rowid\"",
              "alter table log drop column \"$rowid\"",
              "insert into log (\"$rowid\") values (1)",
              "update log set \"$rowid\" = 1",
              "create index on log (\"$rowid\")")) {
        assertThatThrownBy(() -> session.execute(refused).close())
            .as(refused)
            .isInstanceOf(ColonnadeException.class);
      }
    }
  }
}
