package dev.colonnade.sql.statement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.plan.PlannedCondition;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.plan.PlannerContext;
import dev.colonnade.sql.plan.QueryPlanner;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.run.RowExpressionEvaluator;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Conditions on rows, compiled once for each form of their table. Safe for many threads. */
public final class TableExpressionCompiler implements RowExpressionCompiler {
  /** The most that are kept. */
  public static final int CONDITIONS_MAX = 1000;

  private record ConditionKey(TableSchema schema, String expression) {}

  private final QueryPlanner planner = new QueryPlanner();
  private final Cache<ConditionKey, RowPredicate> compiled =
      Caffeine.newBuilder().maximumSize(CONDITIONS_MAX).build();

  private final Cache<ConditionKey, RowExpressionEvaluator> values =
      Caffeine.newBuilder().maximumSize(CONDITIONS_MAX).build();

  @Override
  public RowPredicate of(Table table, String expression) {
    ConditionKey key = new ConditionKey(table.schema(), expression);
    RowPredicate known = compiled.getIfPresent(key);
    if (known != null) {
      return known;
    }
    RowPredicate condition = compile(table, expression, "CHECK");
    compiled.put(key, condition);
    return condition;
  }

  @Override
  public RowExpression valueOf(Table table, IndexExpression expression) {
    ConditionKey key = new ConditionKey(table.schema(), expression.text());
    SqlType type = CalciteTypes.sqlType(expression.type());
    RowExpressionEvaluator known =
        values.get(
            key, missing -> new RowExpressionEvaluator(planned(table, missing.expression())));
    return row -> ValueConverter.toJava(type, known.value(row));
  }

  /** Returns the lowered form of an expression over the table's columns. */
  PlannedCondition planned(Table table, String expression) {
    return plan(table, expression, StatementParser.parseExpression(expression)).condition();
  }

  /** The type of an expression over the table's columns. */
  SqlType typeOf(Table table, String expression) {
    return plan(table, expression, StatementParser.parseExpression(expression)).type();
  }

  @Override
  public @Nullable Object defaultOf(Table table, Column column) {
    String expression = table.descriptor().defaults().get(column.id());
    if (expression == null) {
      return null;
    }
    SqlNode typed = Assignments.cast(Assignments.defaultOf(column, table), column);
    RowExpressionEvaluator compiled =
        new RowExpressionEvaluator(plan(table, expression, typed).condition());
    @Nullable Object[] row = new @Nullable Object[table.schema().columns().size()];
    return Assignments.valueOf(column, compiled.value(row));
  }

  /**
   * Refuses what is no condition on rows of a table.
   *
   * @param clause what the condition is called in errors
   */
  void check(Table table, String expression, String clause) {
    compile(table, expression, clause);
  }

  private RowExpressionEvaluator compile(Table table, String expression, String clause) {
    Planned planned = plan(table, expression, StatementParser.parseExpression(expression));
    if (planned.type().kind() != TypeKind.BOOLEAN && planned.type().kind() != TypeKind.UNKNOWN) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "argument of %s must be type boolean, not type %s"
              .formatted(clause, planned.type().kind().sqlName()));
    }
    return new RowExpressionEvaluator(planned.condition());
  }

  private record Planned(PlannedCondition condition, SqlType type) {}

  private Planned plan(Table table, String expression, SqlNode node) {
    SqlNode query =
        Returning.select(
            List.of(node), new SqlIdentifier(List.of(table.name()), SqlParserPos.ZERO));
    PlannedQuery planned =
        planner.plan(query, new PlannerContext(expression, NameScope.ofTable(table), _ -> 1L));
    return new Planned(PlannedCondition.of(expression, planned), planned.columnTypes().getFirst());
  }

  /** The ids of the columns that an expression names. */
  static List<Integer> columnsOf(SqlNode expression, TableSchema schema) {
    Set<Integer> ids = new LinkedHashSet<>();
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            String name = identifier.names.getLast();
            if (schema.hasColumn(name)) {
              ids.add(schema.column(name).id());
            }
            return null;
          }
        });
    return new ArrayList<>(ids);
  }
}
