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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts of a role that may only log in to reach what it has no privileges on. */
class PrivilegeEscapeTest {
  private Database database;
  private SqlSession owner;
  private Session eve;

  @BeforeEach
  void open(@TempDir Path folder) {
    database = Database.open(StorageConfig.at(folder));
    owner = database.session("postgres").sql();
    for (String statement :
        List.of(
            "create role eve login",
            "create role group_of_eve",
            "create table secrets (id int primary key, word text)",
            "insert into secrets select n, 'word' from generate_series(1, 100) n",
            "analyze secrets",
            "create view words as select word from secrets",
            "create sequence numbers",
            "create schema hidden",
            "create table hidden.more (id int)",
            "create type mood as enum ('sad')")) {
      owner.execute(statement).close();
    }
    eve = database.login("eve", "colonnade");
  }

  @AfterEach
  void close() {
    eve.close();
    owner.close();
    database.close();
  }

  private List<String> rows(String statement) {
    List<String> rows = new ArrayList<>();
    try (SqlResult result = eve.sql().execute(statement)) {
      boolean hasRows = !result.columns().isEmpty();
      for (@Nullable Object @Nullable [] row = hasRows ? result.next() : null;
          row != null;
          row = result.next()) {
        rows.add(String.valueOf(row[0]));
      }
    }
    return rows;
  }

  private void requireDenied(String statement) {
    assertThatThrownBy(() -> rows(statement))
        .as(statement)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from secrets",
        "table secrets",
        "select count(*) from secrets",
        "select 1 where exists (select from secrets)",
        "select (select max(id) from secrets)",
        "select array(select word from secrets)",
        "with s as (select * from secrets) select 1",
        "select * from words",
        "select * from secrets as of system time '-0s'",
        "explain select * from secrets",
        "explain analyze select * from secrets",
        "copy secrets to stdout",
        "copy (select * from secrets) to stdout",
        "create temp table mine as select * from secrets",
        "create temp view mine as select * from hidden.more",
        "do $$ begin insert into secrets values (0); end $$",
        "declare c cursor with hold for select * from secrets",
        "insert into secrets values (0)",
        "insert into words values ('x')",
        "update secrets set word = null",
        "delete from secrets",
        "merge into secrets using (values (1)) v(i) on id = i when matched then delete",
        "truncate secrets",
        "select * from secrets for update",
        "alter table secrets split at values (5)",
        "alter table secrets set (range_max_bytes = 1000000)"
      })
  void shouldRefuse(String statement) {
    if (statement.startsWith("declare")) {
      eve.sql().execute("begin").close();
    }
    requireDenied(statement);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "create unique index on secrets (word)",
        "alter table secrets add constraint c check (id > 0)",
        "create index on secrets ((1 / (id - 5)))",
        "create table mine (id int)",
        "create schema mine",
        "create database mine",
        "create type mine as enum ('a')",
        "create domain mine as int",
        "create view mine as select 1",
        "alter type mood add value 'happy'",
        "drop type mood",
        "drop view words",
        "drop sequence numbers cascade",
        "alter sequence numbers restart",
        "select nextval('numbers')",
        "select setval('numbers', 1)",
        "select * from numbers",
        "select * from colonnade_internal.sequence_values",
        "select * from hidden.more",
        "select 'hidden.more'::regclass",
        "select rolpassword from pg_authid",
        "select passwd from pg_shadow",
        "set role postgres",
        "set session authorization postgres",
        "select set_config('role', 'postgres', false)",
        "select set_config('session_authorization', 'postgres', false)",
        "alter role eve superuser",
        "alter role eve createrole",
        "alter role eve connection limit 5",
        "alter role postgres password 'x'",
        "create role mine",
        "grant group_of_eve to eve",
        "grant pg_read_all_data to eve",
        "drop role group_of_eve",
        "grant select on secrets to eve",
        "alter table secrets owner to eve",
        "alter schema hidden owner to eve",
        "alter database colonnade owner to eve",
        "drop database postgres",
        "reassign owned by postgres to eve",
        "alter default privileges for role postgres grant select on tables to eve",
        "comment on table secrets is 'mine'",
        "comment on role postgres is 'mine'",
        "checkpoint",
        "backup to '/nowhere'"
      })
  void shouldRefuseDefinitionsAndSettings(String statement) {
    requireDenied(statement);
  }

  @Test
  void shouldHideWhatOthersStoreAndDo() {
    owner.execute("select 'a secret statement'").close();
    assertThat(rows("select most_common_vals from pg_stats where tablename = 'secrets'")).isEmpty();
    assertThat(rows("select query from pg_stat_activity where usename = 'postgres'"))
        .containsOnly("<insufficient privilege>");
    assertThat(
            rows("select table_name from information_schema.tables where table_schema = 'public'"))
        .isEmpty();
    assertThat(rows("select last_value from pg_sequences")).containsOnly("null");
  }

  @Test
  void shouldCheckAPreparedStatementAgainAfterRevoke() {
    owner.execute("grant select on secrets to eve").close();
    eve.sql().execute("prepare q as select count(*) from secrets").close();
    assertThat(rows("execute q")).containsExactly("100");
    assertThat(rows("select word from secrets where id = 1")).containsExactly("word");
    owner.execute("revoke select on secrets from eve").close();
    requireDenied("execute q");
    requireDenied("select word from secrets where id = 1");
    owner.execute("grant usage on schema hidden to eve").close();
    owner.execute("grant select on hidden.more to eve").close();
    assertThat(rows("select * from hidden.more")).isEmpty();
    owner.execute("revoke usage on schema hidden from eve").close();
    requireDenied("select * from hidden.more");
  }

  @Test
  void shouldNotGainRightsFromADroppedRole() {
    owner.execute("drop role eve").close();
    requireDenied("select * from secrets");
    requireDenied("set role postgres");
    requireDenied("create role eve superuser");
  }

  @Test
  void shouldCheckRequestsOutsideOfSql() {
    var table = eve.catalog().table("secrets");
    assertThatThrownBy(() -> eve.rights().requireRead(table))
        .hasMessage("permission denied for table secrets");
    assertThatThrownBy(() -> eve.rights().requireOwner(table))
        .hasMessage("must be owner of table secrets");
    owner.execute("grant select on secrets to eve").close();
    eve.rights().requireRead(table);
    owner.execute("revoke connect on database postgres from public").close();
    assertThatThrownBy(() -> database.login("eve", "postgres"))
        .hasMessage("permission denied for database \"postgres\"");
  }
}
