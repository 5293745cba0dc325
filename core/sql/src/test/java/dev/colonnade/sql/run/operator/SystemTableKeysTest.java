package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.ScanPlan.SystemScan;
import dev.colonnade.sql.system.SystemKey;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SystemTableKeysTest {
  private static final VectorType OID = VectorType.of(TypeKind.OID);
  private static final SystemTable CLASS =
      requireNonNull(SystemTables.of(SystemTable.CATALOG_SCHEMA).get("pg_class"));

  /** Scan of two columns that are not the first ones of the table, in reverse. */
  private static final SystemScan SCAN =
      new SystemScan(
          CLASS,
          List.of(CLASS.ordinal("relnamespace"), CLASS.ordinal("oid")),
          List.of(new PlanColumn("relnamespace", OID), new PlanColumn("oid", OID)),
          PlanEstimate.ofRows(1));

  private final Evaluation evaluation =
      new Evaluation(
          _ -> 42L, StatementServices.NONE, Cancellation.withoutDeadline(), SubqueryExecutor.NONE);

  private static Expression column(String name) {
    return new ColumnReference(OID, SCAN.ordinals().indexOf(CLASS.ordinal(name)));
  }

  private static Expression literal(@Nullable Object value) {
    return new Literal(OID, value);
  }

  private static Expression equal(Expression left, Expression right) {
    return new Comparison(ComparisonOperator.EQUAL, left, right);
  }

  private @Nullable SystemKey key(Expression predicate) {
    return SystemTableKeys.of(SCAN, predicate, evaluation);
  }

  @Test
  void shouldFindAKeyOnEitherSideOfAnEquality() {
    SystemKey expected = new SystemKey("oid", 7L);
    assertThat(key(equal(column("oid"), literal(7L)))).isEqualTo(expected);
    assertThat(key(equal(literal(7L), column("oid")))).isEqualTo(expected);
  }

  @Test
  void shouldFindAKeyAmongConjunctsButNotAmongAlternatives() {
    List<Expression> operands =
        List.of(equal(column("relnamespace"), literal(1L)), equal(column("oid"), literal(7L)));
    assertThat(key(new LogicExpression(true, operands))).isEqualTo(new SystemKey("oid", 7L));
    assertThat(key(new LogicExpression(false, operands))).isNull();
  }

  @Test
  void shouldReadParametersAndColumnsOfOuterRows() {
    assertThat(key(equal(column("oid"), new Parameter(OID, 0))))
        .isEqualTo(new SystemKey("oid", 42L));
    Expression outer = new OuterReference(OID, 3, 0, "o");
    for (long value : new long[] {5, 6}) {
      VectorBatch row = new VectorBatch(1, VectorBuilder.vectorOf(new Object[] {value}, OID));
      evaluation.setOuter(3, row, 0);
      assertThat(key(equal(column("oid"), outer))).isEqualTo(new SystemKey("oid", value));
    }
  }

  @Test
  void shouldHaveNoKeyForOtherPredicates() {
    assertThat(key(equal(column("relnamespace"), literal(1L)))).isNull();
    assertThat(key(equal(column("oid"), column("relnamespace")))).isNull();
    assertThat(key(equal(column("oid"), literal(null)))).isNull();
    assertThat(key(new Comparison(ComparisonOperator.LESS, column("oid"), literal(7L)))).isNull();
  }
}
