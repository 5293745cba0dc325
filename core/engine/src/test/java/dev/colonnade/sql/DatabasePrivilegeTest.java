package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Privileges whose scope is a database: its objects, its default privileges, its templates. */
class DatabasePrivilegeTest {
  private Database database;
  private Session postgres;

  @BeforeEach
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    postgres = database.session("postgres", "postgres");
    execute(postgres, "create role maker login createdb");
    execute(postgres, "create role reader login");
    execute(postgres, "create database first");
    execute(postgres, "create database second");
  }

  @AfterEach
  void close() {
    postgres.close();
    database.close();
  }

  private static void execute(Session session, String statement) {
    session.sql().execute(statement).close();
  }

  private static @Nullable Object value(Session session, String query) {
    try (SqlResult result = session.sql().execute(query)) {
      @Nullable Object @Nullable [] row = result.next();
      return row == null ? null : row[0];
    }
  }

  @Test
  void shouldKeepDefaultPrivilegesToTheirDatabase() {
    try (Session first = database.session("postgres", "first");
        Session second = database.session("postgres", "second")) {
      execute(first, "alter default privileges grant select on tables to reader");
      execute(first, "create table t (a int)");
      execute(second, "create table t (a int)");
      String mayRead = "select has_table_privilege('reader', 't', 'select')";
      assertThat(value(first, mayRead)).isEqualTo(true);
      assertThat(value(second, mayRead)).isEqualTo(false);
      String count = "select count(*) from pg_default_acl";
      assertThat(value(first, count)).isEqualTo(1L);
      assertThat(value(second, count)).isEqualTo(0L);
      assertThatThrownBy(() -> execute(second, "drop role reader"))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.fields().detail()).isEqualTo("2 objects in another database"));
      execute(second, "drop owned by reader");
      assertThat(value(first, count)).isEqualTo(1L);
      execute(first, "alter default privileges revoke select on tables from reader");
      assertThat(value(first, count)).isEqualTo(0L);
      execute(first, "alter default privileges grant select on tables to reader");
    }
    execute(postgres, "drop database first");
    execute(postgres, "drop role reader");
  }

  @Test
  void shouldDropADatabaseByItsOwnerWithTheObjectsOfOthers() {
    try (Session maker = database.session("maker", "postgres")) {
      execute(maker, "create database made");
      try (Session made = database.session("postgres", "made")) {
        execute(made, "create schema theirs");
        execute(made, "create table theirs.t (a int primary key)");
        execute(made, "create type theirs.mood as enum ('sad')");
      }
      assertThatThrownBy(() -> execute(maker, "drop database second"))
          .hasMessage("must be owner of database second");
      execute(maker, "drop database made");
    }
  }

  @Test
  void shouldRefuseATemplateWhoseObjectsWouldNotBeCopied() {
    execute(postgres, "create database empty template second");
    try (Session second = database.session("postgres", "second");
        Session maker = database.session("maker", "postgres")) {
      execute(second, "create table t (a int)");
      assertThatThrownBy(() -> execute(maker, "create database copied template second"))
          .hasMessage("permission denied to copy database \"second\"");
      assertThatThrownBy(() -> execute(postgres, "create database copied template second"))
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    }
  }

  @Test
  void shouldExplainTheQueryOfANewTable() {
    assertThat(value(postgres, "explain (costs off) create table t as select 1 as a"))
        .isEqualTo(value(postgres, "explain (costs off) select 1 as a"));
    assertThat(value(postgres, "select to_regclass('t') is null")).isEqualTo(true);
    assertThatThrownBy(() -> execute(postgres, "explain analyze create table t as select 1 as a"))
        .hasMessage("EXPLAIN ANALYZE of CREATE TABLE AS is not supported");
  }
}
