package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.result.SqlNotice;
import dev.colonnade.storage.config.StorageConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the messages of DO blocks and of the contexts of their errors, as PostgreSQL 15 reports
 * them.
 */
class BlockTest {
  @TempDir private static Path folder;
  private static Database database;
  private SqlSession session;

  @BeforeAll
  public static void open() {
    database = Database.open(StorageConfig.at(folder));
    try (SqlSession first = database.session("test").sql()) {
      first.execute("create table t (id int primary key, name text)").close();
      first.execute("create sequence s").close();
    }
  }

  @AfterAll
  public static void close() {
    database.close();
  }

  @BeforeEach
  void connect() {
    session = database.session("test").sql();
  }

  @AfterEach
  void disconnect() {
    session.close();
  }

  @Test
  void shouldReportRaisedMessages() {
    run(
        """
        do $$ begin
          raise notice 'bad % % %%', 42, null;
          raise warning 'w';
          raise info 'i' using hint = 'h';
          raise log 'l';
          raise debug 'd';
        end $$\
        """);
    List<SqlNotice> said = session.takeNotices();
    assertThat(said)
        .extracting(notice -> notice.severity() + " " + notice.sqlState() + " " + notice.message())
        .containsExactly("NOTICE 00000 bad 42 <NULL> %", "WARNING 01000 w", "INFO 00000 i");
    assertThat(said.getLast().fields().hint()).isEqualTo("h");
    assertThat(said.getFirst().fields().origin().context())
        .isEqualTo("PL/pgSQL function inline_code_block line 2 at RAISE");
  }

  @Test
  void shouldReportTheContextOfAnError() {
    context(
        "do $$ begin\n insert into t values (1, 'a');\n insert into t values (1, 'b');\nend $$",
        "SQL statement \"insert into t values (1, 'b')\"\n"
            + "PL/pgSQL function inline_code_block line 3 at SQL statement");
    context(
        "do $$ declare x int; begin x := 1/0; end $$",
        "PL/pgSQL assignment \"x := 1/0\"\n"
            + "PL/pgSQL function inline_code_block line 1 at assignment");
    context(
        "do $$ declare x int := 'abc'; begin null; end $$",
        "PL/pgSQL function inline_code_block line 1"
            + " during statement block local variable initialization");
    context(
        "do $$ begin execute 'do $i$ begin perform 1/0; end $i$'; end $$",
        """
        SQL statement "SELECT 1/0"
        PL/pgSQL function inline_code_block line 1 at PERFORM
        SQL statement "do $i$ begin perform 1/0; end $i$"
        PL/pgSQL function inline_code_block line 1 at EXECUTE\
        """);
  }

  @Test
  void shouldReportErrorPositionsInTheirText() {
    ColonnadeException inner = failure("do $$ declare x int; begin x := y + 1; end $$");
    assertThat(inner.sqlState()).isEqualTo("42703");
    assertThat(inner.position()).isZero();
    assertThat(inner.fields().origin().query()).isEqualTo("x := y + 1");
    assertThat(inner.fields().origin().queryPosition()).isEqualTo(6);
    ColonnadeException outer = failure("do $$ begin foo bar; end $$");
    assertThat(outer.sqlState()).isEqualTo("42601");
    assertThat(outer.position()).isEqualTo(13);
    ColonnadeException ambiguous =
        failure("do $$ declare id int := 1; begin perform * from t where id = id; end $$");
    assertThat(ambiguous).hasMessage("column reference \"id\" is ambiguous");
    assertThat(ambiguous.fields().origin().query()).isEqualTo("SELECT * from t where id = id");
    assertThat(ambiguous.fields().origin().queryPosition()).isEqualTo(23);
  }

  @Test
  void shouldRaiseAnyState() {
    ColonnadeException raised =
        failure(
            "do $$ begin raise exception 'bad %', 42"
                + " using hint = 'h', detail = 'd', errcode = 'P0099'; end $$");
    assertThat(raised.sqlState()).isEqualTo("P0099");
    assertThat(raised).hasMessage("bad 42");
    assertThat(raised.fields().hint()).isEqualTo("h");
    assertThat(raised.fields().detail()).isEqualTo("d");
  }

  @Test
  void shouldEndOnCancellation() {
    Cancellation canceled = Cancellation.withoutDeadline();
    canceled.cancel();
    ColonnadeException ended =
        catchThrowableOfType(
            ColonnadeException.class,
            () -> session.execute("do $$ begin loop null; end loop; end $$", canceled));
    assertThat(ended).hasMessage("canceling statement due to user request");
    run("set statement_timeout = '50ms'");
    ColonnadeException late =
        failure(
            "do $$ begin loop begin null; exception when others then null; end; end loop; end $$");
    assertThat(late.sqlState()).isEqualTo("57014");
    assertThat(late).hasMessage("canceling statement due to statement timeout");
    assertThat(session.transactionStatus()).isEqualTo(TransactionStatus.IDLE);
  }

  @Test
  void shouldReadLongTexts() {
    run("do '" + "begin " + many("null; -- it''s\n") + "end'");
    run("do $$ begin\n" + many("-- it's\n  null;\n") + " end $$");
    assertThat(
            failure("do $$ begin " + many("\n") + " perform 1/0; end $$")
                .fields()
                .origin()
                .context())
        .endsWith("line 20001 at PERFORM");
  }

  private static String many(String part) {
    return part.repeat(20_000);
  }

  @Test
  void shouldLimitTheNestingOfBlocks() {
    int nested = 201;
    String deep = "do $$ " + "begin ".repeat(nested) + "end; ".repeat(nested - 1) + "end $$";
    assertThat(failure(deep).sqlState()).isEqualTo("54001");
    String self =
        """
        do $$ declare s text := 'do $i$ begin execute current_setting(''my.block''); end $i$'; begin
          perform set_config('my.block', s, true);
          execute s;
        end $$\
        """;
    assertThat(failure(self).sqlState()).isEqualTo("54001");
  }

  @Test
  void shouldEvaluateExpressionsOfEveryRound() {
    assertThat(
            notice(
                """
                do $$ declare s bigint := 0; t text := ''; n numeric := 0; r record; begin
                  for i in 1..1000 loop
                    case i % 4 when 0 then s := s + 1; when 1, 2 then s := s + i; else null; end case;
                    if i % 3 = 0 or i between 5 and 7 then n := n + 0.5; end if;
                    t := substr(t || i::text, greatest(length(t) - 3, 1), 8);
                  end loop;
                  for r in select * from (values (1, 'a'), (2, null)) v (i, x) loop
                    t := coalesce(r.x, 'null') || r.i || t;
                    s := s + r.i;
                  end loop;
                  raise notice '% % %', s, n, t;
                end $$\
                """))
        .isEqualTo("250003 167.5 null2a189991000");
  }

  @Test
  void shouldSeeChangesOfTheSessionInALoop() {
    assertThat(
            notice(
                """
                do $$ declare v text := ''; d timestamptz := '2020-01-01 00:00:00+00'; begin
                  for i in 1..2 loop
                    v := v || d::text || ' ';
                    perform set_config('timezone', 'Europe/Berlin', true);
                  end loop;
                  raise notice '%', v || (now() = now())::text || (nextval('s') < nextval('s'));
                end $$\
                """))
        .isEqualTo("2020-01-01 00:00:00+00 2020-01-01 01:00:00+01 truetrue");
  }

  @Test
  void shouldSeeChangesOfTypesInALoop() {
    run("create type mood as enum ('sad')");
    assertThat(
            notice(
                """
                do $$ declare v text := ''; m text := 'glad'; e mood; begin
                  for i in 1..2 loop
                    begin
                      e := m;
                      v := v || e::text;
                    exception when others then v := v || sqlstate || ' ';
                    end;
                    if i = 1 then execute 'drop type mood cascade';
                      execute 'create type mood as enum (''sad'', ''glad'')'; end if;
                  end loop;
                  raise notice '%', v;
                end $$\
                """))
        .isEqualTo("22P02 glad");
    run("drop type mood");
  }

  @Test
  void shouldReportErrorsOfLaterRounds() {
    context(
        """
        do $$ declare x int := 2; begin
         while x > -2 loop
         x := x - 1 + 0 / x; end loop; end $$\
        """,
        "PL/pgSQL assignment \"x := x - 1 + 0 / x\"\n"
            + "PL/pgSQL function inline_code_block line 3 at assignment");
    assertThat(
            notice(
                """
                do $$ declare x int := 3; v text := ''; begin
                  while x > -3 loop
                    x := x - 1;
                    begin v := v || 6 / x || ' ';
                    exception when division_by_zero then v := v || 'zero '; end;
                  end loop;
                  raise notice '%', v;
                end $$\
                """))
        .isEqualTo("3 6 zero -6 -3 -2 ");
  }

  private String notice(String block) {
    run(block);
    return session.takeNotices().getLast().message();
  }

  @Test
  void shouldRerunAfterConflicts() throws Exception {
    run("insert into t values (50, '0')");
    String block =
        """
        do $$ declare v int; begin
          select name::int into v from t where id = 50;
          update t set name = v + 1 where id = 50;
        end $$\
        """;
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        runs.add(
            threads.submit(
                () -> {
                  try (SqlSession other = database.session("test").sql()) {
                    for (int j = 0; j < 10; j++) {
                      other.execute(block).close();
                    }
                  }
                }));
      }
      for (Future<?> run : runs) {
        run.get(60, TimeUnit.SECONDS);
      }
    }
    assertThat(session.execute("select name from t where id = 50").toList())
        .containsExactly(List.of("20"));
  }

  private void context(String sql, String expected) {
    assertThat(failure(sql).fields().origin().context()).isEqualTo(expected);
  }

  private ColonnadeException failure(String sql) {
    return catchThrowableOfType(ColonnadeException.class, () -> run(sql));
  }

  private void run(String sql) {
    session.execute(sql).close();
  }
}
