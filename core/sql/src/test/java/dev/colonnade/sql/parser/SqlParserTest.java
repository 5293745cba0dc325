package dev.colonnade.sql.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.syntax.Statement;
import dev.colonnade.sql.syntax.command.CopyCommand;
import dev.colonnade.sql.syntax.command.CursorCommand;
import dev.colonnade.sql.syntax.command.ExplainCommand;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.sql.syntax.command.ShowObjectsCommand;
import dev.colonnade.sql.syntax.command.TransactionCommand;
import dev.colonnade.sql.syntax.definition.AlterTable;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.definition.ObjectDefinition;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import dev.colonnade.sql.syntax.definition.SchemaDefinition;
import dev.colonnade.sql.syntax.definition.SequenceDefinition;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableDefinition;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TypeDefinition;
import dev.colonnade.sql.syntax.definition.UnsupportedDefinition;
import dev.colonnade.sql.syntax.definition.ViewDefinition;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees of statements, and PostgreSQL's messages for wrong ones. */
class SqlParserTest {
  @Test
  void shouldSeparateStatements() {
    List<ParsedStatement> statements = SqlParser.parse(" ; select ';' ; -- end\n begin;; ");
    assertThat(statements).hasSize(2);
    assertThat(statements.get(0).start()).isEqualTo(3);
    assertThat(statements.get(0).end()).isEqualTo(13);
    assertThat(SqlParser.parse(" -- nothing")).isEmpty();
  }

  @Test
  void shouldReadASelect() {
    Query.Qualified query =
        (Query.Qualified)
            parse(
                "with x as (select 1) select distinct on (a) a as b, c d, t.*, * from t, only u v"
                    + " where a > 1 group by a, rollup (b, c) having count(*) > 1 window w as"
                    + " (partition by a) order by 1 desc nulls last limit 5 offset 2 for update");
    assertThat(query.with()).isNotNull();
    assertThat(query.orderBy()).hasSize(1);
    assertThat(query.locking()).hasSize(1);
    Query.Select select = (Query.Select) query.body();
    assertThat(select.items()).hasSize(4);
    assertThat(select.items().get(1).alias()).isEqualTo("d");
    assertThat(select.from().items()).hasSize(2);
    assertThat(select.aggregation().windows()).hasSize(1);
  }

  @Test
  void shouldNestJoinsByTheirConditions() {
    Query.Select select =
        (Query.Select) parse("select from a join b join c on true on true cross join d");
    FromItem.Join cross = (FromItem.Join) select.from().items().get(0);
    assertThat(cross.kind()).isEqualTo(FromItem.JoinKind.CROSS);
    FromItem.Join outer = (FromItem.Join) cross.left();
    assertThat(outer.right()).isInstanceOf(FromItem.Join.class);
  }

  @Test
  void shouldGiveSetOperationsTheirPrecedence() {
    Query.SetOperation union =
        (Query.SetOperation) parse("select 1 union select 2 intersect select 3");
    assertThat(union.operator()).isEqualTo(Query.SetOperator.UNION);
    assertThat(union.right()).isInstanceOf(Query.SetOperation.class);
  }

  @Test
  void shouldDistinguishQueriesFromExpressionsInParentheses() {
    assertThat(SqlParser.parseExpression("((select 1))"))
        .isInstanceOf(SubqueryExpression.Scalar.class);
    assertThat(SqlParser.parseExpression("((select 1) union select 2)"))
        .isInstanceOf(SubqueryExpression.Scalar.class);
    assertThat(SqlParser.parseExpression("((select 1) + 1, 2)")).isInstanceOf(Call.Row.class);
    assertThat(SqlParser.parseExpression("a in ((select 1))"))
        .isInstanceOf(SubqueryExpression.In.class);
    assertThat(SqlParser.parseExpression("((a, b))")).isInstanceOf(Call.Row.class);
  }

  @Test
  void shouldReadKeywordsAsNames() {
    assertThat(SqlParser.parseExpression("coalesce")).isInstanceOf(Reference.Column.class);
    assertThat(SqlParser.parseExpression("timestamp")).isInstanceOf(Reference.Column.class);
    Query.Select select = (Query.Select) parse("select a and from t");
    assertThat(select.items().get(0).alias()).isEqualTo("and");
  }

  @Test
  void shouldReadCalls() {
    Call.Function call =
        (Call.Function)
            SqlParser.parseExpression(
                "s.f(distinct a, opt => b order by c) filter (where d) over (w order by e)");
    assertThat(call.arguments().quantifier()).isEqualTo(Call.Quantifier.DISTINCT);
    assertThat(call.arguments().list()).hasSize(2);
    assertThat(call.clauses().over()).isNotNull();
  }

  @Test
  void shouldReadTypes() {
    TypeName type = SqlParser.parseType("timestamp (3) with time zone[][4]");
    assertThat(type.name().dotted()).isEqualTo("pg_catalog.timestamptz");
    assertThat(type.array().bounds()).containsExactly(-1, 4);
    assertThat(SqlParser.parseType("interval day to second(2)").intervalFields())
        .isEqualTo("DAY TO SECOND");
    assertThat(SqlParser.parseType("float(24)").name().last()).isEqualTo("float4");
  }

  @Test
  void shouldReadChanges() {
    Change.Insert insert =
        (Change.Insert)
            parse(
                "insert into t as x (a, b[1].c) overriding user value values (1, default) on"
                    + " conflict (a) where b do update set (a, b) = (1, 2) where c returning *");
    assertThat(insert.rows().columns().get(1).accessors()).hasSize(2);
    assertThat(insert.onConflict()).isNotNull();
    assertThat(parse("update only t set a = 1, b = default from u where current of c"))
        .isInstanceOf(Change.Update.class);
    assertThat(parse("merge into t using u on true when not matched then do nothing"))
        .isInstanceOf(Change.Merge.class);
    assertThat(parse("upsert into t values (1)"))
        .isInstanceOfSatisfying(
            Change.Insert.class, change -> assertThat(change.upsert()).isTrue());
  }

  @Test
  void shouldReadTables() {
    TableDefinition.CreateTable table =
        (TableDefinition.CreateTable)
            parse(
                "create table if not exists s.t (a int generated always as identity primary key, b"
                    + " text collate \"C\" default 'x' not null, c int generated always as (a * 2)"
                    + " stored, family f (a, b), like u including all, primary key (a desc),"
                    + " foreign key (b) references v (c) on delete set null (b) deferrable) with"
                    + " (range_size = 5, fillfactor = 10)");
    TableDefinition.Origin.Elements elements = (TableDefinition.Origin.Elements) table.origin();
    assertThat(elements.elements()).hasSize(7);
    assertThat(elements.elements().get(3)).isInstanceOf(TableElement.Family.class);
    assertThat(table.storage().options()).hasSize(2);
    assertThat(parse("create temp table t on commit drop as execute q (1) with no data"))
        .isInstanceOf(TableDefinition.CreateTableAs.class);
  }

  @Test
  void shouldReadOtherDefinitions() {
    AlterTable alter =
        (AlterTable) parse("alter table t add column a int, split at values (1, 'x'), (2, 'y')");
    assertThat(alter.actions().get(1)).isInstanceOf(TableAction.SplitAt.class);
    assertThat(parse("create unique index on t using btree (lower(a) desc, (b + 1)) where c"))
        .isInstanceOf(IndexDefinition.CreateIndex.class);
    assertThat(parse("create sequence s increment by -2 gapless owned by t.a"))
        .isInstanceOf(SequenceDefinition.CreateSequence.class);
    assertThat(parse("create or replace view v (a) as select 1 with local check option"))
        .isInstanceOf(ViewDefinition.CreateView.class);
    assertThat(parse("create schema s create table t (a int) grant select on t to public"))
        .isInstanceOfSatisfying(
            SchemaDefinition.CreateSchema.class,
            schema -> assertThat(schema.elements()).hasSize(2));
    assertThat(parse("create type e as enum ('a', 'b')"))
        .isInstanceOf(TypeDefinition.CreateEnum.class);
    assertThat(parse("drop table if exists a, b cascade"))
        .isInstanceOf(ObjectDefinition.Drop.class);
    assertThat(parse("grant select (a), insert on table t to x with grant option"))
        .isInstanceOf(PrivilegeDefinition.Grant.class);
  }

  @Test
  void shouldNameStatementsThatAreNotSupported() {
    assertThat(
            parse(
                "create function f() returns int begin atomic select case when true then 1 end;"
                    + " select 2; end"))
        .isInstanceOfSatisfying(
            UnsupportedDefinition.class,
            statement -> assertThat(statement.name()).isEqualTo("CREATE FUNCTION"));
    assertThat(SqlParser.parse("create rule r as on insert to t do (select 1; select 2); begin"))
        .hasSize(2);
  }

  @Test
  void shouldReadCommands() {
    assertThat(parse("begin isolation level serializable, read only deferrable"))
        .isInstanceOfSatisfying(
            TransactionCommand.Begin.class, begin -> assertThat(begin.modes()).hasSize(3));
    assertThat(parse("set local time zone interval '2' hour to minute"))
        .isInstanceOfSatisfying(
            SettingCommand.Set.class, set -> assertThat(set.name()).isEqualTo("timezone"));
    assertThat(parse("show ranges from table t")).isInstanceOf(ShowObjectsCommand.class);
    assertThat(parse("fetch backward 5 from c")).isInstanceOf(CursorCommand.Fetch.class);
    assertThat(parse("copy t (a) from stdin with (format csv, force_null (a), header)"))
        .isInstanceOf(CopyCommand.class);
    assertThat(parse("copy binary t to stdout using delimiters '|' null as ''"))
        .isInstanceOf(CopyCommand.class);
    assertThat(parse("explain (analyze, format json) select 1")).isInstanceOf(ExplainCommand.class);
  }

  @Test
  void shouldReadQueriesOfThePast() {
    assertThat(parse("select * from t as of system time '-10s'")).isInstanceOf(Query.Past.class);
    assertThat(parse("select a from t order by a limit 1 as of system time 5"))
        .isInstanceOf(Query.Past.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "selec 1|syntax error at or near \"selec\"|1|42601",
        "select 1 +|syntax error at end of input|11|42601",
        "select 1 limit 1, 2|LIMIT #,# syntax is not supported|10|42601",
        "select * from a.b.c.d|improper qualified name (too many dotted names): a.b.c.d|15|42601",
        "select * from (select 1)|subquery in FROM must have an alias|15|42601",
        "select * from (values (1))|VALUES in FROM must have an alias|15|42601",
        "(select 1 order by 1) order by 2|multiple ORDER BY clauses not allowed|32|42601",
        "select t.*.a|improper use of \"*\" at end of input|13|42601",
        "select unique (select 1)|UNIQUE predicate is not yet implemented|8|0A000",
        "select (1, 2, 3) overlaps (1, 2)|wrong number of parameters on left side of OVERLAPS"
            + " expression|8|42601",
        "create role none|role name \"none\" is reserved|13|42939",
        "select a from t fetch first 1 rows with ties|WITH TIES cannot be specified without ORDER"
            + " BY clause|0|42601",
        "select 'ä' 'x|unterminated quoted string at or near \"'x\"|12|42601"
      })
  void shouldReportErrors(String sql, String message, int position, String state) {
    assertThatThrownBy(() -> SqlParser.parse(sql))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            error -> {
              assertThat(error).hasMessage(message);
              assertThat(error.position()).isEqualTo(position);
              assertThat(error.sqlState()).isEqualTo(state);
            });
  }

  private static Statement parse(String sql) {
    List<ParsedStatement> statements = SqlParser.parse(sql);
    assertThat(statements).hasSize(1);
    return statements.get(0).statement();
  }
}
