package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the notices of DDL statements without effect, with PostgreSQL 15's texts. */
class DefinitionNoticesTest {
  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test").sql();
    execute("create table t (id int primary key, parent int)");
    execute("create sequence s");
    execute("create schema sc");
    execute("create index i on t (parent)");
    execute("create type e as enum ('a')");
  }

  @AfterEach
  public void close() {
    session.close();
    database.close();
  }

  @Test
  void shouldNoteThatADroppedObjectDoesNotExist() {
    says("drop table if exists nope", "00000 table \"nope\" does not exist, skipping");
    says("drop table if exists nosch.nope", "00000 schema \"nosch\" does not exist, skipping");
    says(
        "drop table if exists nope, nope2 cascade",
        "00000 table \"nope\" does not exist, skipping",
        "00000 table \"nope2\" does not exist, skipping");
    says("drop view if exists nope", "00000 view \"nope\" does not exist, skipping");
    says("drop sequence if exists nope", "00000 sequence \"nope\" does not exist, skipping");
    says("drop type if exists nope", "00000 type \"nope\" does not exist, skipping");
    says("drop schema if exists nope", "00000 schema \"nope\" does not exist, skipping");
    says("drop index if exists nope", "00000 index \"nope\" does not exist, skipping");
    says("drop role if exists nope", "00000 role \"nope\" does not exist, skipping");
    says("drop database if exists nope", "00000 database \"nope\" does not exist, skipping");
    says("drop table if exists t");
  }

  @Test
  void shouldNoteThatACreatedObjectExists() {
    says("create table if not exists t (id int)", "42P07 relation \"t\" already exists, skipping");
    says(
        "create table if not exists t as select 1 as x",
        "42P07 relation \"t\" already exists, skipping");
    says("create sequence if not exists s", "42P07 relation \"s\" already exists, skipping");
    says("create schema if not exists sc", "42P06 schema \"sc\" already exists, skipping");
    says(
        "create index if not exists i on t (parent)",
        "42P07 relation \"i\" already exists, skipping");
    says(
        "alter table t add column if not exists id int",
        "42701 column \"id\" of relation \"t\" already exists, skipping");
    says(
        "alter type e add value if not exists 'a'",
        "42710 enum label \"a\" already exists, skipping");
    says("create table if not exists other (id int)");
  }

  @Test
  void shouldNoteThatAnAlteredObjectDoesNotExist() {
    String missing = "00000 relation \"nope\" does not exist, skipping";
    says("alter table if exists nope add column x int", missing);
    says("alter sequence if exists nope restart", missing);
    says("alter view if exists nope rename to x", missing);
    says("alter table if exists nope rename to x", missing);
    says("alter table if exists nope rename column a to b", missing);
    says("alter table if exists nope set schema sc", missing);
    says("alter index if exists nope rename to x", missing);
    says(
        "alter table t drop column if exists nope",
        "00000 column \"nope\" of relation \"t\" does not exist, skipping");
    says(
        "alter table t drop constraint if exists nope",
        "00000 constraint \"nope\" of relation \"t\" does not exist, skipping");
    says(
        "alter table t alter column id drop identity if exists",
        "00000 column \"id\" of relation \"t\" is not an identity column, skipping");
  }

  @Test
  void shouldNoteSideEffects() {
    execute("create temp table tt (a int)");
    says("create view vt as select * from tt", "00000 view \"vt\" will be a temporary view");
    execute("create table child (id int references t)");
    says("truncate t cascade", "00000 truncate cascades to table \"child\"");
  }

  @Test
  void shouldNoteWhatIsDroppedWithAnObject() {
    execute("create table dropped (id int primary key)");
    execute("create table child (id int references dropped)");
    execute("create view v as select * from dropped");
    execute("create view w as select * from v");
    execute("create view x as select 1 as one");
    execute("create view y as select one from x");
    says("drop view x cascade", "00000 drop cascades to view y");
    session.execute("drop table dropped cascade").close();
    assertThat(session.takeNotices())
        .singleElement()
        .satisfies(
            notice -> {
              assertThat(notice.message()).isEqualTo("drop cascades to 3 other objects");
              assertThat(notice.fields().detail())
                  .isEqualTo(
                      """
                      drop cascades to constraint child_id_fkey on table child
                      drop cascades to view v
                      drop cascades to view w\
                      """);
            });
  }

  @Test
  void shouldNoteObjectsThatNoStatementCreates() {
    says(
        "drop function if exists f(int, text), g",
        "00000 function f(pg_catalog.int4,text) does not exist, skipping",
        "00000 function g() does not exist, skipping");
    says(
        "drop trigger if exists tr on t",
        "00000 trigger \"tr\" for relation \"t\" does not exist, skipping");
    says("drop rule if exists r on nope", "00000 relation \"nope\" does not exist, skipping");
    says(
        "drop cast if exists (text as int)",
        "00000 cast from type text to type pg_catalog.int4 does not exist, skipping");
    says(
        "create extension if not exists plpgsql",
        "42710 extension \"plpgsql\" already exists, skipping");
    says("comment on database nope is 'x'", "3D000 database \"nope\" does not exist");
    says(
        "create user u password ''",
        "00000 empty string is not a valid password, clearing password");
  }

  @Test
  void shouldSendNoNoticesBelowClientMinMessages() {
    execute("set client_min_messages = warning");
    says("drop table if exists nope");
    execute("reset client_min_messages");
    says("drop table if exists nope", "00000 table \"nope\" does not exist, skipping");
  }

  private void says(String sql, String... notices) {
    execute(sql);
    List<String> said =
        session.takeNotices().stream()
            .map(notice -> notice.sqlState() + " " + notice.message())
            .toList();
    assertThat(said).as(sql).containsExactly(notices);
  }

  private void execute(String sql) {
    session.execute(sql).close();
  }
}
