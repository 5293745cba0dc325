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
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attempts of a role to learn rows that policies hide, by expressions that fail for such rows: the
 * hidden words are no numbers, so that a cast of one would report it.
 */
class RowSecurityEscapeTest {
  private static final List<String> ATTACKS =
      List.of(
          "select word::int from secrets",
          "select * from secrets where word::int > 0",
          "select * from secrets where word::int > 0 and id < 1000",
          "select * from secrets where id between 3 and 70 and word::int > 0",
          "select * from secrets where id = 3 and word::int > 0",
          "select * from secrets where word::int > 0 or id = 1",
          "select * from secrets s join secrets t on s.word::int = t.word::int",
          "select * from secrets s left join secrets t on s.id = t.id where s.word::int > 0",
          "select * from (select * from secrets offset 0) s where word::int > 0",
          "select * from (select *, word::int w from secrets) s where w > 0",
          "select count(*) filter (where word::int > 0) from secrets",
          "select max(word::int) over (partition by owner) from secrets",
          "select case when word::int > 0 then 1 end from secrets",
          "select * from generate_series(1, 3) g,"
              + " lateral (select word::int from secrets where word::int >= g) x",
          "select exists (select 1 from secrets where word::int > 0)",
          "select (select sum(word::int) from secrets)",
          "select * from allowed where exists"
              + " (select 1 from secrets where owner = name and word::int > 0)",
          "select word::int from secrets group by 1 having word::int > 0",
          "with recursive r as (select word::int w from secrets union select w from r)"
              + " select * from r",
          "select * from secrets where id in (select id from secrets where word::int > 0)",
          "select distinct word::int from secrets order by 1 limit 5",
          "select word::int from secrets union select word::int from secrets",
          "explain analyze select * from secrets where word::int > 0",
          "update secrets set id = id where word::int > 0",
          "update secrets s set word = t.word from secrets t where t.word::int = s.word::int",
          "delete from secrets where word::int < 0",
          "insert into secrets select id + 1000, owner, word from secrets where word::int > 0"
              + " on conflict do nothing",
          "select word from secrets where word::int > 0 for update",
          "select most_common_vals::text from pg_stats where tablename = 'secrets'",
          "create temp table copied as select * from secrets where word::int > 0",
          "do $$ begin perform word::int from secrets; end $$");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "owner = current_user",
        "exists (select 1 from allowed where name = current_user and name = owner)",
        "owner in (select name from allowed where name = current_user)",
        "owner = (select min(name) from allowed where name = current_user)"
      })
  void shouldNotEvaluateExpressionsForHiddenRows(String policy, @TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder));
        SqlSession owner = database.session("postgres").sql()) {
      define(owner, policy);
      SoftAssertions all = new SoftAssertions();
      try (Session eve = database.login("eve", "colonnade")) {
        for (String attack : ATTACKS) {
          all.assertThatCode(() -> run(eve.sql(), attack)).as(attack).doesNotThrowAnyException();
        }
        run(eve.sql(), "select word::int from secrets");
      }
      all.assertAll();
    }
  }

  private static void define(SqlSession owner, String policy) {
    for (String statement :
        List.of(
            "create role eve login",
            "create table allowed (name text primary key)",
            "insert into allowed values ('eve'), ('mallory')",
            "create table secrets (id int primary key, owner text, word text)",
            "insert into secrets select n, 'mallory', 'hidden' from generate_series(1, 50) n",
            "insert into secrets values (51, 'eve', '7')",
            "create index on secrets (word)",
            "analyze secrets",
            "alter table secrets enable row level security",
            "grant all on secrets to eve",
            "grant select on allowed to eve",
            "create policy p on secrets using (" + policy + ")")) {
      run(owner, statement);
    }
  }

  private static void run(SqlSession session, String statement) {
    try (SqlResult result = session.execute(statement)) {
      boolean hasRows = !result.columns().isEmpty();
      for (@Nullable Object @Nullable [] row = hasRows ? result.next() : null;
          row != null;
          row = result.next()) {
        assertThat(Arrays.toString(row)).as(statement).doesNotContain("hidden");
      }
    }
  }

  @Test
  void shouldRefuseWaysAroundThePolicies(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder));
        SqlSession owner = database.session("postgres").sql()) {
      define(owner, "owner = current_user");
      try (Session eve = database.login("eve", "colonnade")) {
        for (String statement :
            List.of(
                "merge into secrets using (values (1)) v(i) on id = i when matched then delete",
                "copy secrets from stdin")) {
          assertThatThrownBy(() -> run(eve.sql(), statement))
              .as(statement)
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
        }
        for (String statement :
            List.of(
                "create policy mine on secrets using (true)",
                "alter policy p on secrets using (true)",
                "drop policy p on secrets",
                "alter policy p on secrets rename to q",
                "alter table secrets disable row level security",
                "alter role eve bypassrls")) {
          assertThatThrownBy(() -> run(eve.sql(), statement))
              .as(statement)
              .isInstanceOfSatisfying(
                  ColonnadeException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
        }
      }
    }
  }

  @Test
  void shouldNotShowValuesOfRowsInErrors(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder));
        SqlSession owner = database.session("postgres").sql()) {
      define(owner, "owner = current_user");
      run(owner, "create table written (id int primary key, word text check (word <> ''))");
      run(owner, "insert into written values (1, 'x')");
      run(owner, "grant insert on written to eve");
      try (Session eve = database.login("eve", "colonnade")) {
        assertDetail(eve, "insert into secrets values (3, 'eve', '1')", false);
        assertDetail(eve, "insert into written values (1, 'y')", false);
        assertDetail(eve, "insert into written values (2, '')", false);
        run(owner, "grant select on written to eve");
        assertDetail(eve, "insert into written values (1, 'y')", true);
      }
      assertThatThrownBy(() -> run(owner, "insert into secrets values (3, 'eve', '1')"))
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.fields().detail()).contains("(id)=(3)"));
    }
  }

  private static void assertDetail(Session session, String statement, boolean isShown) {
    assertThatThrownBy(() -> run(session.sql(), statement))
        .as(statement)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.code()).isIn(ErrorCode.UNIQUE_VIOLATION, ErrorCode.CHECK_VIOLATION);
              if (isShown) {
                assertThat(e.fields().detail()).isNotNull();
              } else {
                assertThat(e.fields().detail()).isNull();
              }
            });
  }

  @Test
  void shouldResolveNamesOfAPolicyWithoutTheUsersSearchPath(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder));
        SqlSession owner = database.session("postgres").sql()) {
      define(owner, "exists (select 1 from allowed where name = current_user and name = owner)");
      try (Session eve = database.login("eve", "colonnade")) {
        run(eve.sql(), "create temp table allowed (name text)");
        run(eve.sql(), "insert into pg_temp.allowed values ('mallory'), ('eve')");
        run(eve.sql(), "select * from secrets");
      }
    }
  }

  @Test
  void shouldKeepColumnsThatPoliciesRead(@TempDir Path folder) {
    try (Database database = Database.open(StorageConfig.at(folder));
        SqlSession owner = database.session("postgres").sql()) {
      define(owner, "owner = current_user");
      assertThatThrownBy(() -> run(owner, "alter table secrets drop column owner"))
          .hasMessageContaining("cannot drop column owner of table secrets");
      run(owner, "alter table secrets rename column owner to o");
      run(owner, "alter table secrets rename column word to w");
      run(owner, "alter table secrets rename to renamed");
      run(owner, "set role eve");
      assertThat(owner.execute("select id, o, w from renamed").toList())
          .containsExactly(List.of(51, "eve", "7"));
    }
  }
}
